import type { Collectibles } from '@latchkey/protocol/accountApi'
import { Hono } from 'hono'
import { checksumAddress, type Hex } from 'viem'
import { readAccount } from '../../platform/accounts/readAccount.js'
import type { Chain } from '../../platform/chains/chain.js'
import { Refusal } from '../../platform/http/refusal.js'
import type { HonoEnv } from '../../platform/http/vars.js'
import type { FairQueue } from '../../platform/limits/createFairQueue.js'
import type { Gate } from '../../platform/limits/gate.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { pictureAnswer } from '../../platform/upstream/pictureAnswer.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'
import type { Progress } from '../createHistoryTables.js'
import type { TokenBook } from '../createTokenBook.js'
import { readNodeCursor, writeNodeCursor } from '../nodeCursor.js'
import { readHeads } from '../readBlocks.js'
import type { CollectibleTables, ItemKey } from './createCollectibleTables.js'
import type { DescribedHolding, ItemBook } from './createItemBook.js'
import type { NodeItems } from './createNodeItems.js'
import { isSpam } from './isSpam.js'

const pageSize = 24
/** How many blocks an index may lag before it is reported: a fast chain makes some between two reads. */
const mostBehind = 30
const noPicture = { 'cache-control': 'public, max-age=600', 'cross-origin-resource-policy': 'cross-origin' }
const noStore = { 'cache-control': 'no-store' }

/**
 * `GET /v1/account/{address}/collectibles`: what an account holds of ERC-721 and ERC-1155 on one chain, by contract and number, or what
 * the nodes of a chain of another family tell. And
 * `GET /v1/collectibles/{chainId}/{contract}/{tokenId}/picture`: the picture of one, so that its host learns nothing of who looks.
 */
export function collectibleRoutes(options: {
  gate: Gate
  nodes: Nodes
  tables: CollectibleTables
  progress: (chain: Chain['caip2']) => Promise<Progress | undefined>
  tokenBook: TokenBook
  itemBook: ItemBook
  nodeItems: NodeItems
  queue: FairQueue
  nodeQueue: FairQueue
  publicUrl: (requestUrl: string) => string
}): Hono<HonoEnv> {
  const { gate, nodes, tables, tokenBook, itemBook, nodeItems, queue, nodeQueue } = options
  const app = new Hono<HonoEnv>()

  /** How far the blocks of a chain are read. */
  async function readIndex(chain: Chain): Promise<Collectibles['index']> {
    const [progress, [head]] = await Promise.all([
      options.progress(chain.caip2),
      readHeads(nodes, chain.caip2, ['latest']),
    ])
    const read = progress ? progress.next : 0
    const end = head ? head.number + 1 : read
    return { state: progress && end - read <= mostBehind ? 'current' : 'behind', read, head: Math.max(end, read) }
  }

  app.get('/v1/account/:address/collectibles', async (c) => {
    gate.limit(c.get('ip'))
    const projectId = c.req.query('projectId')
    gate.project(projectId)
    const chain = gate.chain(c.req.query('chainId'))
    const address = readAccount(chain, c.req.param('address'))
    if (address === undefined) throw new Refusal(400, 'address', 'Invalid address for this chain')
    const answer = (body: Collectibles) => c.json(body, 200, noStore)
    const base = options.publicUrl(c.req.url).replace(/\/+$/, '')
    const query = new URLSearchParams(projectId === undefined ? {} : { projectId })
    const pictureOf = ({ contract, tokenId }: ItemKey) =>
      `${base}/v1/collectibles/${chain.caip2}/${contract}/${tokenId}/picture?${query}`
    const place = nodeItems.placeOf(chain)
    if (place) {
      const before = readNodeCursor(c.req.query('cursor'), chain, place)
      const { data, next, isWhole } = await nodeQueue
        .run(c.get('ip'), () => nodeItems.page(chain, { address, before, pictureOf }))
        .catch(refuse)
      return answer({
        data: [...data],
        next: writeNodeCursor(chain, next),
        index: { state: isWhole ? 'current' : 'behind' },
      })
    }
    const after = readCursor(c.req.query('cursor'))
    // Other families' chains have a history, but none that is read into the database.
    if (!chain.history || !chain.caip2.startsWith('eip155:'))
      return answer({ data: [], next: null, index: { state: 'none' } })
    const found = await queue.run(c.get('ip'), () => tables.page(chain.caip2, address, after, pageSize + 1))
    const page = found.slice(0, pageSize)
    const contracts = [...new Set(page.map(({ contract }) => contract))]
    const [index, names, described] = await Promise.all([
      readIndex(chain),
      tokenBook(chain.caip2, contracts),
      itemBook.describe(chain.caip2, address, page),
    ]).catch(refuse)
    const last = page.at(-1)
    return answer({
      data: described.map((one) =>
        toWire(one, {
          chain,
          collection: names.get(one.contract) ?? { name: '', symbol: '' },
          picture: pictureOf(one),
        }),
      ),
      next: last && found.length > pageSize ? writeCursor(last) : null,
      index,
    })
  })

  app.get('/v1/collectibles/:chainId/:contract/:tokenId/picture', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const chain = gate.chain(c.req.param('chainId'))
    const contract = readAccount(chain, c.req.param('contract'))
    const isAsked = nodeItems.placeOf(chain) !== undefined
    if (contract === undefined || !(isAsked || chain.caip2.startsWith('eip155:')))
      throw new Refusal(400, 'contract', 'There are no collectibles at this address')
    const tokenId = c.req.param('tokenId')
    if (!isTokenId(tokenId)) throw new Refusal(400, 'tokenId', 'tokenId must be a decimal number')
    const reading = isAsked ? nodeItems.picture(chain, contract) : itemBook.picture(chain.caip2, { contract, tokenId })
    const picture = await reading.catch(refuse)
    // Many have none: a refusal would be an error in the console of each page that lists them.
    if (!picture) return new Response(null, { status: 204, headers: noPicture })
    return pictureAnswer(picture)
  })
  return app
}

