import * as z from 'zod'
import type { AccountMovement, AccountTransaction } from '../../platform/upstream/historyReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'

/** May be more than a number holds exactly: that of a stake pool, say. */
const lamports = z.number().nonnegative().max(1e19).refine(Number.isInteger)
const tokenBalance = z.object({
  mint: z.string().max(64),
  owner: z.string().max(64).optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
})
type TokenBalance = z.output<typeof tokenBalance>

/** A transaction as `getTransaction` tells it with parsed instructions. */
export const landedTransaction = z.object({
  meta: z
    .object({
      fee: lamports,
      preBalances: z.array(lamports),
      postBalances: z.array(lamports),
      preTokenBalances: z.array(tokenBalance).nullish(),
      postTokenBalances: z.array(tokenBalance).nullish(),
    })
    .nullable(),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string().max(64) })).min(1),
      instructions: z.array(z.object({ programId: z.string().max(64) })),
    }),
  }),
})
type LandedTransaction = z.output<typeof landedTransaction>

/** Sets what a transaction may cost, and does nothing else. */
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/**
 * Returns what a transaction of Solana did for an account, by what everybody held before and after it.
 *
 * @param address - The account.
 * @param listed - What the list of signatures says of it.
 * @param landed - The transaction; null where the node does not have it any more.
 * @returns The transaction; without movements where it failed, or where the node knows no more than that it was.
 */
export function seenOnSolana(
  address: string,
  listed: { signature: string; blockTime: number | undefined; isOk: boolean },
  landed: LandedTransaction | null,
): AccountTransaction {
  const { signature: hash, blockTime: minedAt, isOk } = listed
  const head = { hash, minedAt, status: isOk ? ('confirmed' as const) : ('failed' as const) }
  if (!landed?.meta) return { ...head, from: address, to: address, movements: [] }
  const { meta, transaction } = landed
  if (transaction.signatures[0] !== hash)
    throw new UpstreamFault('RPC_BAD_ANSWER', {
      sent: true,
      details: 'This is not the transaction that was requested.',
    })
  const keys = transaction.message.accountKeys.map(({ pubkey }) => pubkey)
  const [payer = address] = keys
  const fee = payer === address ? BigInt(meta.fee) : undefined
  const moves = isOk ? [...tokenMoves(address, meta), ...coinMoves(address, keys, meta)] : []
  const [first] = moves
  const program = transaction.message.instructions.findLast(({ programId }) => programId !== computeBudget)
  // What was minted or burned has no other end than who paid for it, or the program.
  const other = first?.other ?? (payer === address ? (program?.programId ?? address) : payer)
  const comesIn = first ? first.movement.direction === 'in' : payer !== address
  return {
    ...head,
    from: comesIn ? other : address,
    to: comesIn ? address : other,
    fee,
    movements: moves.map(({ movement }) => movement),
  }
}

type Move = { movement: AccountMovement; other: string | undefined }
type Change = { id: string; change: bigint }

/** The changes of the account's token balances. */
function tokenMoves(address: string, meta: NonNullable<LandedTransaction['meta']>): readonly Move[] {
  const mints = new Map<string, { decimals: number; owners: Map<string, bigint> }>()
  const count = (list: readonly TokenBalance[] | null | undefined, sign: bigint) => {
    for (const { mint, owner = '', uiTokenAmount } of list ?? []) {
      const { owners } = mints.get(mint) ?? { owners: new Map<string, bigint>() }
      owners.set(owner, (owners.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
      mints.set(mint, { decimals: uiTokenAmount.decimals, owners })
    }
  }
  count(meta.preTokenBalances, -1n)
  count(meta.postTokenBalances, 1n)
  return [...mints].flatMap(([id, { decimals, owners }]) => {
    const change = owners.get(address) ?? 0n
    const changes = [...owners].map(([owner, theirs]) => ({ id: owner, change: theirs }))
    return change === 0n ? [] : toMove(address, change, changes, { id, decimals })
  })
}

/** The change of the account's native balance, without the fee. */
function coinMoves(
  address: string,
  keys: readonly string[],
  { fee, preBalances, postBalances }: NonNullable<LandedTransaction['meta']>,
): readonly Move[] {
  const changes = keys.map((id, at) => ({
    id,
    change: BigInt(postBalances[at] ?? 0) - BigInt(preBalances[at] ?? 0) + (at === 0 ? BigInt(fee) : 0n),
  }))
  const own = changes.find(({ id }) => id === address)?.change ?? 0n
  return own === 0n ? [] : toMove(address, own, changes)
}

/** The other end is who changed most the other way. */
function toMove(
  address: string,
  change: bigint,
  changes: readonly Change[],
  token?: { id: string; decimals: number },
): readonly Move[] {
  const isGain = change > 0n
  const opposite = changes.filter(({ id, change: theirs }) => id !== address && theirs !== 0n && theirs > 0n !== isGain)
  const [most] = opposite.toSorted((one, other) => {
    const difference = isGain ? one.change - other.change : other.change - one.change
    return difference < 0n ? -1 : 1
  })
  const amount = isGain ? change : -change
  const movement = { direction: isGain ? ('in' as const) : ('out' as const), amount, ...(token ? { token } : {}) }
  return [{ movement, other: most?.id }]
}
