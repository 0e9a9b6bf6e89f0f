import { findProgramAddress } from '@latchkey/protocol/internal/solanaProgramAddress'
import { base58 } from '@scure/base'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import type { NodeAnswer } from '../../platform/upstream/answer.js'
import type { CollectiblePage, HeldCollectible } from '../../platform/upstream/collectibleReader.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { FamilyNodes } from '../serverFamily.js'
import { type Metadata, readMetadata } from './readMetadata.js'

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const prefix = new TextEncoder().encode('metadata')
const commitment = 'confirmed'
/** Standards of which there may be many alike, and those that the program alone moves. */
const [fungible, programmable] = [2, [4, 5] as readonly (number | undefined)[]]

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
const accounts = z.object({
  value: z.array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable()),
})
type Account = { owner: string; data: Buffer } | undefined

/**
 * Makes the reader of collectibles by what every Solana node tells: the accounts of tokens that cannot be divided and of which the owner
 * has one, their mints, of which there is one as well, and what Metaplex's Token Metadata keeps for those. It does not see items without
 * an account of their own, which are compressed ones, and those of Metaplex Core.
 *
 * @param options - The nodes, and how many items a page has.
 * @returns A page of items by mint, from the mint `after` on; and where one is described.
 */
export function createMintCollectibles({ nodes, size }: { nodes: Pick<FamilyNodes, 'readBatch'>; size: number }) {
  async function read(chain: Chain, addresses: readonly string[]): Promise<readonly Account[]> {
    if (addresses.length === 0) return []
    const call = { method: 'getMultipleAccounts', params: [addresses, { commitment, encoding: 'base64' }] }
    const [answer] = await nodes.readBatch(chain.caip2, [call])
    const { value } = parsed(accounts, answer)
    return value
      .map((one) => one && { owner: one.owner, data: Buffer.from(one.data[0], 'base64') })
      .map((one) => one ?? undefined)
  }

  /** What is kept for each mint. */
  async function describe(chain: Chain, mints: readonly string[]): Promise<ReadonlyMap<string, Metadata>> {
    const found = await read(chain, mints.map(metadataAddress))
    return new Map(mints.flatMap((mint, at) => entryOf(mint, found[at])))
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
      const found = await read(chain, [...mints, ...mints.map(metadataAddress)])
      const items = new Map(
        mints.flatMap((mint, at) => (isSingle(found[at]) ? entryOf(mint, found[mints.length + at]) : [])),
      )
      const groups = [...new Set([...items.values()].flatMap(({ collection }) => collection ?? []))]
      const collections = await describe(chain, groups)
      return {
        items: [...items.values()]
          .filter(({ standard }) => standard !== fungible)
          .map((item) => toHeld(item, { address, isFrozen: held.get(item.mint) === true, collections })),
        next: rest.length > mints.length ? mints.at(-1) : undefined,
      }
    },
    async uri(chain: Chain, mint: string): Promise<string | undefined> {
      return (await describe(chain, [mint])).get(mint)?.uri || undefined
    },
  }
}

function metadataAddress(mint: string): string {
  return findProgramAddress(metadataProgram, [prefix, base58.decode(metadataProgram), base58.decode(mint)])
}

/** Only what the program keeps, for this mint: anybody may write such bytes elsewhere. */
function entryOf(mint: string, account: Account): [string, Metadata][] {
  const metadata = account?.owner === metadataProgram ? readMetadata(account.data) : undefined
  return metadata?.mint === mint ? [[mint, metadata]] : []
}

/** Whether it is a mint of one, which cannot be divided. */
function isSingle(account: Account): boolean {
  if (!account || !tokenPrograms.includes(account.owner) || account.data.length < 82) return false
  return account.data.readBigUInt64LE(36) === 1n && account.data[44] === 0
}

function toHeld(
  { mint, name, uri, collection, creators, standard }: Metadata,
  context: { address: string; isFrozen: boolean; collections: ReadonlyMap<string, Metadata> },
): HeldCollectible {
  const { address, isFrozen, collections } = context
  const group = collection === undefined ? undefined : collections.get(collection)
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
