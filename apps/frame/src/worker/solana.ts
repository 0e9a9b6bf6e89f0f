import { LatchkeyError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'
import { isTransactionMessage, readShort, readSigners } from './solanaSigners.js'

/**
 * Signs a message off chain; bytes that are a transaction's message are refused, since the signature would move funds.
 *
 * @param key - The private key.
 * @param message - The message.
 * @returns 64 bytes.
 * @throws LatchkeyError INVALID_PARAMS when it could be a transaction.
 */
export function signSolanaMessage(key: Uint8Array, message: Uint8Array): Uint8Array {
  if (isTransactionMessage(message))
    throw new LatchkeyError('INVALID_PARAMS', 'This message is a transaction in disguise')
  return ed25519.sign(message, key)
}

/**
 * Signs a transaction for its own account and leaves the signatures of others as they are.
 *
 * @param key - The private key.
 * @param transaction - The transaction with room for its signatures, legacy or version 0.
 * @returns The transaction with the signature.
 * @throws LatchkeyError INVALID_PARAMS when it is invalid, or asks for no signature of this account.
 * @see https://solana.com/docs/core/transactions
 */
export function signSolanaTransaction(key: Uint8Array, transaction: Uint8Array): Uint8Array {
  const count = readShort(transaction, 0)
  const start = count ? count.next + count.value * 64 : 0
  const message = transaction.subarray(start)
  const signers = readSigners(message)
  if (!count || !signers || signers.length !== count.value) {
    throw new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed')
  }
  const own = ed25519.getPublicKey(key)
  const place = signers.findIndex((signer) => signer.every((byte, at) => byte === own[at]))
  if (place < 0) throw new LatchkeyError('INVALID_PARAMS', 'The transaction needs no signature of this account')
  const signed = Uint8Array.from(transaction)
  signed.set(ed25519.sign(message, key), count.next + place * 64)
  return signed
}
