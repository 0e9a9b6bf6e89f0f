import { visibleText } from '@latchkey/protocol/internal/text'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Address, OutScript } from '@scure/btc-signer'
import type { Approval, ApprovalRow, FrameChain } from '../../types.js'
import { writeAmount } from '../amounts.js'
import { addressRow, codeRow, type SigningContext, toApproval } from '../signingContext.js'
import { textOf } from '../text.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'
import { bitcoinNetworkOf } from './bitcoinNetwork.js'
import { feeOf, type ReadPsbt } from './readPsbt.js'

/** More satoshi for a virtual byte than any crowd has paid for long. */
const steepRate = 1_000
/** Below this a fee that is larger than what is sent is only a small sum that is sent. */
const smallFee = 20_000n
/** What the parts of a transaction weigh in virtual bytes: itself, and an input of each kind with its signature. */
const weights = { frame: 10.5, payment: 68, ordinal: 57.5 } as const

/**
 * Describes a Bitcoin transaction from the bytes that are signed: each amount with its receiver, the change, and the
 * fee.
 *
 * @param read - The transaction.
 * @param context - Where it is signed, with all own accounts.
 * @param isSent - Whether it is sent at once; else the page gets it.
 * @returns What is shown.
 */
export function describePsbt(
  read: ReadPsbt,
  context: SigningContext & { readonly accounts: readonly BitcoinAccount[] },
  isSent: boolean,
): Approval {
  const { chain, accounts } = context
  const { decimals, symbol } = chain.nativeCurrency
  const coin = (amount: bigint) => `${writeAmount(amount, decimals)} ${symbol}`
  const outputs = read.outputs.map(({ script, amount }) => ({
    script,
    amount,
    isOwn: accounts.some((account) => account.script === bytesToHex(script)),
  }))
  const foreign = outputs.filter(({ isOwn }) => !isOwn)
  const sent = foreign.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = feeOf(read)
  const rate = Number(fee) / sizeOf(read)
  const isSteep = rate > steepRate || (fee > sent && fee > smallFee)
  const headline = foreign.length > 0 ? coin(sent) : undefined
  const number = (at: number) => (foreign.length > 1 ? `${at + 1}. ` : '')
  return toApproval(context, {
    action: `${isSent ? 'Send' : 'Sign'}${headline ? ` ${headline}` : ''}`,
    title: foreign.length === 0 ? `Move your own ${symbol}` : isSent ? `Send ${symbol}` : 'Sign a transaction',
    danger: isSteep ? [`The fee of ${coin(fee)} is far more than is usual. You cannot take it back.`] : [],
    warnings: [
      ...(read.inputs.some(({ intention }) => intention === 'ordinal')
        ? ['This spends from the address that keeps inscriptions. Those on its coins go with them.']
        : []),
      ...(isSent ? [] : ['The site gets the signed transaction and can send it at any time.']),
    ],
    ...(headline ? { headline: { text: headline } } : {}),
    rows: [
      ...foreign.flatMap(({ script, amount }, at) => [
        ...(foreign.length > 1 ? [sumRow(`${number(at)}Sum`, coin(amount))] : []),
        { ...toRow(`${number(at)}To`, script, chain), isReceiver: true },
      ]),
      ...outputs
        .filter(({ isOwn }) => isOwn)
        .flatMap(({ script, amount }) => [
          sumRow('Comes back to you', coin(amount)),
          toRow('Your own address', script, chain),
        ]),
      {
        ...sumRow('Fee', `${coin(fee)} (${rate < 10 ? rate.toFixed(1) : Math.round(rate)} sat/vB)`),
        ...(isSteep ? { tone: 'danger' as const } : {}),
      },
    ],
    details: [
      ...read.inputs.flatMap(({ txid, index, amount }) => [
        sumRow('Spends', coin(amount)),
        codeRow('Of transaction', `${txid}:${index}`),
      ]),
      codeRow('SHA-256 of what is signed', bytesToHex(sha256(read.transaction.unsignedTx))),
    ],
    needsSecondLook: isSteep || foreign.length > 1,
  })
}

function sumRow(label: string, value: string): ApprovalRow {
  return { label, value, form: 'sum' }
}

function toRow(label: string, script: Uint8Array, chain: FrameChain): ApprovalRow {
  // OP_RETURN: a public note whose value is lost.
  if (script[0] === 0x6a) {
    const text = textOf(script.subarray(script[1] === 0x4c ? 3 : 2))
    return text === undefined
      ? codeRow(`${label} nobody, as a note`, bytesToHex(script))
      : { label: `${label} nobody, as a note`, value: visibleText(text) }
  }
  try {
    return addressRow(label, Address(bitcoinNetworkOf(chain)).encode(OutScript.decode(script)))
  } catch {
    return { ...codeRow(`${label} a script that has no address`, bytesToHex(script)), tone: 'warning' }
  }
}

function sizeOf({ inputs, outputs }: ReadPsbt): number {
  const spending = inputs.reduce((size, { intention }) => size + weights[intention], 0)
  return Math.ceil(weights.frame + spending + outputs.reduce((size, { script }) => size + 9 + script.length, 0))
}
