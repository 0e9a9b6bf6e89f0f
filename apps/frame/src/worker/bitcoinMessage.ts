import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSize, p2tr, p2wpkh, RawWitness, Transaction } from '@scure/btc-signer'

const none = new Uint8Array(4)
// A null output that nothing can spend, of a transaction that no chain has.
const noOutpoint = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff))

/**
 * Signs a message by BIP-322 in its simple form: the witness that would spend a coin of the account in a transaction that
 * commits to the message and can never be part of a chain.
 *
 * @param key - The private key.
 * @param of - `payment` for P2WPKH, `ordinal` for P2TR without a script.
 * @param message - The message.
 * @returns The witness as it stands in a transaction.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export function signBip322(key: Uint8Array, of: 'payment' | 'ordinal', message: Uint8Array): Uint8Array {
  const inner = schnorr.getPublicKey(key)
  const { script } = of === 'payment' ? p2wpkh(secp256k1.getPublicKey(key, true)) : p2tr(inner)
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: toSpend(script, message),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(of === 'payment' ? {} : { tapInternalKey: inner }),
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.signIdx(key, 0)
  toSign.finalizeIdx(0)
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

/**
 * Signs a message by ECDSA with the public key to be recovered, as BIP-137 writes it for P2WPKH.
 *
 * @param key - The private key.
 * @param message - The message.
 * @returns 65 bytes.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
export function signBip137(key: Uint8Array, message: Uint8Array): Uint8Array {
  const length = CompactSize.encode(BigInt(message.length))
  const hash = sha256(sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), length, message)))
  const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  const [recovery = 0] = signature
  return concatBytes(Uint8Array.of(39 + recovery), signature.subarray(1))
}

function toSpend(script: Uint8Array, message: Uint8Array): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', message)
  const bytes = concatBytes(
    none,
    Uint8Array.of(1),
    noOutpoint,
    Uint8Array.of(34, 0, 32),
    hash,
    none,
    Uint8Array.of(1),
    new Uint8Array(8),
    Uint8Array.of(script.length),
    script,
    none,
  )
  return sha256(sha256(bytes)).reverse()
}
