import { base58 } from '@scure/base'
import { invalidParams } from './rpcError.js'

/** Reads a signature by which a transaction is known: 64 bytes in base58. */
export function readSignature(value: unknown): string {
  try {
    if (typeof value === 'string' && base58.decode(value).length === 64) return value
  } catch {
    throw invalidParams('Invalid param: not a base58 signature')
  }
  throw invalidParams('Invalid param: a signature has 64 bytes')
}
