import { LatchkeyError } from '@latchkey/protocol/errors'
import { ed25519 } from '@noble/curves/ed25519.js'

/**
 * Signs a message off chain; bytes that are a transaction's message are refused, since the signature would move funds.
 *
 * @param key - The private key.
 * @param message - The message.
 * @returns 64 bytes.
 * @throws LatchkeyError INVALID_PARAMS when it could be a transaction.
 */
export function signSolanaMessage(key: Uint8Array, message: Uint8Array): Uint8Array {
  // No text starts with these bytes, but transactions of any later version will.
  const isVersioned = ((message[0] ?? 0) & 0xc0) === 0x80
  if (isVersioned || readSigners(message))
    throw new LatchkeyError('INVALID_PARAMS', 'This message is a transaction in disguise')
  return ed25519.sign(message, key)
}

/**
 * Signs a transaction for its own account and leaves the signatures of others as they are.
 *
 * @param key - The private key.
 * @param transaction - The transaction with room for its signatures, legacy or version 0.
 * @returns The transaction with the signature.
 * @throws LatchkeyError INVALID_PARAMS when it is none, or asks for no signature of this account.
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

// Gives the accounts that must sign when the bytes can be read as a transaction's message, else nothing. It reads as far
// as the number of instructions: whoever reads less strictly than a node refuses more, never less.
function readSigners(bytes: Uint8Array): Uint8Array[] | undefined {
  const first = bytes[0] ?? 0
  const at = first & 0x80 ? 1 : 0
  if (at === 1 && (first & 0x7f) > 0) return undefined
  const signers = bytes[at] ?? 0
  const accounts = readShort(bytes, at + 3)
  if (!accounts || signers === 0 || signers > accounts.value) return undefined
  const end = accounts.next + accounts.value * 32
  if (end + 32 >= bytes.length || !readShort(bytes, end + 32)) return undefined
  return Array.from({ length: signers }, (_, index) =>
    bytes.subarray(accounts.next + index * 32, accounts.next + index * 32 + 32),
  )
}

// The "compact-u16" of Solana: seven bits a byte, at most three bytes.
function readShort(bytes: Uint8Array, start: number): { value: number; next: number } | undefined {
  let value = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[start + at]
    if (byte === undefined) return undefined
    value |= (byte & 0x7f) << (at * 7)
    if (byte < 0x80) return { value, next: start + at + 1 }
  }
  return undefined
}
