import type { TokenBalance } from '@latchkey/protocol/api'
import type { Namespace } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { findLookAlike, toPlainAddress } from '@latchkey/protocol/internal/receivers'
import { formatAmount, parseAmount } from '../chains/amount.js'
import type { TransferQuote, TransferredCollectible } from '../namespace.js'

/** A balance, as far as it can be spent. */
export type AvailableBalance = TokenBalance & {
  /** The pending amount sent of it, as exact decimal text; absent without one. */
  readonly pending?: string
}

/** A sendable asset: the native coin, a token, or a collectible as a token without decimals. */
export type SendToken = AvailableBalance & { readonly collectible?: TransferredCollectible }

/** The form as filled in; texts as typed. */
export type SendDraft = {
  readonly token: SendToken | undefined
  readonly amountText: string
  readonly to: string
}

/** Why an amount cannot be sent. `ambiguous`: it may have a thousands separator in it. `fee`: too little for amount and fee. */
export type AmountProblem = 'empty' | 'unreadable' | 'ambiguous' | 'decimals' | 'zero' | 'balance' | 'fee'
/** Why nothing can be sent to a receiver. */
export type ReceiverProblem = 'empty' | 'invalid'
/** Warnings for a well-formed receiver. */
export type ReceiverWarning = 'checksum' | 'own' | 'token'

/** The validation result of a draft. */
export type SendChecks = {
  /** In base units of the token; undefined while it cannot be read. */
  readonly amount: bigint | undefined
  readonly amountProblem: AmountProblem | undefined
  readonly receiverProblem: ReceiverProblem | undefined
  /** The family whose address an invalid receiver is, so that a view can name it; absent where none is known. */
  readonly receiverFamily?: Namespace
  readonly warnings: readonly ReceiverWarning[]
  /** The known address that the receiver begins and ends like, and is not; undefined where there is none. */
  readonly lookAlike: string | undefined
  /** True: never paid from this browser, and not an account of the visitor. */
  readonly isFirstTime: boolean
}

/** The facts that a draft is validated against. */
export type CheckContext = {
  readonly isAddress: (text: string) => boolean
  /** Which other family an address is of, if any. */
  readonly familyOf?: (text: string) => Namespace | undefined
  /** Plain address of the sender. */
  readonly own: string
  /** The visitor's decimal separator: `.` or `,`. */
  readonly separator: string
  readonly quote?: TransferQuote | undefined
  /** The receiver whose checksum was found wrong. */
  readonly badChecksum?: string | undefined
  /** Addresses that the visitor knows: their own, and where they paid before. Without it no receiver is new or looks like another. */
  readonly known?: readonly string[]
}

/** Checks a draft; pure, so that every keystroke may ask. */
export function checkDraft(draft: SendDraft, context: CheckContext): SendChecks {
  const { token, to } = draft
  const amount = token ? readAmount(draft.amountText, readDecimals(token), context.separator) : 'empty'
  const receiver = to.trim()
  const receiverProblem = receiver === '' ? 'empty' : context.isAddress(receiver) ? undefined : 'invalid'
  const family = receiverProblem === 'invalid' ? context.familyOf?.(receiver) : undefined
  const known = receiverProblem || !context.known ? undefined : [context.own, ...context.known]
  const lookAlike = known && findLookAlike(receiver, known)
  return {
    amount: typeof amount === 'bigint' ? amount : undefined,
    amountProblem:
      typeof amount === 'bigint' && token ? limitOf(amount, token, context.quote) : (amount as AmountProblem),
    receiverProblem,
    ...(family ? { receiverFamily: family } : {}),
    warnings: receiverProblem ? [] : warningsOf(receiver, token, context),
    lookAlike,
    isFirstTime: known !== undefined && lookAlike === undefined && !known.some((each) => isSame(each, receiver)),
  }
}

/** The decimals of a token; 0 for malformed data, and then it cannot be sent. */
export function decimalsOf(token: TokenBalance): number {
  return readDecimals(token) ?? 0
}

