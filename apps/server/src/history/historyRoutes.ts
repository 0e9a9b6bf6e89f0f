import type { History, HistoryEntry } from '@latchkey/protocol/accountApi'
import type { ChainId } from '@latchkey/protocol/caip'
import { Hono } from 'hono'
import { readAccount } from '../platform/accounts/readAccount.js'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { FairQueue } from '../platform/limits/createFairQueue.js'
import type { Gate } from '../platform/limits/gate.js'
import type { HistoryReader } from '../platform/upstream/historyReader.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { HistoryTables } from './createHistoryTables.js'
import type { NodePageQuery } from './createNodeHistory.js'
import type { TokenBook } from './createTokenBook.js'
import { readCursor, writeCursor } from './cursor.js'
import { type ChainEntry, readPage } from './readPage.js'
import { toWire } from './toWire.js'

const pageSize = 50
/** INTERFACE: what an account has bought on chains, newest first. */
export type PurchasesOf = (
  chains: readonly ChainId[],
  address: string,
) => Promise<readonly (Omit<HistoryEntry, 'metadata'> & { metadata: Omit<HistoryEntry['metadata'], 'status'> })[]>
const nothing: History = { data: [], next: null }

/**
 * `GET /v1/account/{address}/history`: the transactions of an account, newest first, on one chain or on all that are read; of a family
 * whose nodes are asked, on the first of its chains that is marked.
 */
export function historyRoutes(options: {
  chains: readonly Chain[]
  gate: Gate
  tables: HistoryTables
  tokenBook: TokenBook
  queue: FairQueue
  readerOf: (chain: Chain) => HistoryReader | undefined
  nodePages: (query: NodePageQuery) => Promise<History>
  publicUrl: (requestUrl: string) => string
  purchases: PurchasesOf
}): Hono<HonoEnv> {
  const { gate, tables, tokenBook, queue } = options
  return new Hono<HonoEnv>().get('/v1/account/:address/history', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const chainId = c.req.query('chainId')
    const text = c.req.param('address')
    const asked = chainId === undefined ? options.chains : [gate.chain(chainId)]
    const cursor = c.req.query('cursor')
    const onramp = c.req.query('onramp')
    if (onramp !== undefined && onramp !== 'coinbase') throw new Refusal(400, 'onramp', 'onramp must be coinbase')
    const own = asked.filter((chain) => readAccount(chain, text) !== undefined)
    if (own.length === 0) throw new Refusal(400, 'address', 'Invalid address for this chain')
    const noStore = { 'cache-control': 'no-store' }
    if (onramp !== undefined) {
      const [chain] = own
      const address = (chain && readAccount(chain, text)) ?? text
      const data = await options.purchases(
        own.map(({ caip2 }) => caip2),
        address,
      )
      return c.json({ data, next: null }, 200, noStore)
    }
    const chains = own.filter(({ history }) => history)
    const answer = (body: History) => c.json(body, 200, noStore)
    const [marked] = chains
    if (!marked) {
      readCursor(cursor)
      return answer(nothing)
    }
    const publicUrl = options.publicUrl(c.req.url)
    const reader = options.readerOf(marked)
    if (reader) {
      const address = readAccount(marked, text) ?? text
      return answer(await options.nodePages({ chain: marked, reader, address, cursor, ip: c.get('ip'), publicUrl }))
    }
    const before = readCursor(cursor)
    const { page, next } = await queue.run(c.get('ip'), () =>
      readPage({ tables, chains, address: text.toLowerCase(), before, size: pageSize }),
    )
    const tokens = new Map(
      await Promise.all(
        chains.map(async (chain) => [chain, await tokenBook(chain.caip2, unlistedOf(chain, page))] as const),
      ).catch((cause: unknown) => {
        if (!(cause instanceof UpstreamFault)) throw cause
        throw new Refusal(503, 'chainId', cause.message, { cause, code: cause.code })
      }),
    )
    return answer({
      data: page.flatMap(
        ({ chain, entry }) => toWire(entry, { chain, tokens: tokens.get(chain) ?? new Map(), publicUrl }) ?? [],
      ),
      next: next ? writeCursor(next) : null,
    })
  })
}

/** The contracts that moved on a chain and that its list does not name. */
function unlistedOf(chain: Chain, page: readonly ChainEntry[]): readonly string[] {
  const listed = new Set(chain.tokens.map(({ address }) => address.toLowerCase()))
  const moved = page.flatMap((one) => (one.chain === chain ? one.entry.movements : []))
  const contracts = new Set(moved.flatMap(({ contract }) => contract ?? []))
  return [...contracts].filter((contract) => !listed.has(contract))
}
