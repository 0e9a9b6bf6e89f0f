import { type Balances as BalancesBody, type Currency, currencies } from '@latchkey/protocol/api'
import { isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { Hono } from 'hono'
import { readAccount } from '../platform/accounts/readAccount.js'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { Balances } from './createBalances.js'

const maxForced = 100

/** `GET /v1/account/{address}/balance`: native coin and listed tokens, on one chain or on all. */
export function balanceRoutes(options: {
  chains: readonly Chain[]
  gate: Gate
  balances: Balances
  publicUrl: (requestUrl: string) => string
}): Hono<HonoEnv> {
  const { gate, chains } = options
  return new Hono<HonoEnv>().get('/v1/account/:address/balance', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const currency = readCurrency(c.req.query('currency'))
    const forced = readForced(c.req.query('forceUpdate'))
    const chainId = c.req.query('chainId')
    const text = c.req.param('address')
    const asked = (chainId === undefined ? chains : [gate.chain(chainId)]).flatMap((chain) => {
      const address = readAccount(chain, text)
      return address === undefined ? [] : [{ chain, address }]
    })
    if (asked.length === 0) throw new Refusal(400, 'address', 'Invalid address for this chain')
    const publicUrl = options.publicUrl(c.req.url)
    const results = await Promise.allSettled(
      asked.map(({ chain, address }) =>
        options.balances({ chain, address, currency, force: forced.has(chain.caip2), publicUrl }),
      ),
    )
    const failed = results.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown)
    for (const reason of failed) if (!(reason instanceof UpstreamFault)) throw reason
    // Asked for all chains, one that is away must not hide the others; asked for one, an empty list would be a lie.
    if (failed.length === asked.length) {
      const fault = failed[0] as UpstreamFault
      throw new Refusal(503, 'chainId', fault.message, { cause: fault, code: fault.code })
    }
    const all = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    // With a chain id the native coin is listed at zero too: clients read its name and price from it.
    const balances = chainId === undefined ? all.filter(({ quantity }) => quantity.numeric !== '0') : all
    return c.json({ balances } satisfies BalancesBody, 200, { 'cache-control': 'no-store' })
  })
}

function readCurrency(text: string | undefined): Currency {
  if (text === undefined) return 'usd'
  const currency = currencies.find((one) => one === text)
  if (currency === undefined) throw new Refusal(400, 'currency', `currency must be one of ${currencies.join(', ')}`)
  return currency
}

/** The chains of the tokens whose balance must be read anew. */
function readForced(text: string | undefined): ReadonlySet<string> {
  if (text === undefined || text === '') return new Set()
  const ids = text.split(',')
  if (ids.length > maxForced || !ids.every(isAccountId)) {
    throw new Refusal(
      400,
      'forceUpdate',
      `forceUpdate must be at most ${maxForced} CAIP-10 ids with commas between them`,
    )
  }
  return new Set(ids.map((id) => parseAccountId(id).chainId))
}
