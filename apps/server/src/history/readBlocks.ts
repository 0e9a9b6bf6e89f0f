import type { ChainId } from '@latchkey/protocol/caip'
import * as z from 'zod'
import type { NodeAnswer } from '../platform/upstream/answer.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt)
const whole = quantity.transform(Number)
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)

const head = z.object({ number: whole, hash })
const block = head.extend({
  parentHash: hash,
  timestamp: whole,
  transactions: z.array(
    z.object({
      hash,
      from: address,
      to: address.nullish(),
      nonce: whole,
      value: quantity,
      input: hex,
      transactionIndex: whole,
    }),
  ),
})
const receipts = z.array(
  z.object({
    transactionHash: hash,
    blockHash: hash,
    status: whole,
    contractAddress: address.nullish(),
    logs: z.array(z.object({ address, topics: z.array(hex).max(4), data: hex })),
  }),
)

/** Number and hash of a block. */
export type BlockHead = z.output<typeof head>
/** A block with its transactions and what came of each. */
export type ReadBlock = z.output<typeof block> & { receipts: z.output<typeof receipts> }

/** Reads number and hash of blocks; a block that the node does not have is left out. */
export async function readHeads(
  nodes: Nodes,
  chainId: ChainId,
  tags: readonly (number | 'latest')[],
): Promise<(BlockHead | undefined)[]> {
  const calls = tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [at(tag), false] }))
  const answers = await nodes.readBatch(chainId, calls)
  return answers.map((answer) => (answer.ok && answer.result === null ? undefined : parse(head, answer)))
}

/**
 * Reads blocks and the receipts of their transactions.
 *
 * @param from - The first block.
 * @param parent - The hash of the block before it; nothing where that one was not read.
 * @param to - The last block.
 * @returns The blocks in order, as many as fit together: it ends before a block that has another parent, or other receipts.
 */
export async function readBlocks(
  nodes: Nodes,
  chainId: ChainId,
  from: number,
  to: number,
  parent?: string,
): Promise<ReadBlock[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = await nodes.readBatch(
    chainId,
    numbers.flatMap((number) => [
      { method: 'eth_getBlockByNumber', params: [at(number), true] },
      { method: 'eth_getBlockReceipts', params: [at(number)] },
    ]),
  )
  const read: ReadBlock[] = []
  for (const [index, number] of numbers.entries()) {
    const [found, results] = answers.slice(index * 2, index * 2 + 2)
    if (!found || !results || (found.ok && found.result === null) || (results.ok && results.result === null)) break
    const one = { ...parse(block, found), receipts: parse(receipts, results) }
    // The chain may have changed its mind between two answers; the next round reads what it settled on.
    const before = read.at(-1)?.hash ?? parent
    const follows = before === undefined || one.parentHash === before
    const belongs = one.receipts.every(({ blockHash }) => blockHash === one.hash)
    if (one.number !== number || !follows || !belongs || one.receipts.length !== one.transactions.length) break
    read.push(one)
  }
  return read
}

function at(tag: number | 'latest'): string {
  return tag === 'latest' ? tag : `0x${tag.toString(16)}`
}

function parse<T>(schema: z.ZodType<T>, answer: NodeAnswer): T {
  if (!answer.ok) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: answer.error.message.slice(0, 200) })
  const result = schema.safeParse(answer.result)
  if (result.success) return result.data
  throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: z.prettifyError(result.error).slice(0, 200) })
}
