import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { developmentSeed } from '../developmentSeed.js'
import { cosmosPrefix } from './cosmosNetwork.js'

/** A key of the local Cosmos ledger. Everybody knows it: never send anything of value to it. */
export type CosmosTestAccount = {
  readonly address: string
  readonly privateKey: Uint8Array
  /** Compressed, 33 bytes of hex. */
  readonly publicKey: string
  readonly path: string
}

const accountPath = `m/44'/118'/0'/0`

/**
 * Derives the secp256k1 accounts of the development phrase, `m/44'/118'/0'/0/i`.
 *
 * @param count - How many.
 * @param prefix - The beginning of the addresses; default: `cosmos`.
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md
 *
 * @example
 * import { cosmosAccounts } from '@latchkey/devnet'
 * const [first] = cosmosAccounts(1)
 * console.log(first?.address)
 */
export function cosmosAccounts(count: number, prefix = cosmosPrefix): readonly CosmosTestAccount[] {
  const root = HDKey.fromMasterSeed(developmentSeed()).derive(accountPath)
  return Array.from({ length: count }, (_, index) => {
    const path = `${accountPath}/${index}`
    const { privateKey, publicKey } = root.deriveChild(index)
    if (!privateKey || !publicKey) throw new Error(`The path ${path} has no key`)
    return { address: cosmosAddress(publicKey, prefix), privateKey, publicKey: hex.encode(publicKey), path }
  })
}

/** The address of a compressed secp256k1 key. */
export function cosmosAddress(publicKey: Uint8Array, prefix = cosmosPrefix): string {
  return bech32.encode(prefix, bech32.toWords(ripemd160(sha256(publicKey))))
}

/** Whether a text is an address of the local ledger, its checksum included. */
export function isCosmosAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false
  const decoded = bech32.decodeUnsafe(value, 90)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  return decoded?.prefix === cosmosPrefix && (bytes?.length === 20 || bytes?.length === 32)
}
