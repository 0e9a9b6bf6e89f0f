import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { slip10 } from './slip10.js'

/** The private keys of one wallet, 32 bytes each; they live in the worker alone. */
export type Keys = { evm: Uint8Array; solana: Uint8Array; payment: Uint8Array; ordinal: Uint8Array }
/** The addresses of one wallet. */
export type Addresses = { eip155: string; solana: string; bip122: { payment: string; ordinal: string } }

/**
 * Derives the keys of a wallet from its entropy: BIP-39 words, then BIP-44 (EVM), SLIP-10 (Solana), BIP-84 and BIP-86.
 *
 * @param entropy - 16 to 32 bytes; 32 for wallets that are made here.
 * @returns The keys of the first account of each.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0044.mediawiki
 */
export async function deriveKeys(entropy: Uint8Array): Promise<Keys> {
  const seed = await mnemonicToSeedWebcrypto(entropyToMnemonic(entropy, wordlist))
  try {
    return keysOfSeed(seed)
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
  const root = HDKey.fromMasterSeed(seed)
  const at = (path: string) => {
    const node = root.derive(path)
    if (!node.privateKey) throw new Error('A node without a private key')
    const key = Uint8Array.from(node.privateKey)
    node.wipePrivateData()
    return key
  }
  const keys = {
    evm: at("m/44'/60'/0'/0/0"),
    solana: slip10(seed, [44, 501, 0, 0]),
    payment: at("m/84'/0'/0'/0/0"),
    ordinal: at("m/86'/0'/0'/0/0"),
  }
  root.wipePrivateData()
  return keys
}

/**
 * Gives the addresses of keys: EIP-55, base58, P2WPKH and P2TR on Bitcoin's main network.
 *
 * @param keys - The private keys.
 * @returns The addresses.
 */
export function addressesOf(keys: Keys): Addresses {
  return {
    eip155: evmAddress(keys.evm),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
    bip122: {
      payment: p2wpkh(secp256k1.getPublicKey(keys.payment, true)).address ?? '',
      ordinal: p2tr(schnorr.getPublicKey(keys.ordinal)).address ?? '',
    },
  }
}

function evmAddress(key: Uint8Array): string {
  const plain = bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))
  const check = bytesToHex(keccak_256(utf8ToBytes(plain)))
  return `0x${plain.replace(/[a-f]/g, (digit, at: number) => (Number.parseInt(check[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit))}`
}
