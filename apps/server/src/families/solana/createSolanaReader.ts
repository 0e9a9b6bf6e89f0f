import * as z from 'zod'
import type { NodeAnswer, NodeCall } from '../../platform/upstream/answer.js'
import type { ChainReader } from '../../platform/upstream/chainReader.js'
import type { HeadMemory } from '../../platform/upstream/createHeadMemory.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { createMintNames, type UnlistedMint } from './createMintNames.js'
import { wrappedCoin } from './wrappedCoin.js'

/** Those that keep accounts of tokens: the first program, and the one with extensions. */
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const config = { commitment: 'confirmed' }

const context = z.object({ slot: z.int().nonnegative() })
const lamports = z.object({ context, value: z.int().nonnegative() })
const tokenAccounts = z.object({
  context,
  value: z.array(z.object({ account: z.object({ data: z.unknown() }) })),
})
/** An account as the node reads it; one that it cannot read comes as bytes and is left out. */
const parsedAccount = z.object({
  parsed: z.object({
    info: z.object({
      mint: z.string(),
      tokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
    }),
  }),
})

/**
 * Creates the reader of balances of Solana: the coin and every token account of both token programs, in one exchange, and in another one
 * what the unlisted ones are.
 *
 * @param options - The nodes, and the check for a stale slot.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://solana.com/docs/rpc/http/gettokenaccountsbyowner
 */
export function createSolanaReader({ nodes, isAtHead }: { nodes: FamilyNodes; isAtHead: HeadMemory }): ChainReader {
  const names = createMintNames({ nodes })
  return async (chain, address) => {
    const calls: NodeCall[] = [
      { method: 'getBalance', params: [address, config] },
      ...tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [address, { programId }, { ...config, encoding: 'jsonParsed' }],
      })),
    ]
    const read = (answers: readonly NodeAnswer[]) =>
      decode(answers, new Set([wrappedCoin, ...chain.tokens].map((token) => token.address)))
    const accept = (answers: readonly NodeAnswer[]) => isAtHead(chain.caip2, BigInt(read(answers).slot))
    const { holdings } = read(await nodes.readBatch(chain.caip2, calls, { accept }))
    return { ...holdings, unlisted: await names(chain, holdings.unlisted) }
  }
}

function decode(answers: readonly NodeAnswer[], listed: ReadonlySet<string>) {
  const [coin, ...programs] = answers
  const { context: at, value: native } = parsed(lamports, coin)
  let slot = at.slot
  const amounts = new Map<string, UnlistedMint>()
  for (const [program, answer] of programs.entries()) {
    const { context: seen, value } = parsed(tokenAccounts, answer)
    slot = Math.min(slot, seen.slot)
    for (const { account } of value) {
      const known = parsedAccount.safeParse(account.data)
      if (!known.success) continue
      const { mint, tokenAmount } = known.data.parsed.info
      // An owner may have several accounts of one token.
      const amount = (amounts.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount)
      amounts.set(mint, { address: mint, amount, decimals: tokenAmount.decimals, isExtended: program === 1 })
    }
  }
  const tokens = new Map<string, bigint>()
  const unlisted: UnlistedMint[] = []
  for (const [mint, held] of amounts) {
    if (listed.has(mint)) tokens.set(mint, held.amount)
    else if (held.amount > 0n) unlisted.push(held)
  }
  return { slot, holdings: { native: BigInt(native), tokens, unlisted } }
}

function parsed<T>(schema: z.ZodType<T>, answer: NodeAnswer | undefined): T {
  const result = schema.safeParse(answer?.ok ? answer.result : undefined)
  if (result.success) return result.data
  const details = answer?.ok === false ? answer.error.message.slice(0, 200) : 'No balance in the answer.'
  throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
}
