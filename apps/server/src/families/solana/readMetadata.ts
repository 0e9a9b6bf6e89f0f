import { base58 } from '@scure/base'

/** What the account has that Token Metadata keeps for a mint. */
export type Metadata = {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
  /** Those who signed that they made it. */
  readonly creators: readonly string[]
  /** Its place in the list of token standards; nothing in accounts that are older than the list. */
  readonly standard: number | undefined
  /** The collection that vouches for it. */
  readonly collection: string | undefined
}

const metadataV1 = 4
/** Three texts, and so much of each: the program keeps no more. */
const mostText = 1_000
const mostCreators = 10

/**
 * Reads an account of Metaplex's Token Metadata.
 *
 * @param data - The bytes of the account.
 * @returns What it has; nothing where it is no such account.
 * @see https://developers.metaplex.com/token-metadata
 */
export function readMetadata(data: Uint8Array): Metadata | undefined {
  try {
    return parse(data)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function parse(data: Uint8Array): Metadata | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const skip = (length: number) => {
    if (length > data.length - at) throw new RangeError('The account is too short')
    at += length
    return at - length
  }
  const byte = () => view.getUint8(skip(1))
  const count = (most: number) => {
    const found = view.getUint32(skip(4), true)
    if (found > most) throw new RangeError('The account says more than there can be')
    return found
  }
  const key = () => base58.encode(data.slice(skip(32), at))
  const text = () => {
    const length = count(mostText)
    const from = skip(length)
    // Texts are filled up to their longest length.
    return Buffer.from(data.subarray(from, from + length))
      .toString()
      .replace(/\0+$/, '')
  }
  if (byte() !== metadataV1) return undefined
  skip(32)
  const mint = key()
  const [name, symbol, uri] = [text(), text(), text()]
  skip(2)
  const creators: string[] = []
  for (let left = byte() === 1 ? count(mostCreators) : 0; left > 0; left--) {
    const creator = key()
    if (byte() === 1) creators.push(creator)
    skip(1)
  }
  skip(2)
  const head = { mint, name, symbol, uri, creators }
  // What follows came with later versions of the program, and accounts of before end here or have zeros.
  const option = <T>(read: () => T): T | undefined => (at < data.length && byte() === 1 ? read() : undefined)
  option(byte)
  const standard = option(byte)
  const collection = option(() => {
    const isVerified = byte() === 1
    const address = key()
    return isVerified ? address : undefined
  })
  return { ...head, standard, collection }
}
