import {
  isCollectible,
  metadataAddress,
  readMetadata,
  type SolanaMetadata,
} from '@latchkey/protocol/internal/solanaMetadata'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import type { NodeAnswer } from '../../platform/upstream/answer.js'
import type { CollectiblePage, HeldCollectible } from '../../platform/upstream/collectibleReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { readAccounts } from './readAccounts.js'

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const commitment = 'confirmed'
/** Standards that the program alone moves. */
const programmable: readonly (number | undefined)[] = [4, 5]

const tokenAccounts = z.object({ value: z.array(z.object({ account: z.object({ data: z.unknown() }) })) })
/** A token account as the node reads it; one that it cannot read comes as bytes and is left out. */
const tokenAccount = z.object({
  parsed: z.object({
    info: z.object({
      mint: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      state: z.string(),
      tokenAmount: z.object({ amount: z.literal('1'), decimals: z.literal(0) }),
    }),
  }),
})

/**
 * Creates the reader of collectibles by what every Solana node tells: the accounts of tokens that cannot be divided and of which the owner
 * has one, their mints, of which there is one as well, and what Metaplex's Token Metadata or the mint itself keeps for those. It does not
 * see items without an account of their own, which are compressed ones, and those of Metaplex Core.
 *
 * @param options - The nodes, and how many items a page has.
 * @returns A page of items by mint, from the mint `after` on; and where one is described.
 */
export function createMintCollectibles({ nodes, size }: { nodes: Pick<FamilyNodes, 'readBatch'>; size: number }) {
  /** The cached facts of each mint, and its account. */
  async function describe(chain: Chain, mints: readonly string[]) {
    const found = await readAccounts(nodes, chain, [...mints, ...mints.map(metadataAddress)])
    return new Map(
      mints.map((mint, at) => {
        const account = found[at]
        return [mint, { account, metadata: readMetadata(mint, account, found[mints.length + at]) }] as const
      }),
    )
  }

  return {
    async page(chain: Chain, address: string, after: string | undefined): Promise<Omit<CollectiblePage, 'isWhole'>> {
      const calls = tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [address, { programId }, { commitment, encoding: 'jsonParsed' }],
      }))
      const held = new Map<string, boolean>()
      for (const answer of await nodes.readBatch(chain.caip2, calls)) {
        for (const { account } of parsed(tokenAccounts, answer).value) {
          const single = tokenAccount.safeParse(account.data)
          if (single.success) held.set(single.data.parsed.info.mint, single.data.parsed.info.state === 'frozen')
        }
      }
      const rest = [...held.keys()].filter((mint) => after === undefined || mint > after).sort()
      const mints = rest.slice(0, size)
      const items = [...(await describe(chain, mints)).values()].flatMap(({ account, metadata }) =>
        metadata && isCollectible(account, metadata) ? [metadata] : [],
      )
      const groups = [...new Set(items.flatMap(({ collection }) => collection ?? []))]
      const collections = await describe(chain, groups)
      return {
        items: items.map((item) =>
          toHeld(item, {
            address,
            isFrozen: held.get(item.mint) === true,
            group: collections.get(item.collection ?? '')?.metadata,
          }),
        ),
        next: rest.length > mints.length ? mints.at(-1) : undefined,
      }
    },
    async uri(chain: Chain, mint: string): Promise<string | undefined> {
      return (await describe(chain, [mint])).get(mint)?.metadata?.uri || undefined
    },
  }
}

function toHeld(
  { mint, name, uri, collection, creators, standard }: SolanaMetadata,
  { address, isFrozen, group }: { address: string; isFrozen: boolean; group: SolanaMetadata | undefined },
): HeldCollectible {
  return {
    id: mint,
    name,
    collection: { id: collection, name: group?.name ?? '', symbol: group?.symbol ?? '' },
    uri: uri || undefined,
    isOwn: creators.includes(address),
    isLocked: isFrozen || programmable.includes(standard),
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: NodeAnswer | undefined): T {
  const result = schema.safeParse(answer?.ok ? answer.result : undefined)
  if (result.success) return result.data
  const details = answer?.ok === false ? answer.error.message.slice(0, 200) : 'The answer has another shape.'
  throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details })
}
