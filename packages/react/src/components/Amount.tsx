import { showAmount } from '@latchkey/core'

/** An amount with its symbol, as one piece that keeps its order in any line, whatever a stranger wrote as the symbol. */
export function Amount({
  numeric,
  symbol,
  exact = false,
  shown = numeric,
}: {
  numeric: string
  symbol: string
  exact?: boolean
  /** The digits of an exact amount that are shown; all of them are behind it. */
  shown?: string
}) {
  return (
    <bdi className="lk-amount lk-number" dir="ltr" title={`${numeric} ${symbol}`}>
      {exact ? exactAmount(shown) : showAmount(numeric)} <bdi>{symbol}</bdi>
    </bdi>
  )
}

/** All digits of a decimal text, with the reader's separators. */
export function exactAmount(numeric: string): string {
  const [whole = '0', part = ''] = numeric.split('.')
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(part)) return numeric
  const local = new Intl.NumberFormat(undefined, { numberingSystem: 'latn' })
  const separator = local.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const digits = part.replace(/0+$/, '')
  return local.format(BigInt(whole)) + (digits ? separator + digits : '')
}
