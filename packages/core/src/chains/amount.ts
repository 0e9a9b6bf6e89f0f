import { LatchkeyError } from '@latchkey/protocol/errors'
import { shownDecimals } from '@latchkey/protocol/internal/limits'

/**
 * Reads a decimal text as base units, exactly.
 *
 * @param text - Digits with at most one point, for example `1.5`.
 * @param decimals - How many decimals the token has.
 * @returns The amount in base units.
 * @throws INVALID_AMOUNT when it is no plain decimal number or has more decimals than the token.
 *
 * @example
 * import { parseAmount } from '@latchkey/core'
 * parseAmount('1.5', 6) // 1500000n
 */
export function parseAmount(text: string, decimals: number): bigint {
  const match = /^(\d{0,80})(?:\.(\d{0,255}))?$/.exec(text.trim())
  const whole = match?.[1] ?? ''
  const part = (match?.[2] ?? '').replace(/0+$/, '')
  if (!match || whole + (match[2] ?? '') === '') {
    throw new LatchkeyError('INVALID_AMOUNT', 'Enter an amount in digits, for example 1.5.')
  }
  if (part.length > decimals) {
    throw new LatchkeyError('INVALID_AMOUNT', `This token has at most ${decimals} decimals.`)
  }
  return BigInt(whole || '0') * 10n ** BigInt(decimals) + BigInt(part.padEnd(decimals, '0') || '0')
}

/**
 * Writes base units as a decimal text, exactly and without trailing zeros.
 *
 * @param amount - Base units.
 * @param decimals - How many decimals the token has.
 * @returns For example `1.5`.
 *
 * @example
 * import { formatAmount } from '@latchkey/core'
 * formatAmount(1500000n, 6) // '1.5'
 */
export function formatAmount(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${whole}${part ? `.${part}` : ''}`
}

/**
 * Shortens a decimal text for a person: at most 3 decimals, rounded down, local separators; `0.000` for nothing and
 * `< 0.001` for less than can be shown.
 *
 * @param numeric - A plain decimal text such as `1.23456`.
 * @param locale - A BCP 47 tag. Default: the reader's.
 * @returns For example `1.234`.
 *
 * @example
 * import { showAmount } from '@latchkey/core'
 * showAmount('1.23456', 'en') // '1.234'
 */
export function showAmount(numeric: string, locale?: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(numeric)
  if (!match) return '–'
  const [, whole = '0', part = ''] = match
  const shown = part.slice(0, shownDecimals)
  const nothingShown = BigInt(whole) === 0n && /^0*$/.test(shown)
  const { local, separator } = wayOf(locale)
  if (nothingShown) return /[1-9]/.test(part) ? `< 0${separator}001` : `0${separator}000`
  const trimmed = shown.replace(/0+$/, '')
  return local.format(BigInt(whole)) + (trimmed ? separator + trimmed : '')
}

/** Formats by their locale: making one takes longer than drawing the row that it is for. */
const ways = new Map<string | undefined, { readonly local: Intl.NumberFormat; readonly separator: string }>()

function wayOf(locale: string | undefined) {
  const known = ways.get(locale)
  if (known) return known
  // The digits after the point are written as they come, so those before it must be of the same kind.
  const local = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const separator = local.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const way = { local, separator }
  ways.set(locale, way)
  return way
}
