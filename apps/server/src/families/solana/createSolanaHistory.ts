import { base58 } from '@scure/base'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import type { NodeAnswer, NodeCall } from '../../platform/upstream/answer.js'
import type { HistoryReader } from '../../platform/upstream/historyReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { landedTransaction, seenOnSolana } from './seenOnSolana.js'

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const commitment = 'confirmed'
/** How many transactions come with one page; each is one more call of the node. */
const pageSize = 25
/** How many accounts of tokens are looked into: what comes into one names it, and not its owner. */
const mostAccounts = 20

const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
const signatures = z
  .array(z.object({ signature, slot: z.int().nonnegative(), blockTime: z.int().nullish(), err: z.unknown() }))
  .max(pageSize)
const key = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const tokenAccounts = z.object({
  value: z.array(z.object({ pubkey: key, account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })),
})

/**
 * Creates the reader of a Solana account's transactions, those of its token accounts included: three exchanges for a page.
 *
 * @param options - The nodes.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://solana.com/docs/rpc/http/getsignaturesforaddress
 */
export function createSolanaHistory({ nodes }: { nodes: Pick<FamilyNodes, 'readBatch'> }): HistoryReader {
  /** The accounts in which an owner has tokens, those of listed tokens first. */
  async function accountsOf(chain: Chain, owner: string): Promise<readonly string[]> {
    const calls = tokenPrograms.map((programId) => ({
      method: 'getTokenAccountsByOwner',
      // Of each account the mint alone: owners of thousands would answer with megabytes.
      params: [owner, { programId }, { commitment, encoding: 'base64', dataSlice: { offset: 0, length: 32 } }],
    }))
    const answers = await nodes.readBatch(chain.caip2, calls)
    const held = answers.flatMap((answer) => parsed(tokenAccounts, answer).value)
    const listed = new Set(chain.tokens.map(({ address }) => address))
    const isListed = ({ account }: (typeof held)[number]) =>
      listed.has(base58.encode(Uint8Array.from(Buffer.from(account.data[0], 'base64')))) ? 0 : 1
    return held
      .toSorted((one, other) => isListed(one) - isListed(other))
      .slice(0, mostAccounts)
      .map(({ pubkey }) => pubkey)
  }

  /** The newest signatures of all lists, and whether there may be more. */
  async function newest(chain: Chain, addresses: readonly string[], before: string | undefined) {
    const options = { commitment, limit: pageSize, ...(before === undefined ? {} : { before }) }
    const calls = addresses.map(
      (address): NodeCall => ({ method: 'getSignaturesForAddress', params: [address, options] }),
    )
    const lists = (await nodes.readBatch(chain.caip2, calls)).map((answer) => parsed(signatures, answer))
    const all = [...new Map(lists.flat().map((one) => [one.signature, one])).values()]
    const sorted = all.toSorted((one, other) => other.slot - one.slot)
    const last = sorted[pageSize - 1]
    // Transactions of one slot stay on one page: across lists their order in the block is not told.
    const page = last === undefined ? sorted : sorted.filter(({ slot }) => slot >= last.slot)
    const isMore = page.length < sorted.length || lists.some((list) => list.length === pageSize)
    return { page, next: isMore ? page.at(-1)?.signature : undefined }
  }

  return {
    place: /^[1-9A-HJ-NP-Za-km-z]{64,90}$/,
    async page(chain, address, before) {
      const { page, next } = await newest(chain, [address, ...(await accountsOf(chain, address))], before)
      const how = { commitment, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }
      const calls = page.map((one): NodeCall => ({ method: 'getTransaction', params: [one.signature, how] }))
      const answers = calls.length === 0 ? [] : await nodes.readBatch(chain.caip2, calls)
      const transactions = page.map((one, at) => {
        const landed = parsed(landedTransaction.nullable(), answers[at])
        const isOk = one.err === null || one.err === undefined
        return seenOnSolana(address, { ...one, blockTime: one.blockTime ?? undefined, isOk }, landed)
      })
      return { transactions, next }
    },
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: NodeAnswer | undefined): T {
  const result = schema.safeParse(answer?.ok ? answer.result : undefined)
  if (result.success) return result.data
  const details = answer?.ok === false ? answer.error.message.slice(0, 200) : 'The answer has another shape.'
  throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
}
