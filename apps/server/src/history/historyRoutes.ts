import type { History } from '@latchkey/protocol/accountApi'
import { parseChainId } from '@latchkey/protocol/caip'
import { Hono } from 'hono'
import type { Gate } from '../platform/gate.js'
import { Refusal } from '../platform/refusal.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { HonoEnv } from '../platform/vars.js'
import type { HistoryTables } from './createHistoryTables.js'
import type { TokenBook } from './createTokenBook.js'
import { readCursor, writeCursor } from './cursor.js'
import { toWire } from './toWire.js'

const pageSize = 50
const nothing: History = { data: [], next: null }

/** `GET /v1/account/{address}/history`: the transactions of an account on one chain, newest first; none where they are not read. */
export function historyRoutes(options: {
  gate: Gate
  tables: HistoryTables
  tokenBook: TokenBook
  publicUrl: (requestUrl: string) => string
}): Hono<HonoEnv> {
  const { gate, tables, tokenBook } = options
  return new Hono<HonoEnv>().get('/v1/account/:address/history', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const chain = gate.chain(c.req.query('chainId'))
    const text = c.req.param('address')
    const before = readCursor(c.req.query('cursor'))
    const onramp = c.req.query('onramp')
    if (onramp !== undefined && onramp !== 'coinbase') throw new Refusal(400, 'onramp', 'onramp must be coinbase')
    const answer = (body: History) => c.json(body, 200, { 'cache-control': 'no-store' })
    if (parseChainId(chain.caip2).namespace !== 'eip155') return answer(nothing)
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Refusal(400, 'address', 'The address is none of the chain')
    // No purchase is made through this server, so none can be in its history.
    if (!chain.history || onramp !== undefined) return answer(nothing)
    const found = await tables.page(chain.caip2, text.toLowerCase(), before, pageSize + 1)
    const page = found.slice(0, pageSize)
    const listed = new Set(chain.tokens.map(({ address }) => address.toLowerCase()))
    const contracts = new Set(page.flatMap(({ movements }) => movements.flatMap(({ contract }) => contract ?? [])))
    const unlisted = [...contracts].filter((contract) => !listed.has(contract))
    const tokens = await tokenBook(chain.caip2, unlisted).catch((cause: unknown) => {
      if (!(cause instanceof UpstreamFault)) throw cause
      throw new Refusal(503, 'chainId', cause.message, { cause, code: cause.code })
    })
    const publicUrl = options.publicUrl(c.req.url)
    const last = page.at(-1)
    return answer({
      data: page.flatMap((entry) => toWire(entry, { chain, tokens, publicUrl }) ?? []),
      next: last && found.length > pageSize ? writeCursor(last) : null,
    })
  })
}
