import { hex } from '@scure/base'
import { getPublicKey, HDKD, secretFromSeed } from '@scure/sr25519'
import { developmentMiniSecret } from '../developmentSeed.js'
import { polkadotPrefix } from './polkadotNetwork.js'
import { encodeSs58 } from './ss58.js'

/** A key of the local Polkadot ledger. Everybody knows it: never send anything of value to it. */
export type PolkadotTestAccount = {
  readonly address: string
  /** 64 bytes: key and nonce, as sr25519 takes them. */
  readonly secretKey: Uint8Array
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** Empty for the first, `//1` for the second. */
  readonly path: string
}

/**
 * Derives the sr25519 accounts of the development phrase: the phrase itself, then its hard junctions `//1`, `//2` ….
 *
 * @param count - How many.
 * @see https://github.com/paritytech/substrate-bip39
 *
 * @example
 * import { polkadotAccounts } from '@latchkey/devnet'
 * const [first] = polkadotAccounts(1)
 * console.log(first?.address)
 */
export function polkadotAccounts(count: number): readonly PolkadotTestAccount[] {
  const root = secretFromSeed(developmentMiniSecret())
  return Array.from({ length: count }, (_, index) => {
    const secretKey = index === 0 ? root : HDKD.secretHard(root, junction(index))
    const publicKey = getPublicKey(secretKey)
    return {
      address: encodeSs58(publicKey, polkadotPrefix),
      secretKey,
      publicKey: hex.encode(publicKey),
      path: index === 0 ? '' : `//${index}`,
    }
  })
}

function junction(index: number): Uint8Array {
  const code = new Uint8Array(32)
  new DataView(code.buffer).setUint32(0, index, true)
  return code
}
