import { evmNativeAddress } from '@latchkey/protocol/caip'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import { readQuantity, readWord } from '../../platform/upstream/readHex.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { Reads } from '../createReads.js'
import type { Address } from '../swapPort.js'
import type { SwapTransaction } from './createSwapTables.js'
import { hashOfCall } from './hashOfCall.js'

/** How deep a block has to be until what it holds is posted: as deep as the history looks back for a reorganisation. */
const depth = 12

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase() as Address)
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const transactionForm = z.object({
  from: address,
  to: address.nullish(),
  value: quantity,
  input: z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]),
})
const receiptForm = z.object({
  status: quantity,
  blockNumber: quantity,
  blockHash: hash,
  gasUsed: quantity,
  effectiveGasPrice: quantity.optional(),
  /** The L1 fee of a rollup. */
  l1Fee: quantity.nullish(),
  logs: z.array(z.object({ address, topics: z.array(z.string()), data: z.string() })).max(10_000),
})
type Receipt = z.output<typeof receiptForm>
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * What a chain says of a transaction: that it is in no block, that its block is too new, that it is another one or was undone, or what
 * it moved, by contract and in the smallest unit. Of the coin it says what the transaction carries, and where that was bought by how much
 * the balance grew, as far as a node can tell.
 */
export type Outcome =
  | { kind: 'absent' | 'new' | 'other' | 'reverted' }
  | {
      kind: 'done'
      block: number
      blockHash: string
      value: bigint
      coin?: bigint | undefined
      moved: ReadonlyMap<Address, bigint>
    }

/**
 * Reads what became of a transaction from the nodes of its chain.
 *
 * @param reads - How the nodes are asked.
 * @param chain - The chain, whose listed tokens are looked for besides those of the swap: any other contract may log anything.
 * @param swap - The transaction, and what it was built for.
 * @returns What the chain says.
 * @throws UpstreamFault when no node answers, or answers with something else.
 */
export async function readOutcome(
  reads: Reads,
  chain: Chain,
  swap: Pick<SwapTransaction, 'hash' | 'account' | 'target' | 'dataHash' | 'sold' | 'bought'>,
): Promise<Outcome> {
  const { account, sold, bought } = swap
  const [head, found, told] = await reads.node([
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getTransactionByHash', params: [swap.hash] },
    { method: 'eth_getTransactionReceipt', params: [swap.hash] },
  ])
  const newest = readQuantity(head)
  if (newest === undefined || found === undefined || told === undefined) throw bad('the transaction is not told')
  if (found === null || told === null) return { kind: 'absent' }
  const [transaction, receipt] = [transactionForm.safeParse(found).data, receiptForm.safeParse(told).data]
  if (transaction === undefined || receipt === undefined) throw bad('the transaction cannot be read')
  const { from, to, input, value } = transaction
  if (from !== account || to !== swap.target || hashOfCall(input) !== swap.dataHash) return { kind: 'other' }
  if (newest - receipt.blockNumber < depth - 1) return { kind: 'new' }
  const block = receipt.blockNumber
  const isCoin = bought === evmNativeAddress
  const [{ hash: now } = {}, ...balances] = (await reads.node([
    { method: 'eth_getBlockByNumber', params: [at(block), false] },
    ...(isCoin ? [block - 1n, block] : []).flatMap((number) => [
      { method: 'eth_getBalance', params: [account, at(number)] },
      { method: 'eth_getTransactionCount', params: [account, at(number)] },
    ]),
  ])) as [{ hash?: unknown } | undefined, ...unknown[]]
  // Between two answers the chain may have turned to another block.
  if (now !== receipt.blockHash) return { kind: 'new' }
  if (receipt.status !== 1n) return { kind: 'reverted' }
  const moved = tokensMoved(receipt, account, [sold, bought, ...chain.tokens.map((token) => token.address)])
  const coin = coinMoved(balances, receipt)
  return { kind: 'done', block: Number(block), blockHash: receipt.blockHash, value, coin, moved }
}

function tokensMoved({ logs }: Receipt, account: Address, known: readonly string[]): Map<Address, bigint> {
  const own = `0x${account.slice(2).padStart(64, '0')}`
  const tokens = new Set(known.map((token) => token.toLowerCase()))
  const moved = new Map<Address, bigint>()
  for (const { address: token, topics, data } of logs) {
    if (!tokens.has(token) || topics[0] !== transfer || topics.length !== 3) continue
    const units = readWord(data) ?? 0n
    const [, giver, taker] = topics.map((topic) => topic.toLowerCase())
    const more = (taker === own ? units : 0n) - (giver === own ? units : 0n)
    if (more !== 0n) moved.set(token, (moved.get(token) ?? 0n) + more)
  }
  return moved
}

/** What the account has more of the coin, fees left out; nothing where nodes have forgotten, or it sent more in the same block. */
function coinMoved(told: readonly unknown[], receipt: Receipt): bigint | undefined {
  const [before, first, after, last] = told.map(readQuantity)
  const { gasUsed, effectiveGasPrice: price, l1Fee } = receipt
  if (before === undefined || after === undefined || first === undefined || last === undefined) return undefined
  if (price === undefined || last !== first + 1n) return undefined
  return after - before + gasUsed * price + (l1Fee ?? 0n)
}

const at = (block: bigint) => `0x${block.toString(16)}`
const bad = (details: string) => new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
