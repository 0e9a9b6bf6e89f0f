import { finalizedDepth } from '../blockhashes.js'
import type { LandedTransaction } from '../landedTransaction.js'
import { checkContextSlot, type Method, type Node, withContext } from '../node.js'
import { addressParam, type Commitment, commitmentParam, countParam, listParam, optionsParam } from '../params.js'
import { memoProgram } from '../parseInstruction.js'
import { invalidParams, RpcError, rpcCodes } from '../rpcError.js'
import { readSignature } from '../signature.js'
import { type TransactionEncoding, transactionEncodings, transactionView } from '../transactionView.js'
import { readWireTransaction } from '../wireTransaction.js'

/** The methods about history. */
export const historyMethods: { readonly [method: string]: Method } = {
  getSignatureStatuses(node, params) {
    optionsParam(params[1])
    const list = listParam(params[0], 'the list', 256).map((text) => node.ledger.history.get(readSignature(text)))
    return withContext(
      node,
      list.map((landed) => (landed === undefined ? null : statusOf(node, landed))),
    )
  },
  getSignaturesForAddress(node, params) {
    const options = optionsParam(params[1])
    const commitment = pastCommitment('getSignaturesForAddress', options)
    checkContextSlot(node, options, commitment)
    const limit = options.limit === undefined ? 1000 : countParam(options.limit, 'limit')
    if (limit < 1 || limit > 1000) throw invalidParams('Invalid limit; max 1000')
    const newest = node.ledger.slot(commitment)
    const list = node.ledger.history.of(addressParam(params[0])).filter(({ slot }) => slot <= newest)
    // Both may be of other addresses: what counts is their place on the chain.
    const all = node.ledger.history.all()
    const upTo = (text: unknown, isIn: boolean) => {
      const landed = node.ledger.history.get(readSignature(text))
      if (landed === undefined) return 0
      const before = new Set(all.slice(0, all.indexOf(landed) + (isIn ? 1 : 0)))
      return list.filter((one) => before.has(one)).length
    }
    const end = options.before === undefined ? list.length : upTo(options.before, false)
    const begin = options.until === undefined ? 0 : upTo(options.until, true)
    return list
      .slice(begin, Math.max(end, begin))
      .slice(-limit)
      .reverse()
      .map((landed) => ({
        blockTime: landed.blockTime,
        confirmationStatus: reached(node, landed.slot),
        err: landed.error,
        memo: memoOf(landed),
        signature: landed.signature,
        slot: landed.slot,
      }))
  },
  getTransaction(node, params) {
    // An encoding alone may stand where the settings do.
    const options = typeof params[1] === 'string' ? { encoding: params[1] } : optionsParam(params[1])
    const commitment = pastCommitment('getTransaction', options)
    const encoding = transactionEncodings.find((known) => known === (options.encoding ?? 'json'))
    if (encoding === undefined) throw invalidParams(`Invalid params: unknown encoding ${String(options.encoding)}`)
    const landed = node.ledger.history.get(readSignature(params[0]))
    if (landed === undefined || landed.slot > node.ledger.slot(commitment)) return null
    return viewOf(landed, encoding, options.maxSupportedTransactionVersion)
  },
}

function viewOf(landed: LandedTransaction, encoding: TransactionEncoding, newest: unknown): object {
  const known =
    newest === undefined || newest === null ? undefined : countParam(newest, 'maxSupportedTransactionVersion')
  const { version } = readWireTransaction(Uint8Array.from(Buffer.from(landed.wire, 'base64')))
  if (version === 0 && known === undefined) {
    const message =
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0'
    throw new RpcError(rpcCodes.unsupportedVersion, message)
  }
  return transactionView(landed, encoding, known !== undefined)
}

function pastCommitment(method: string, options: { readonly [name: string]: unknown }): Commitment {
  const commitment = commitmentParam(options)
  if (commitment !== 'processed') return commitment
  throw invalidParams(`${method} does not support commitment below \`confirmed\``)
}

function statusOf(node: Node, { slot, error }: LandedTransaction): object {
  const confirmations = node.ledger.slot('processed') - slot
  return {
    confirmationStatus: reached(node, slot),
    confirmations: confirmations >= finalizedDepth ? null : confirmations,
    err: error,
    slot,
    status: error === null ? { Ok: null } : { Err: error },
  }
}

function reached(node: Node, slot: number): Commitment {
  if (slot <= node.ledger.slot('finalized')) return 'finalized'
  return slot <= node.ledger.slot('confirmed') ? 'confirmed' : 'processed'
}

function memoOf(landed: LandedTransaction): string | null {
  if (!landed.keys.includes(memoProgram)) return null
  const wire = readWireTransaction(Uint8Array.from(Buffer.from(landed.wire, 'base64')))
  const memos = wire.instructions.filter(({ programIdIndex }) => landed.keys[programIdIndex] === memoProgram)
  const texts = memos.map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`)
  return texts.length === 0 ? null : texts.join('; ')
}
