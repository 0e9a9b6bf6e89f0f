import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { CompactSize, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import type { BitcoinTestAccount } from '../../chains/bitcoin/bitcoinAccounts.js'

const opReturn = Uint8Array.of(0x6a)

/**
 * Signs a message in the simple form of BIP-322: the witness that would spend a coin which commits to the message.
 *
 * @returns Base64.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export function signBip322(account: BitcoinTestAccount, message: Uint8Array): string {
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: concatBytes(Uint8Array.of(0x00, 0x20), hashOfBip322(message)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script: account.script }],
    witnesses: [],
    lockTime: 0,
  })
  const txid = sha256(sha256(toSpend)).reverse()
  const toSign = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true })
  toSign.addInput({
    txid,
    index: 0,
    sequence: 0,
    witnessUtxo: { script: account.script, amount: 0n },
    ...internalKey(account),
  })
  toSign.addOutput({ script: opReturn, amount: 0n })
  toSign.signIdx(account.privateKey, 0)
  toSign.finalizeIdx(0)
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/**
 * Signs a message as wallets did before BIP-322: the hash under a fixed heading, with the key to be recovered.
 *
 * @returns Base64 of 65 bytes.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
export function signEcdsa(account: BitcoinTestAccount, message: Uint8Array): string {
  const signature = secp256k1.sign(hashOfMessage(message), account.privateKey, { prehash: false, format: 'recovered' })
  const [recovery = 0, ...rest] = signature
  // From 39 on the standard says that the key pays to a witness.
  return base64.encode(Uint8Array.of(39 + recovery, ...rest))
}

/** The hash that the older form signs. */
export function hashOfMessage(message: Uint8Array): Uint8Array {
  const heading = utf8ToBytes('Bitcoin Signed Message:\n')
  const body = concatBytes(CompactSize.encode(BigInt(message.length)), message)
  return sha256(sha256(concatBytes(Uint8Array.of(heading.length), heading, body)))
}

/** The fields that a Taproot input needs for signing; none for other accounts. */
export function internalKey(account: BitcoinTestAccount): { tapInternalKey?: Uint8Array } {
  return account.type === 'ordinal' ? { tapInternalKey: hex.decode(account.publicKey).slice(1) } : {}
}

/** The hash that BIP-322 commits to. */
export function hashOfBip322(message: Uint8Array): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  return sha256(concatBytes(tag, tag, message))
}
