import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { getPublicKey, HDKD, secretFromSeed } from '@scure/sr25519'
import { mnemonic } from '../../chains/evm/accounts.js'

/** A private key and what belongs to it. */
export type FamilyKey = { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array; readonly path: string }

const hardened = 0x80000000
const seed = () => mnemonicToSeedSync(mnemonic)

/** The Ed25519 key of an account. @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md */
export function solanaKey(index: number): FamilyKey {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed())
  for (const step of [44, 501, index, 0]) {
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, step + hardened)
    node = hmac(sha512, node.slice(32), concatBytes(new Uint8Array([0]), node.slice(0, 32), number))
  }
  const privateKey = node.slice(0, 32)
  return { privateKey, publicKey: ed25519.getPublicKey(privateKey), path: `m/44'/501'/${index}'/0'` }
}

/** A secp256k1 key by its path. @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki */
export function secp256k1Key(path: string): FamilyKey {
  const { privateKey, publicKey } = HDKey.fromMasterSeed(seed()).derive(path)
  if (!privateKey || !publicKey) throw new RangeError(`There is no key at ${path}`)
  return { privateKey, publicKey, path }
}

/**
 * The sr25519 key of an account: from the words' entropy, not from their seed, and after the first by a hard junction.
 *
 * @see https://github.com/paritytech/substrate-bip39
 */
export function polkadotKey(index: number): FamilyKey {
  const entropy = mnemonicToEntropy(mnemonic, wordlist)
  const mini = pbkdf2(sha512, entropy, utf8ToBytes('mnemonic'), { c: 2048, dkLen: 64 }).slice(0, 32)
  const root = secretFromSeed(mini)
  if (index === 0) return { privateKey: root, publicKey: getPublicKey(root), path: '' }
  const junction = new Uint8Array(32)
  new DataView(junction.buffer).setUint32(0, index, true)
  const privateKey = HDKD.secretHard(root, junction)
  return { privateKey, publicKey: getPublicKey(privateKey), path: `//${index}` }
}
