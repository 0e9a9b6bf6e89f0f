import type { ReadContext, TransactionRequest, Transfer, TransferQuote } from '@latchkey/core'
import { nativeBalance } from '@latchkey/core/family'
import type { TokenBalance } from '@latchkey/protocol/api'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { guardFee, insufficient, planTransfer, requireSelection, sumOf } from '../sending/plan.js'
import { dustLimit } from '../sending/selectCoins.js'
import { readFunds, readTransactionHex } from './esplora.js'
import { requireAddress } from './requireAddress.js'

/** Confirmed and pending balance in satoshi. */
export async function getBalance(context: ReadContext, address: string): Promise<bigint> {
  requireAddress(context.chain, address)
  return readFunds(context, address)
}

/** The native coin alone: what is built on top of Bitcoin no node of it can read. */
export async function getBalances(context: ReadContext, address: string): Promise<readonly TokenBalance[]> {
  return [nativeBalance(context.chain, await getBalance(context, address))]
}

/** What a transfer will cost; for less than can be sent at all, what sending everything costs. */
export async function quoteTransfer(context: ReadContext, transfer: Transfer): Promise<TransferQuote> {
  const [plan, held] = await Promise.all([planTransfer(context, transfer), getBalance(context, transfer.from)])
  const spendable = sumOf(plan.coins)
  const reserve = held > spendable ? held - spendable : 0n
  const quote = { nativeBalance: held, ...(reserve > 0n ? { reserve } : {}) }
  if (transfer.amount < dustLimit(plan.to.script)) return { ...quote, fee: plan.sweepFee }
  if (transfer.amount > spendable) throw insufficient(plan)
  // Amount and fee together are too much: the caller compares them with the balance and says so.
  const fee = plan.selection?.fee ?? plan.sweepFee
  guardFee(fee, plan.rate, transfer.amount)
  return { ...quote, fee }
}

/** The PSBT of a transfer; for an address whose script only the wallet knows, the wish alone. */
export async function toTransaction(context: ReadContext, transfer: Transfer): Promise<TransactionRequest> {
  const plan = await planTransfer(context, transfer)
  const { coins, fee, change } = requireSelection(plan, transfer)
  guardFee(fee, plan.rate, transfer.amount)
  if (plan.from.kind === 'p2wsh') return { to: transfer.to, value: transfer.amount }
  const { writePsbt } = await import('../sending/psbt.js')
  const inputs = await Promise.all(
    coins.map(async (coin) => ({
      ...coin,
      // What is signed for the oldest kind of address says nothing of the amount: the wallet reads it here.
      ...(plan.from.kind === 'p2pkh' ? { previous: await readTransactionHex(context, coin.txid) } : {}),
    })),
  )
  const outputs = [{ script: plan.to.script, amount: transfer.amount }]
  if (change > 0n) outputs.push({ script: plan.from.script, amount: change })
  // The wish stands beside it for wallets that know no PSBTs.
  return { to: transfer.to, value: transfer.amount, bytes: writePsbt({ inputs, script: plan.from.script, outputs }) }
}

/** The transaction of a wish that came without one. */
export async function toBytes(context: ReadContext, transfer: Transfer): Promise<Uint8Array> {
  const { bytes } = await toTransaction(context, transfer)
  if (bytes) return bytes
  throw new LatchkeyError(
    'SENDING_UNSUPPORTED',
    'Only the wallet knows how this kind of address is spent, and it does not send by itself. Send from the wallet.',
  )
}
