import { showAmount } from '@latchkey/core'

/** An amount with its symbol, which a stranger wrote and which is therefore kept from turning the line around. */
export function Amount({ numeric, symbol, exact = false }: { numeric: string; symbol: string; exact?: boolean }) {
  return (
    <span className="lk-amount lk-number" title={`${numeric} ${symbol}`}>
      <span>{exact ? exactAmount(numeric) : showAmount(numeric)}</span> <bdi>{symbol}</bdi>
    </span>
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
