import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bip32, hardened } from './bip32.js'
import { seedOf, wordsOf } from './bip39.js'
import { slip10 } from './slip10.js'
import { toBase58, toSegwitAddress } from './writeAddress.js'

/** The private keys of one wallet, 32 bytes each; they live in the worker alone. */
export type Keys = { evm: Uint8Array; solana: Uint8Array; payment: Uint8Array; ordinal: Uint8Array }
/** The addresses of one wallet. */
export type Addresses = { eip155: string; solana: string; bip122: { payment: string; ordinal: string } }

/**
 * Derives the keys of a wallet from its entropy: BIP-39 words, then BIP-44 (EVM), SLIP-10 (Solana), BIP-84 and BIP-86. Keys that
 * its owner imported take the place of those that the words lead to.
 *
 * @param secret - 16 to 32 bytes of entropy, 32 for wallets that are made here; or what `parseSecret` reads.
 * @returns The keys of the first account of each.
 * @throws LatchkeyError INVALID_PARAMS for another length.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0044.mediawiki
 */
export async function deriveKeys(secret: Uint8Array): Promise<Keys> {
  const seed = await seedOf(wordsOf(secret.subarray(-32)))
  try {
    const keys = keysOfSeed(seed)
    if (secret.length > 32) (await import('./setImportedKeys.js')).setImportedKeys(keys, secret)
    return keys
  } finally {
    seed.fill(0)
  }
}

/**
 * Derives the keys of a wallet from its BIP-39 seed.
 *
 * @param seed - 64 bytes.
 * @returns The keys of the first account of each.
 */
export function keysOfSeed(seed: Uint8Array): Keys {
  const first = (purpose: number, coin: number) => bip32(seed, [hardened + purpose, hardened + coin, hardened, 0, 0])
  return { evm: first(44, 60), solana: slip10(seed, [44, 501, 0, 0]), payment: first(84, 0), ordinal: first(86, 0) }
}

/**
 * Returns the addresses of keys: EIP-55, base58, P2WPKH and P2TR on Bitcoin's main network.
 *
 * @param keys - The private keys.
 * @returns The addresses.
 */
export function addressesOf(keys: Keys): Addresses {
  return {
    eip155: evmAddress(keys.evm),
    solana: toBase58(ed25519.getPublicKey(keys.solana)),
    bip122: {
      payment: paymentAddress(keys.payment),
      ordinal: ordinalAddress(keys.ordinal),
    },
  }
}

// BIP-141: the hash of the public key, as bech32.
function paymentAddress(key: Uint8Array): string {
  const hash = ripemd160(sha256(secp256k1.getPublicKey(key, true)))
  return toSegwitAddress(0, hash)
}

// BIP-86: the public key tweaked by itself, with no script beside it, as bech32m.
function ordinalAddress(key: Uint8Array): string {
  const { taggedHash, lift_x: pointAt, pointToBytes } = schnorr.utils
  const inner = schnorr.getPublicKey(key)
  const tweak = BigInt(`0x${bytesToHex(taggedHash('TapTweak', inner))}`)
  const outer = pointAt(BigInt(`0x${bytesToHex(inner)}`)).add(secp256k1.Point.BASE.multiply(tweak))
  return toSegwitAddress(1, pointToBytes(outer))
}

function evmAddress(key: Uint8Array): string {
  const plain = bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
  const check = bytesToHex(keccak_256(utf8ToBytes(plain)))
  return `0x${plain.replace(/[a-f]/g, (digit, at: number) => (Number.parseInt(check[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit))}`
}
