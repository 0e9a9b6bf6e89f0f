import { LatchkeyError } from '@latchkey/protocol/errors'
import { hex } from '@scure/base'
import type { Transaction } from '@scure/btc-signer'
import * as btc from '@scure/btc-signer'

/** Later transactions may replace ours with a higher fee. @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki */
const replaceable = 0xfffffffd

/** What a PSBT is written from. */
export type PsbtParts = {
  readonly inputs: readonly {
    readonly txid: string
    readonly vout: number
    /** Satoshi. */
    readonly value: bigint
    /** Hex of the transaction that the coin is from. */
    readonly previous?: string
  }[]
  /** The script that all inputs are locked with. */
  readonly script: Uint8Array
  readonly outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[]
}

/** Writes a transaction to be signed. @see https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki */
export function writePsbt({ inputs, script, outputs }: PsbtParts): Uint8Array {
  const transaction = new btc.Transaction()
  for (const { txid, vout, value, previous } of inputs) {
    if (previous !== undefined) requireOutput(previous, { txid, vout, value, script })
    transaction.addInput({
      txid,
      index: vout,
      sequence: replaceable,
      ...(previous === undefined
        ? { witnessUtxo: { script, amount: value } }
        : { nonWitnessUtxo: hex.decode(previous) }),
    })
  }
  for (const output of outputs) {
    // An output key that is no point of the curve can never be spent.
    if (btc.OutScript.decode(output.script).type === 'unknown')
      throw new LatchkeyError('INVALID_ADDRESS', 'Nobody can ever spend what is sent to this address.')
    transaction.addOutput(output)
  }
  return transaction.toPSBT()
}

/** Which inputs of a PSBT are locked with a script: those that its owner is asked to sign. */
export function ownInputs(psbt: Uint8Array, script: Uint8Array): readonly number[] {
  const transaction = read(psbt, 'INVALID_PARAMS')
  const own = Array.from({ length: transaction.inputsLength }, (_, at) => at).filter((at) => {
    const { witnessUtxo, nonWitnessUtxo, index = -1 } = transaction.getInput(at)
    return isSame(witnessUtxo?.script ?? nonWitnessUtxo?.outputs[index]?.script, script)
  })
  if (own.length > 0) return own
  throw new LatchkeyError('INVALID_PARAMS', 'No input of this PSBT is of the connected account. Nothing was sent.')
}

/** Adds what a wallet needs besides the address: the key behind a Taproot output, the script behind a nested one. */
export function completePsbt(psbt: Uint8Array, publicKey: string | undefined): Uint8Array {
  const transaction = read(psbt, 'INVALID_PARAMS')
  for (let index = 0; index < transaction.inputsLength; index++) {
    const { witnessUtxo, tapInternalKey, redeemScript } = transaction.getInput(index)
    const kind = witnessUtxo && btc.OutScript.decode(witnessUtxo.script).type
    if (kind === 'tr' && !tapInternalKey && publicKey !== undefined) {
      const key = xOnly(publicKey)
      // A wallet that names another key than the internal one finds its own by itself.
      if (key && isSame(btc.p2tr(key).script, witnessUtxo?.script))
        transaction.updateInput(index, { tapInternalKey: key })
    }
    if (kind === 'sh' && !redeemScript) {
      const nested = publicKey === undefined ? undefined : nestedOf(publicKey)
      if (!nested || !isSame(nested.script, witnessUtxo?.script)) {
        throw new LatchkeyError(
          'SENDING_UNSUPPORTED',
          'Only the wallet knows how this kind of address is spent. Send from the wallet itself.',
        )
      }
      transaction.updateInput(index, { redeemScript: nested.redeemScript })
    }
  }
  return transaction.toPSBT()
}

/** What a wallet gave back, if it is the transaction it was given: bytes for the chain, and the id. */
export function finishPsbt(made: Uint8Array, signed: Uint8Array): { readonly hex: string; readonly txid: string } {
  const wanted = read(made, 'INVALID_PARAMS')
  const given = read(signed, 'WALLET_BAD_ANSWER')
  if (!isSame(bodyOf(wanted), bodyOf(given))) {
    throw new LatchkeyError(
      'WALLET_BAD_ANSWER',
      'The wallet signed another transaction than the one it was given. It was not sent by us.',
      { hints: ['Look into the wallet’s history before you try again.'] },
    )
  }
  try {
    if (!given.isFinal) given.finalize()
    return { hex: hex.encode(given.extract()), txid: given.id }
  } catch (cause) {
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not sign all of the transaction. Nothing was sent.', {
      cause,
    })
  }
}

/** Version, inputs with their sequence, outputs and lock time: all that signatures are about. */
function bodyOf(transaction: Transaction): Uint8Array {
  return transaction.toBytes(false, false)
}

function read(psbt: Uint8Array, code: 'INVALID_PARAMS' | 'WALLET_BAD_ANSWER'): Transaction {
  try {
    // What others wrote may hold what we have no name for.
    return btc.Transaction.fromPSBT(psbt, { allowUnknown: true, allowUnknownOutputs: true, allowUnknownInputs: true })
  } catch (cause) {
    const who = code === 'INVALID_PARAMS' ? 'What is to be signed' : 'What the wallet gave back'
    throw new LatchkeyError(code, `${who} is not a PSBT. Nothing was sent.`, { cause })
  }
}

function requireOutput(
  previous: string,
  coin: { txid: string; vout: number; value: bigint; script: Uint8Array },
): void {
  const source = btc.Transaction.fromRaw(hex.decode(previous), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
  const output = coin.vout < source.outputsLength ? source.getOutput(coin.vout) : undefined
  if (source.id === coin.txid && output?.amount === coin.value && isSame(output.script, coin.script)) return
  throw new LatchkeyError('RPC_BAD_ANSWER', 'The node tells two different things of one coin. Nothing was sent.')
}

function nestedOf(publicKey: string): ReturnType<typeof btc.p2sh> | undefined {
  try {
    return btc.p2sh(btc.p2wpkh(hex.decode(publicKey)))
  } catch {
    return undefined
  }
}

function xOnly(publicKey: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{64}|0[23][0-9a-f]{64})$/i.test(publicKey)) return undefined
  return hex.decode(publicKey.slice(-64))
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && hex.encode(one) === hex.encode(other)
}