function toWire(
  { contract, tokenId, standard, amount, isAsked, crowd, item }: DescribedHolding,
  context: { chain: Chain; collection: { name: string; symbol: string }; picture: string },
): Collectibles['data'][number] {
  const { chain, collection, picture } = context
  const { name, description, image, link } = item
  return {
    chainId: chain.caip2,
    contract: checksumAddress(contract as Hex),
    tokenId,
    standard,
    amount,
    name,
    description,
    collection: { name: collection.name, symbol: collection.symbol },
    image: image === null ? null : picture,
    link,
    isSpam: isSpam({
      isListed: chain.tokens.some((token) => token.address.toLowerCase() === contract),
      isAsked,
      crowd,
      texts: [collection.name, collection.symbol, name ?? '', description ?? ''],
    }),
  }
}

/** Nodes that fail are no fault of the caller. */
function refuse(cause: unknown): never {
  if (!(cause instanceof UpstreamFault)) throw cause
  throw new Refusal(503, 'chainId', cause.message, { cause, code: cause.code })
}

/** A `uint256` in decimals. */
function isTokenId(text: string): boolean {
  return /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 1n << 256n
}

/** The opaque cursor of the next page. */
function writeCursor({ contract, tokenId }: ItemKey): string {
  return Buffer.from(`${contract}.${tokenId}`).toString('base64url')
}

function readCursor(text: string | undefined): ItemKey | undefined {
  if (text === undefined || text === '') return undefined
  const [contract = '', tokenId = ''] = Buffer.from(text.slice(0, 200), 'base64url').toString('latin1').split('.')
  if (/^0x[0-9a-f]{40}$/.test(contract) && isTokenId(tokenId)) return { contract, tokenId }
  throw new Refusal(400, 'cursor', 'cursor must be the next of an earlier page')
}
