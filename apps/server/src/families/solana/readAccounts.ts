import { metadataBytes, type SolanaAccount } from '@latchkey/protocol/internal/solanaMetadata'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'

/** So many addresses a node takes at once. */
const mostAddresses = 100
const accounts = z.object({
  value: z
    .array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable())
    .max(mostAddresses),
})

/**
 * Reads accounts in one exchange, of each as many bytes as metadata is read from.
 *
 * @param nodes - The nodes.
 * @param chain - Their chain.
 * @param addresses - Which accounts.
 * @returns The accounts in the order of their addresses; nothing for those that do not exist. Rejects with an `UpstreamFault`.
 * @see https://solana.com/docs/rpc/http/getmultipleaccounts
 */
export async function readAccounts(
  nodes: Pick<FamilyNodes, 'readBatch'>,
  chain: Chain,
  addresses: readonly string[],
): Promise<readonly (SolanaAccount | undefined)[]> {
  if (addresses.length === 0) return []
  const parts: (readonly string[])[] = []
  for (let at = 0; at < addresses.length; at += mostAddresses) parts.push(addresses.slice(at, at + mostAddresses))
  const options = { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: metadataBytes } }
  const answers = await nodes.readBatch(
    chain.caip2,
    parts.map((part) => ({ method: 'getMultipleAccounts', params: [part, options] })),
  )
  return parts.flatMap((part, at) => {
    const answer = answers[at]
    const { success, data } = accounts.safeParse(answer?.ok ? answer.result : undefined)
    if (success && data.value.length === part.length)
      return data.value
        .map((one) => one && { owner: one.owner, data: Buffer.from(one.data[0], 'base64') })
        .map((one) => one ?? undefined)
    const details = answer?.ok === false ? answer.error.message.slice(0, 200) : 'The answer has another shape.'
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
  })
}
