import { formatAmount, type ReadContext, type Transfer } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { AddressKind, BitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import { type Coin, readCoins, readFeeRate, readTransaction } from '../reads/esplora.js'
import { requireAddress } from '../reads/requireAddress.js'
import {
  dustLimit,
  type Selection,
  type SelectionRequest,
  selectCoins,
  standardWeight,
  sweepFee,
  worthwhile,
} from './selectCoins.js'

/** Above this many satoshi per virtual byte something is wrong with the estimate, or nobody should send now. */
const highestRate = 500
/** A fee up to this many satoshi is never out of proportion. */
const harmlessFee = 50_000n
/** By how much the chain's rate may rise before the fee that was shown is no longer a good one. */
const mostRise = 5 / 4

/**
 * The most that a coin with an inscription usually holds, in satoshi. Wallets send inscriptions with 330, 546 or, as the
 * reference client does, up to 10,000.
 */
const postage = 10_000n

/** All that is known before a transfer is written down. */
export type Plan = {
  readonly from: BitcoinAddress
  readonly to: BitcoinAddress
  /** Satoshi per virtual byte. */
  readonly rate: number
  /** What can be spent now and is worth it. */
  readonly coins: readonly Coin[]
  /** Undefined when the coins do not pay for amount and fee. */
  readonly selection: Selection<Coin> | undefined
  /** What it costs to send all of it. */
  readonly sweepFee: bigint
  /** Why there is no selection although more is held: others have still to confirm it, or it may carry inscriptions. */
  readonly withheld: 'waiting' | 'kept' | undefined
}

/** Reads the coins and the fee rate, and chooses what to spend. */
export async function planTransfer(context: ReadContext, transfer: Transfer): Promise<Plan> {
  if (transfer.token !== undefined) {
    throw new LatchkeyError(
      'SENDING_UNSUPPORTED',
      'Tokens on Bitcoin cannot be sent from here. Send from the wallet itself.',
    )
  }
  const from = requireAddress(context.chain, transfer.from)
  const to = requireAddress(context.chain, transfer.to)
  const [all, rate] = await Promise.all([readCoins(context, transfer.from), readFeeRate(context)])
  const request = { amount: transfer.amount, kind: from.kind, to: to.script, from: from.script }
  const kept = all.filter(({ value }) => mayBeInscribed(from.kind, value))
  const loose = all.filter((coin) => !kept.includes(coin))
  const confirmed = loose.filter(({ isConfirmed }) => isConfirmed)
  const pending = loose.filter(({ isConfirmed }) => !isConfirmed)
  const sure = afford(confirmed)
  if (sure.selection) return { ...sure, withheld: undefined }
  const own = await ownAmong(context, pending, transfer.from)
  const usable = [...confirmed, ...own]
  const isKept = kept.length > 0 && sumOf([...usable, ...kept]) >= transfer.amount
  return { ...afford(usable), withheld: isKept ? 'kept' : own.length < pending.length ? 'waiting' : undefined }

  /** With the fee that was shown, while that is still a good one; else with what the chain asks for now. */
  function afford(spendable: readonly Coin[]): Omit<Plan, 'withheld'> {
    const now = at(spendable, rate)
    const { maxFee } = transfer
    const fee = now.selection?.fee ?? now.sweepFee
    if (maxFee === undefined || (now.selection && fee <= maxFee)) return now
    // Rounded down a little, for the fee is rounded up.
    const shown = at(spendable, Math.max(1, ((rate * Number(maxFee)) / Number(fee)) * (1 - 1e-9)))
    const isGood = shown.selection !== undefined && shown.selection.fee <= maxFee && rate <= shown.rate * mostRise
    return isGood ? shown : now
  }

  function at(spendable: readonly Coin[], rate: number): Omit<Plan, 'withheld'> {
    const coins = worthwhile(spendable, rate, from.kind)
    const wanted: SelectionRequest<Coin> = { ...request, rate, coins }
    return { from, to, rate, coins, selection: selectCoins(wanted), sweepFee: sweepFee(wanted) }
  }
}

/**
 * Whether a coin may carry an inscription. Only an index of all inscriptions knows, and nodes keep none; so small coins are
 * withheld at Taproot addresses, where wallets keep inscriptions.
 */
function mayBeInscribed(kind: AddressKind, value: bigint): boolean {
  return kind === 'p2tr' && value <= postage
}

/** What coins hold together, in satoshi. */
export function sumOf(coins: readonly Coin[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n)
}

/** Change of our own may be spent before a block holds it: nobody else can take it back. */
async function ownAmong(context: ReadContext, coins: readonly Coin[], address: string): Promise<readonly Coin[]> {
  const sources = new Map(
    await Promise.all(
      [...new Set(coins.map(({ txid }) => txid))].map(
        async (txid) => [txid, await readTransaction(context, txid)] as const,
      ),
    ),
  )
  return coins.filter(({ txid }) => sources.get(txid)?.spends.every((spent) => spent.address === address))
}

/** The coins of a plan, or why it cannot be carried out. */
export function requireSelection(plan: Plan, { amount, maxFee }: Transfer): Selection<Coin> {
  const { selection, to, coins } = plan
  if (amount < dustLimit(to.script)) {
    throw new LatchkeyError(
      'INVALID_AMOUNT',
      `The network does not carry so little. The least is ${dustLimit(to.script)} satoshi.`,
    )
  }
  if (maxFee !== undefined && (selection ? selection.fee > maxFee : amount + maxFee <= sumOf(coins))) {
    throw new LatchkeyError(
      'FEE_CAP_TOO_LOW',
      `The network fee has risen above the ${formatAmount(maxFee, 8)} BTC that were shown.`,
      { details: `${selection?.fee ?? plan.sweepFee} satoshi now` },
    )
  }
  if (!selection) throw insufficient(plan)
  if (selection.weight > standardWeight) {
    throw new LatchkeyError(
      'INVALID_AMOUNT',
      'This amount is made of more coins than one transaction can hold. Send it in parts.',
    )
  }
  return selection
}

/** What is thrown when the coins do not suffice. */
export function insufficient({ withheld }: Pick<Plan, 'withheld'>): LatchkeyError {
  if (withheld === 'kept') {
    return new LatchkeyError(
      'INSUFFICIENT_FUNDS',
      'Enough is there, but coins of 10,000 satoshi or less are kept: they may carry an inscription.',
      { hints: ['Send less, or choose the coins in the wallet itself.'] },
    )
  }
  return new LatchkeyError(
    'INSUFFICIENT_FUNDS',
    withheld === 'waiting'
      ? 'Part of the balance is still unconfirmed. Wait for the next block, or send less.'
      : 'The account does not hold enough for the amount and the network fee.',
  )
}

/** Refuses a fee that nobody can mean. */
export function guardFee(fee: bigint, rate: number, amount: bigint): void {
  if (rate > highestRate) {
    throw new LatchkeyError(
      'FEE_TOO_HIGH',
      `The network asks for ${Math.ceil(rate)} satoshi per byte, far more than is usual. Nothing was sent.`,
      { hints: ['Wait until the network is less busy, or send from the wallet itself.'] },
    )
  }
  if (fee > harmlessFee && fee * 20n > amount) {
    throw new LatchkeyError(
      'FEE_TOO_HIGH',
      `The network fee would be ${fee} satoshi for sending ${amount}, more than a twentieth. Nothing was sent.`,
      { hints: ['Wait until the network is less busy, or send from the wallet itself.'] },
    )
  }
}
