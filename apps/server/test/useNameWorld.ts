import type { EvmChains } from '@latchkey/devnet'
import { coinTypeOf, nameMessage, nameSuggestions } from '@latchkey/protocol/namesApi'
import { afterAll, beforeAll, expect } from 'vitest'
import { type App, createApp } from '../src/app.js'
import { readEnv } from '../src/env.js'
import { createMemoryCache } from '../src/platform/cache/createMemoryCache.js'
import { readChains } from '../src/platform/chains/readChains.js'
import type { Db } from '../src/platform/db/db.js'
import { createLog } from '../src/platform/log/log.js'
import { createMetrics } from '../src/platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../src/platform/upstream/nodes.js'
import { toChainInput } from './localChains.js'
import type { Person } from './useSessionWorld.js'

/** The coin type of the local chain. */
export const localCoin = coinTypeOf(31337) ?? 0
export const zone = 'latchkey.test'
let count = 0
/** A label that nobody has yet, and that looks like no other. */
export const newLabel = () => `user${[...String(++count)].map((digit) => 'abcdefghjk'[Number(digit)]).join('')}`

/** What a stock client signs. */
export const stockText = (name: string, at = Date.now()) =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(at / 1000) })

/** A server over one database and the local chains, and what accounts do with names there. */
export function useNameWorld(openDb: () => Promise<Db>, evm: () => EvmChains, isThere = true) {
  let db: Db
  let nodes: Nodes
  let app: App
  let ahead = 0
  beforeAll(async () => {
    if (!isThere) return
    const chains = readChains(evm().chains.map((chain) => toChainInput(chain)))
    db = await openDb()
    nodes = createNodes({ chains })
    app = await createApp({
      env: readEnv({ HOST: '127.0.0.1' }),
      chains,
      nodes,
      db,
      cache: createMemoryCache(),
      log: createLog('silent'),
      metrics: createMetrics(),
      clock: () => new Date(Date.now() + ahead),
      fetch,
    })
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    nodes?.close()
    await db?.close()
  })

  async function call(path: string, body?: unknown) {
    const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await app.request(`/v1/${path}`, body === undefined ? {} : init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: JSON.parse(text) }
  }

  async function textFor(body: object) {
    const { status, json } = await call('profile/message', body)
    expect(status, JSON.stringify(json)).toBe(200)
    return nameMessage.parse(json)
  }

  async function bodyOf(owner: Person, name: string, more: { coin_type?: number } = {}) {
    const coin_type = more.coin_type ?? localCoin
    const { message } = await textFor({ action: 'register', name, address: owner.address, coin_type })
    return { message, signature: await owner.signMessage({ message }), address: owner.address, coin_type }
  }

  return {
    db: () => db,
    app: () => app,
    call,
    textFor,
    bodyOf,
    /** Sets the server's clock ahead, in milliseconds. */
    setAhead(by: number) {
      ahead = by
    },
    register: async (owner: Person, name: string) => call('profile/account', await bodyOf(owner, name)),
    async change(owner: Person, name: string, action: 'release' | 'attributes' | 'address', more: object = {}) {
      const { message } = await textFor({ action, name, ...more })
      return call(`profile/account/${name}/${action}`, { message, signature: await owner.signMessage({ message }) })
    },
    suggest: async (label: string) => nameSuggestions.parse((await call(`profile/suggestions/${label}`)).json),
    preflight: (path: string) => app.request(`/v1/${path}`, { method: 'OPTIONS' }),
  }
}

/** Status, field and words of a refusal. */
export function refusalOf({
  status,
  json,
}: {
  status: number
  json: { reasons?: { field: string; description: string }[] }
}) {
  return [status, json.reasons?.[0]?.field, json.reasons?.[0]?.description]
}
