import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { CompactSize, RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'

/** Signs a message by spending an output that pays it. @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki */
export function signBip322(
  message: string,
  { script, privateKey, tapInternalKey }: { script: Uint8Array; privateKey: Uint8Array; tapInternalKey?: Uint8Array },
): string {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const digest = sha256(concatBytes(tag, tag, utf8ToBytes(message)))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: Script.encode(['OP_0', digest]), sequence: 0 },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: [],
    lockTime: 0,
  })
  const txid = hex.encode(sha256(sha256(toSpend)).reverse())
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(tapInternalKey ? { tapInternalKey } : {}),
  })
  toSign.addOutput({ script: Script.encode(['RETURN']), amount: 0n })
  toSign.sign(privateKey)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** Signs a message with a key of a native segwit address. @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki */
export function signBip137(message: string, privateKey: Uint8Array): string {
  const [magic, text] = [utf8ToBytes('Bitcoin Signed Message:\n'), utf8ToBytes(message)]
  const framed = [magic, text].map((part) => concatBytes(CompactSize.encode(BigInt(part.length)), part))
  const digest = sha256(sha256(concatBytes(...framed)))
  const [recovery = 0, ...signature] = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  return base64.encode(new Uint8Array([39 + recovery, ...signature]))
}
