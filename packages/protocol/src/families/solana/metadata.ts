import { base58 } from '@scure/base'
import { findProgramAddress } from './programAddress.js'

/** An account of the chain. */
export type SolanaAccount = {
  /** The program that may change it. */
  readonly owner: string
  readonly data: Uint8Array
}

/** What is kept for a mint. */
export type SolanaMetadata = {
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

/** So many bytes of an account hold all that is read here; what follows in a mint can be megabytes. */
export const metadataBytes = 2_048

const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const secondTokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', secondTokenProgram]
const prefix = new TextEncoder().encode('metadata')
const metadataV1 = 4
/** Three texts, and so much of each: the program keeps no more. */
const mostText = 1_000
const mostCreators = 10
/** The standard of which there may be many alike. */
const fungible = 2
/** A mint has so many bytes; extensions begin behind the size of an account of tokens and a byte that says that it is a mint. */
const [mintSize, accountSize, mintKind] = [82, 165, 1]
const [metadataPointer, tokenMetadata] = [18, 19]

/**
 * Finds where Metaplex's Token Metadata keeps what it knows of a mint.
 *
 * @param mint - The mint's address.
 * @returns The address of the account.
 *
 * @example
 * import { metadataAddress } from '@latchkey/protocol/internal/solanaMetadata'
 * metadataAddress('So11111111111111111111111111111111111111112')
 */
export function metadataAddress(mint: string): string {
  return findProgramAddress(metadataProgram, [prefix, base58.decode(metadataProgram), base58.decode(mint)])
}

/**
 * Reads what is kept for a mint: by Metaplex's Token Metadata, else by the mint itself, as Token-2022 allows.
 *
 * @param mint - The mint's address.
 * @param account - The mint's account; its first `metadataBytes` are enough.
 * @param beside - The account at `metadataAddress`.
 * @returns What is kept; nothing where it is of another mint or another program, for anybody may write such bytes elsewhere.
 *
 * @example
 * import { readMetadata } from '@latchkey/protocol/internal/solanaMetadata'
 * readMetadata('So11111111111111111111111111111111111111112', undefined, undefined) // undefined
 */
export function readMetadata(
  mint: string,
  account: SolanaAccount | undefined,
  beside: SolanaAccount | undefined,
): SolanaMetadata | undefined {
  const kept = beside?.owner === metadataProgram ? orUndefined(() => readMetaplex(beside.data)) : undefined
  if (kept?.mint === mint) return kept
  const own = account?.owner === secondTokenProgram ? orUndefined(() => readOwn(mint, account.data)) : undefined
  return own?.mint === mint ? own : undefined
}

/**
 * Whether a mint is a collectible: there is one of it, it cannot be divided, and what is kept for it does not say that it is a token.
 *
 * @param account - The mint's account.
 * @param metadata - What is kept for it; without that nobody says that it is more than a token.
 * @returns True for a collectible.
 *
 * @example
 * import { isCollectible } from '@latchkey/protocol/internal/solanaMetadata'
 * isCollectible(undefined, undefined) // false
 */
export function isCollectible(account: SolanaAccount | undefined, metadata: SolanaMetadata | undefined): boolean {
  if (!account || !metadata || metadata.standard === fungible) return false
  if (!tokenPrograms.includes(account.owner) || account.data.length < mintSize) return false
  return viewOf(account.data).getBigUint64(36, true) === 1n && account.data[44] === 0
}

/** @see https://developers.metaplex.com/token-metadata */
function readMetaplex(data: Uint8Array): SolanaMetadata | undefined {
  const { skip, byte, key, text, count, isEnd } = readerOf(data)
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
  // What follows came with later versions of the program, and accounts of before end here or have zeros.
  const option = <T>(read: () => T): T | undefined => (!isEnd() && byte() === 1 ? read() : undefined)
  option(byte)
  const standard = option(byte)
  const collection = option(() => {
    const isVerified = byte() === 1
    const address = key()
    return isVerified ? address : undefined
  })
  return { mint, name, symbol, uri, creators, standard, collection }
}

/** The metadata in a Token-2022 mint. @see https://github.com/solana-program/token-metadata */
function readOwn(mint: string, data: Uint8Array): SolanaMetadata | undefined {
  if (data[accountSize] !== mintKind) return undefined
  const extensions = extensionsOf(data)
  const pointer = extensions.get(metadataPointer)
  const said = extensions.get(tokenMetadata)
  // A mint says where its metadata is: what it does not stand by is not its own.
  if (!said || pointer?.length !== 64 || base58.encode(pointer.slice(32)) !== mint) return undefined
  const { skip, key, text } = readerOf(said)
  skip(32)
  return {
    mint: key(),
    name: text(),
    symbol: text(),
    // Behind what was read of the account, or longer than it can be: the name counts without it.
    uri: orUndefined(text) ?? '',
    creators: [],
    standard: undefined,
    collection: undefined,
  }
}

/** The extensions of a mint, each by its type, as far as they are in the bytes. */
function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const view = viewOf(data)
  const found = new Map<number, Uint8Array>()
  for (let at = accountSize + 1; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0) break
    if (!found.has(type)) found.set(type, data.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

/** Reads one field after the other; what is not there is a `RangeError`. */
function readerOf(data: Uint8Array) {
  const view = viewOf(data)
  let at = 0
  const skip = (length: number) => {
    if (length > data.length - at) throw new RangeError('The account is too short')
    at += length
    return at - length
  }
  const count = (most: number) => {
    const found = view.getUint32(skip(4), true)
    if (found > most) throw new RangeError('The account says more than there can be')
    return found
  }
  return {
    skip,
    count,
    byte: () => view.getUint8(skip(1)),
    key: () => base58.encode(data.slice(skip(32), at)),
    text: () => {
      const length = count(mostText)
      const from = skip(length)
      // Texts are filled up to their longest length.
      return new TextDecoder().decode(data.subarray(from, from + length)).replace(/\0+$/, '')
    },
    isEnd: () => at >= data.length,
  }
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
