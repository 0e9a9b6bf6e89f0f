import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import {
  createdSession,
  formatSessionActivation,
  formatSessionRevocation,
  smartSessions,
} from '@latchkey/protocol/sessionsApi'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type App, createApp } from '../src/app.js'
import { sealEnvelope } from '../src/custody/envelope.js'
import { createLocalKeys } from '../src/custody/keys/createLocalKeys.js'
import { readEnv } from '../src/env.js'
import { createMemoryCache } from '../src/platform/cache/createMemoryCache.js'
import { readChains } from '../src/platform/chains/readChains.js'
import type { Db } from '../src/platform/db/db.js'
import { createLog } from '../src/platform/log/log.js'
import { createMetrics } from '../src/platform/metrics/metrics.js'
import { createNodes, type Nodes } from '../src/platform/upstream/nodes.js'
import { toChainInput } from './localChains.js'

export const sessionChain = 'eip155:31337'
/** The page that asks, as its browser says. */
export const site = 'https://app.example'
export const context = '0xc0ffee'
export const permissions = [
  { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 60 } },
]
/** In an hour, in seconds. */
export const soon = () => Math.floor(Date.now() / 1000) + 3600
/** Somebody with an account that nobody knows yet. */
export const person = () => privateKeyToAccount(generatePrivateKey())
export type Person = ReturnType<typeof person>
export const accountOf = (address: string) => encodeURIComponent(`${sessionChain}:${address}`)

/** Keys of this process, as a ring on disk holds them. */
export const keys = createLocalKeys({
  current: '1',
  keys: new Map([['1', Uint8Array.from({ length: 32 }, (_, index) => index + 1)]]),
})

/** The local chains for the tests of one file. */
export function useLocalChains(): () => EvmChains {
  let evm: EvmChains | undefined
  beforeAll(async () => {
    evm = await startEvmChains()
  }, 120_000)
  afterAll(() => evm?.stop())
  return () => {
    if (evm === undefined) throw new Error('The local chains are not up yet')
    return evm
  }
}

/** A server over one database and the local chains, and what apps and people do with sessions there. */
export function useSessionWorld(openDb: () => Promise<Db>, evm: () => EvmChains, isThere = true) {
  let db: Db
  let nodes: Nodes
  let app: App
  const chains = () => readChains(evm().chains.map((chain) => toChainInput(chain)))
  const openWith = (more: { env?: Record<string, string>; isKeyless?: boolean; nodes?: Nodes } = {}) =>
    createApp({
      env: readEnv({ HOST: '127.0.0.1', ...more.env }),
      chains: chains(),
      nodes: more.nodes ?? nodes,
      db,
      cache: createMemoryCache(),
      log: createLog('silent'),
      metrics: createMetrics(),
      sessionKeys: more.isKeyless
        ? undefined
        : { seal: (secret, row) => sealEnvelope(keys, secret, row), close: async () => undefined },
      clock: () => new Date(),
      fetch,
    })
  beforeAll(async () => {
    if (!isThere) return
    db = await openDb()
    nodes = createNodes({ chains: chains() })
    app = await openWith()
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    nodes?.close()
    await db?.close()
  })

  async function call(path: string, body?: unknown, headers: Record<string, string> = {}, via: App = app) {
    // Like a page that sends text: browsers then ask no leave before.
    const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers }
    const response = await via.request(`/v1/sessions/${path}`, body === undefined ? {} : init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  }

  async function create(owner: string, more: object = {}) {
    const body = { expiry: soon(), permissions, signer: { type: 'keys', data: { keys: [] } }, ...more }
    const { status, json } = await call(`${accountOf(owner)}?projectId=p-1`, body, { origin: site })
    expect(status).toBe(200)
    return { ...createdSession.parse(json), expiry: body.expiry }
  }

  return {
    db: () => db,
    call,
    create,
    /** Another server over the same database; it ends with the test. */
    async open(more: Parameters<typeof openWith>[0]): Promise<App> {
      const other = await openWith(more)
      onTestFinished(() => other.close())
      return other
    },
    preflight: (path: string) => app.request(`/v1/sessions/${path}`, { method: 'OPTIONS' }),
    list: async (account: string) => smartSessions.parse((await call(account)).json).pcis,
    /** Creates a session and opens it, as an app does with the wallet's help. */
    async granted(owner: Person, name?: string) {
      const { pci, expiry } = await create(owner.address, name === undefined ? {} : { project: { name } })
      const signature = await owner.signMessage({ message: opening(owner.address, pci, expiry, name) })
      const { status, text } = await call(`${accountOf(owner.address)}/activate`, { pci, context, signature })
      expect([status, text]).toEqual([200, '{}'])
      return { pci, expiry, signature }
    },
  }
}

/** What an account signs to open a session at the site of these tests. */
export function opening(address: string, pci: string, expiry: number, name?: string): string {
  return formatSessionActivation({ chainId: sessionChain, address, pci, expiry, name, url: site })
}

/** What a person signs to revoke one. */
export function revocation(owner: Person, pci: string) {
  return owner.signMessage({ message: formatSessionRevocation({ address: owner.address, pci }) })
}
