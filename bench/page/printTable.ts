/** One figure beside its ceiling, if it has one. */
export type Row = { readonly name: string; readonly figure: number; readonly unit: string; readonly budget?: number }

/** Prints rows as `name | figure | budget | ok or over`; tells whether all budgets are kept. */
export function printTable(rows: readonly Row[]): boolean {
  for (const { name, figure, unit, budget } of rows) {
    const ceiling = budget === undefined ? '' : toText(budget, unit)
    const verdict = budget === undefined ? '' : figure <= budget ? 'ok' : 'over'
    console.log(`${name.padEnd(46)} | ${toText(figure, unit).padStart(10)} | ${ceiling.padStart(10)} | ${verdict}`)
  }
  return rows.every(({ figure, budget = Number.POSITIVE_INFINITY }) => figure <= budget)
}

function toText(value: number, unit: string): string {
  return `${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit}`.trim()
}