/** The range of the `uint8` that `decimals()` returns. */
function readDecimals({ quantity }: TokenBalance): number | undefined {
  const decimals = /^\d{1,3}$/.test(quantity.decimals) ? Number(quantity.decimals) : 256
  return decimals < 256 ? decimals : undefined
}

/** The balance of a token in base units; undefined for malformed data. */
export function heldOf(token: TokenBalance): bigint | undefined {
  const decimals = readDecimals(token)
  if (decimals === undefined) return undefined
  const [whole = '', part = ''] = token.quantity.numeric.split('.')
  try {
    return parseAmount(`${whole}.${part.slice(0, decimals)}`, decimals)
  } catch {
    return undefined
  }
}

/** The sendable amount of the native coin: the balance less fee and reserve, or the balance where it does not cover them. */
export function sendableOf({ fee, nativeBalance, reserve = 0n }: TransferQuote): bigint {
  const left = nativeBalance - fee - reserve
  return left > 0n ? left : nativeBalance
}

/** Plain address of a token; undefined for the native coin. */
export function tokenAddress(token: TokenBalance): string | undefined {
  return token.address?.split(':')[2]
}

/** Base units as a text that the amount field takes. */
export function toAmountText(amount: bigint, decimals: number, separator: string): string {
  return formatAmount(amount, decimals).replace('.', separator)
}

/**
 * Reads an amount as a person types it, with either separator before its decimals.
 *
 * @param text - What was typed.
 * @param decimals - How many decimals the coin or token has; nothing can be read while that is not known.
 * @param separator - What stands before decimals where the reader lives: `.` or `,`. Default: as their browser has it.
 * @returns Base units, or what is wrong; `ambiguous` where a separator may group thousands.
 *
 * @example
 * import { readAmount } from '@latchkey/core'
 * readAmount('0,5', 9, ',') // 500000000n
 */
export function readAmount(
  text: string,
  decimals: number | undefined,
  separator: string = decimalSeparator(undefined),
): bigint | AmountProblem {
  const plain = toPlainNumber(text, separator)
  if (plain === 'empty' || plain === 'ambiguous') return plain
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain) || plain.length > 340 || decimals === undefined) return 'unreadable'
  try {
    const amount = parseAmount(plain, decimals)
    return amount === 0n ? 'zero' : amount
  } catch (error) {
    return isLatchkeyError(error, 'INVALID_AMOUNT') && plain.includes('.') ? 'decimals' : 'unreadable'
  }
}

/**
 * A typed number with a point before its decimals. Either separator may stand before the decimals, except where the text
 * could as well be a grouped number ("1,000"): a guess there could be wrong by a factor of a thousand.
 */
function toPlainNumber(text: string, separator: string): string {
  const latin = text
    .trim()
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, separator)
  if (latin === '') return 'empty'
  const other = separator === ',' ? '.' : ','
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(\\${other}\\d{3})+(\\${separator}\\d*)?$`)
  if (isGrouped.test(latin)) return 'ambiguous'
  return latin.replace(/,/g, '.')
}

function limitOf(amount: bigint, token: TokenBalance, quote: TransferQuote | undefined): AmountProblem | undefined {
  const held = heldOf(token)
  if (held !== undefined && amount > held) return 'balance'
  if (!quote) return undefined
  const needed = quote.fee + (quote.reserve ?? 0n) + (token.address === undefined ? amount : 0n)
  return needed > quote.nativeBalance ? 'fee' : undefined
}

function warningsOf(receiver: string, token: TokenBalance | undefined, context: CheckContext): ReceiverWarning[] {
  const address = token && tokenAddress(token)
  const warnings: ReceiverWarning[] = []
  if (context.badChecksum === receiver) warnings.push('checksum')
  if (isSame(receiver, context.own)) warnings.push('own')
  if (address !== undefined && isSame(receiver, address)) warnings.push('token')
  return warnings
}

function isSame(one: string, other: string): boolean {
  return toPlainAddress(one) === toPlainAddress(other)
}

/** The decimal separator of the visitor's locale. */
export function decimalSeparator(locale: string | undefined): string {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}
