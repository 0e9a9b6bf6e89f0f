import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'
import type { ImportedKeys } from '../worker/parseSecret.js'

/** Private keys as they were read; `solanaAddress` is what the Solana key says its own address is. */
export type ReadKeys = { keys: ImportedKeys; solanaAddress?: string }

// How many keys secp256k1 has. https://www.secg.org/sec2-v2.pdf
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const listOfBytes = /^\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){63}\s*\]$/

/**
 * Reads private keys as wallets export them: 64 hex digits, with or without 0x, for EVM networks; the 64 bytes of a Solana key
 * pair in base58, in hex, or as the list of numbers that Solana's tools write. One of each, or both.
 *
 * @param text - What was typed.
 * @returns The keys; or undefined where the text looks like none, as words do.
 * @throws LatchkeyError INVALID_PARAMS that says what is wrong, and never what was typed.
 * @see https://docs.solana.com/wallet-guide/file-system-wallet
 */
export function readKeys(text: string): ReadKeys | undefined {
  const typed = text.normalize('NFKC').trim()
  if (listOfBytes.test(typed)) return readPair(Uint8Array.from(readNumbers(typed)))
  if (/^\{[\s\S]*"(crypto|cipher\w*)"/i.test(typed))
    throw wrong(
      'This file is encrypted. Open it in the wallet that wrote it, export the private key there, and type that one here.',
    )
  const parts = typed.split(/[\s,;"'`]+/).filter(Boolean)
  // No word of a phrase is that long, and none begins like this.
  if (!parts.some((part) => part.length >= 30 || /^0x/i.test(part))) return undefined
  if (parts.length > 2)
    throw wrong('Here is more than a private key. Type the key alone, without what stands around it.')
  const [first, second] = parts.map(readKey)
  if (!first) return undefined
  if (!second) return first
  if ((first.keys.evm && second.keys.evm) || (first.keys.solana && second.keys.solana))
    throw wrong('These are two keys of one kind. A wallet has one for EVM networks and one for Solana.')
  return { ...first, ...second, keys: { ...first.keys, ...second.keys } }
}

function readKey(part: string): ReadKeys {
  const [, digits] = /^(?:0x)?([\da-f]+)$/i.exec(part) ?? []
  if (digits?.length === 64) return readEvm(digits)
  if (digits?.length === 128) return readPair(bytesOf(digits))
  if (digits?.length === 40)
    throw wrong('This is an address. Its private key has 64 characters, and only the old wallet knows it.')
  if (digits)
    throw wrong(`A private key has 64 digits from 0 to f, and here are ${digits.length}. One was lost or added.`)
  if (/^0x/i.test(part))
    throw wrong('A private key has digits from 0 to 9 and letters from a to f, and here is another character.')
  if (/^[xyzt]p(rv|ub)/.test(part))
    throw wrong(
      'This is an extended key, which stands for many accounts. Export the recovery phrase or one private key.',
    )
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(part))
    throw wrong('This is neither a recovery phrase nor a private key. Compare it with what the old wallet showed.')
  const bytes = base58.decode(part)
  if (bytes.length === 64) return readPair(bytes)
  if (bytes.length === 32)
    throw wrong(
      'This is a Solana address, or half of a Solana key. The whole key has 87 or 88 characters: export it in that form.',
    )
  if (/^[5KL].{50,51}$/.test(part))
    throw wrong('This is the key of a Bitcoin address. Keys can be imported for EVM networks and for Solana.')
  throw wrong(
    `A Solana key has 87 or 88 characters, and here are ${part.length}. One was lost or added, or changed its case.`,
  )
}

function readEvm(digits: string): ReadKeys {
  const value = BigInt(`0x${digits}`)
  if (value === 0n || value >= order)
    throw wrong('No account has this number as its private key. Compare it with what the old wallet showed.')
  return { keys: { evm: bytesOf(digits) } }
}

// The public key stands behind the seed; whether it is the seed's shows where the seed is used.
function readPair(bytes: Uint8Array): ReadKeys {
  const solanaAddress = base58.encode(bytes.subarray(32))
  const solana = bytes.slice(0, 32)
  bytes.fill(0)
  return { keys: { solana }, solanaAddress }
}

function readNumbers(list: string): number[] {
  const numbers = (list.match(/\d+/g) ?? []).map(Number)
  if (numbers.some((number) => number > 255))
    throw wrong('The numbers of a Solana key lie between 0 and 255, and here is a larger one.')
  return numbers
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function wrong(message: string): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', message)
}
