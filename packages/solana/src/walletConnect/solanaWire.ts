import { base58 } from '@scure/base'
import { badAnswer } from './badAnswer.js'

/** Where things stand in the wire bytes of a transaction. @see https://solana.com/docs/core/transactions */
export type SolanaWire = {
  /** Where the signatures begin, and how many there are. */
  readonly signaturesAt: number
  readonly signatureCount: number
  /** Where the message begins. */
  readonly messageAt: number
  readonly isLegacy: boolean
  /** Who must sign, the one who pays first. */
  readonly signers: readonly string[]
}

const [keyLength, signatureLength] = [32, 64]

/** Reads the shape of a transaction; throws RangeError when invalid. */
export function readSolanaWire(bytes: Uint8Array): SolanaWire {
  const reader = read(bytes)
  const signatureCount = reader.count()
  const signaturesAt = reader.at()
  reader.skip(signatureCount * signatureLength)
  const messageAt = reader.at()
  const isLegacy = ((bytes[messageAt] ?? 0) & 0x80) === 0
  if (!isLegacy) reader.skip(1)
  const [required] = reader.take(3)
  const keys = Array.from({ length: reader.count() }, () => base58.encode(reader.take(keyLength)))
  const signers = keys.slice(0, required)
  if (signers.length === 0 || signers.length !== required) throw new RangeError('Nobody signs it.')
  return { signaturesAt, signatureCount, messageAt, isLegacy, signers }
}

/** Puts a signature where it belongs, for wallets that give back nothing else. */
export function withSignature(bytes: Uint8Array, address: string, signature: Uint8Array): Uint8Array {
  const { signers, signaturesAt, signatureCount } = readSolanaWire(bytes)
  const place = signers.indexOf(address)
  if (place < 0 || place >= signatureCount) throw badAnswer('The account does not sign this transaction.')
  const signed = bytes.slice()
  signed.set(signature, signaturesAt + place * signatureLength)
  return signed
}

/** The fields of a transaction that wallets of old read in place of its bytes; none for versions that they do not know. */
export function toLegacyFields(bytes: Uint8Array): { readonly [field: string]: unknown } {
  const { isLegacy, messageAt } = readSolanaWire(bytes)
  if (!isLegacy) return {}
  const reader = read(bytes, messageAt)
  const [required = 0, readonlySigned = 0, readonlyUnsigned = 0] = reader.take(3)
  const keys = Array.from({ length: reader.count() }, () => base58.encode(reader.take(keyLength)))
  const recentBlockhash = base58.encode(reader.take(keyLength))
  const toKey = (at: number) => ({
    pubkey: keyAt(keys, at),
    isSigner: at < required,
    isWritable: at < required ? at < required - readonlySigned : at < keys.length - readonlyUnsigned,
  })
  const instructions = Array.from({ length: reader.count() }, () => {
    const [program = 0] = reader.take(1)
    const accounts = [...reader.take(reader.count())].map(toKey)
    const data = base58.encode(reader.take(reader.count()))
    return { programId: keyAt(keys, program), keys: accounts, data }
  })
  return { feePayer: keyAt(keys, 0), recentBlockhash, instructions }
}

function keyAt(keys: readonly string[], at: number): string {
  const key = keys[at]
  if (key === undefined) throw new RangeError('It names an account that it does not list.')
  return key
}

function read(bytes: Uint8Array, start = 0) {
  let at = start
  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new RangeError('It ends too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    at: () => at,
    take,
    skip: (length: number) => void take(length),
    /** A number in one to three groups of seven bits, the lowest first. */
    count(): number {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const [group = 0] = take(1)
        value |= (group & 0x7f) << shift
        if (group < 0x80) return value
      }
      throw new RangeError('It holds a number that is too long.')
    },
  }
}
