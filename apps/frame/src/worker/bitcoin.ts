import { LatchkeyError } from '@latchkey/protocol/errors'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import type { Keys } from './keys.js'

/**
 * Signs the inputs of a PSBT that are the wallet's own, each over the whole transaction.
 *
 * @param keys - The private keys; `payment` signs P2WPKH and `ordinal` P2TR.
 * @param psbt - The PSBT.
 * @param inputs - Which of the own inputs, by their places; all when absent.
 * @returns The PSBT with the signatures, not finalized.
 * @throws LatchkeyError INVALID_PARAMS when it cannot be read, asks for a partial signature, or has no own input.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki
 */
export function signPsbt(
  keys: Pick<Keys, 'payment' | 'ordinal'>,
  psbt: Uint8Array,
  inputs?: readonly number[],
): Uint8Array {
  const transaction = read(psbt)
  const scripts = [
    { script: p2wpkh(secp256k1.getPublicKey(keys.payment, true)).script, key: keys.payment },
    { script: p2tr(schnorr.getPublicKey(keys.ordinal)).script, key: keys.ordinal },
  ]
  let signed = 0
  for (let at = 0; at < transaction.inputsLength; at++) {
    const input = transaction.getInput(at)
    const sighash = input.sighashType ?? SigHash.DEFAULT
    if (sighash !== SigHash.DEFAULT && sighash !== SigHash.ALL) {
      throw new LatchkeyError('INVALID_PARAMS', 'Partial signatures of a transaction are not supported')
    }
    const own = scripts.find(({ script }) => isSame(script, input.witnessUtxo?.script))
    if (!own || (inputs && !inputs.includes(at))) continue
    if (own.key === keys.ordinal && !input.tapInternalKey) {
      transaction.updateInput(at, { tapInternalKey: schnorr.getPublicKey(keys.ordinal) })
    }
    sign(transaction, own.key, at)
    signed++
  }
  if (signed === 0) throw new LatchkeyError('INVALID_PARAMS', 'The transaction spends nothing of this wallet')
  return transaction.toPSBT()
}

function read(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt)
  } catch (cause) {
    throw malformed(cause)
  }
}

function sign(transaction: Transaction, key: Uint8Array, at: number): void {
  try {
    // P2TR alone has two ways of writing that the whole transaction is signed; the library would take only the shorter.
    transaction.signIdx(key, at, [SigHash.DEFAULT, SigHash.ALL])
  } catch (cause) {
    throw malformed(cause)
  }
}

function malformed(cause: unknown): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'The transaction is not well-formed', { cause })
}

function isSame(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at])
}
