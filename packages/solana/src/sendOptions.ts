import { LatchkeyError } from '@latchkey/protocol/errors'
import { preflightCommitments } from '@latchkey/protocol/internal/solana'
import type { SolanaSendOptions } from './solanaProvider.js'

/**
 * Checks how a Solana node is to check and send a transaction, where an app or a page says so.
 *
 * @param value - What was given; absent fields stay absent.
 * @returns The options and nothing else.
 * @throws LatchkeyError INVALID_PARAMS when a field has a value that nodes do not know.
 * @see https://solana.com/docs/rpc/http/sendtransaction
 *
 * @example
 * import { parseSendOptions } from '@latchkey/solana'
 * parseSendOptions({ preflightCommitment: 'confirmed', maxRetries: 3 })
 */
export function parseSendOptions(value: unknown): SolanaSendOptions {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') throw wrong('the options', 'an object')
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = value as { [name: string]: unknown }
  const commitment = preflightCommitments.find((each) => each === preflightCommitment)
  if (preflightCommitment !== undefined && commitment === undefined)
    throw wrong('preflightCommitment', `one of ${preflightCommitments.join(', ')}`)
  if (skipPreflight !== undefined && typeof skipPreflight !== 'boolean') throw wrong('skipPreflight', 'true or false')
  return {
    ...(skipPreflight === undefined ? {} : { skipPreflight }),
    ...(commitment === undefined ? {} : { preflightCommitment: commitment }),
    ...count('maxRetries', maxRetries),
    ...count('minContextSlot', minContextSlot),
  }
}

function count<name extends string>(name: name, value: unknown): { readonly [key in name]?: number } {
  if (value === undefined) return {}
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw wrong(name, 'a whole number that is not negative')
  return { [name]: value } as { readonly [key in name]?: number }
}

function wrong(name: string, wanted: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', `Invalid transaction: ${name} must be ${wanted}.`)
}
