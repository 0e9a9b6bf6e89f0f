import type { ReadContext } from '@latchkey/core'
import type { Instruction } from '@solana/kit'
import { ask, badAnswer, type Nodes, toInteger } from '../reads/rpc.js'
import { setComputeUnitLimit, setComputeUnitPrice } from './instructions.js'
import { compile, type Lifetime } from './message.js'
import { simulate } from './simulate.js'

/** What is paid at most for a compute unit, in millionths of a lamport. Whatever a node says, an instruction bids up to 0.001 SOL. */
const highestPrice = 5_000_000n
/** The most units that a transaction can be given. */
const mostUnits = 1_400_000n
/** What the chain gives an instruction where nothing is said; a transfer takes a small part of it. */
const usualUnits = 200_000n

/** What is bid for a place in one of the next blocks. */
export type Bid = {
  /** They stand before those of the transfer; none where nothing is bid. */
  readonly instructions: readonly Instruction[]
  /** Lamports, beside the fee for the signature. */
  readonly fee: bigint
}

/**
 * Bids what others paid recently for the accounts that a transaction writes: the median of those who paid anything. Where
 * nobody did, nothing is bid.
 *
 * @see https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export async function getBid(
  nodes: Nodes,
  context: ReadContext,
  parts: {
    readonly payer: string
    readonly writable: readonly string[]
    readonly instructions: readonly Instruction[]
    readonly lifetime: Lifetime
  },
): Promise<Bid> {
  // A node that does not tell what others pay is no reason not to send.
  const price = await getPrice(nodes, context, parts.writable).catch(() => 0n)
  if (price === 0n) return { instructions: [], fee: 0n }
  const { payer, instructions, lifetime } = parts
  // With instructions of the same kind, for they take units too, and without a price, for nobody need be able to pay for so many.
  const asked = [setComputeUnitLimit(mostUnits), setComputeUnitPrice(0n), ...instructions]
  const trial = await simulate(nodes, context, compile(payer, asked, lifetime).wire)
  // One that fails has not done all of its work, and is refused when it is to be sent.
  const isWhole = trial !== undefined && trial.error === undefined
  const units = least(
    (isWhole && trial.units && (trial.units * 11n + 9n) / 10n) || mostUnits,
    usualUnits * BigInt(instructions.length),
    mostUnits,
  )
  return {
    instructions: [setComputeUnitLimit(units), setComputeUnitPrice(price)],
    fee: (units * price + 999_999n) / 1_000_000n,
  }
}

async function getPrice(nodes: Nodes, context: ReadContext, writable: readonly string[]): Promise<bigint> {
  const answer = await ask(nodes, context, 'getRecentPrioritizationFees', [writable])
  if (!Array.isArray(answer)) throw badAnswer()
  const paid = answer
    .map((entry: unknown) => toInteger((entry as { prioritizationFee?: unknown } | null)?.prioritizationFee))
    .filter((price) => price > 0n)
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const median = paid[Math.floor(paid.length / 2)] ?? 0n
  return least(median, highestPrice)
}

function least(...amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one))
}
