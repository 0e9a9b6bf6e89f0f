import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, connect, createConfig, disconnect, getConnection, type PairingConnector } from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startRelay, type TestRelay } from '../../../../apps/devnet/test/startRelay.js'
import {
  findReference,
  type Reference,
  type ReferenceClient,
  walletClients,
} from '../../../../apps/server/test/findReference.js'
import { nodeSocket } from '../../test/nodeSocket.js'
import { walletConnect } from './walletConnect.js'

// The wallets here are clients of other people, unmodified; the relay is ours, with a database on disk.
const reference = findReference()
if (reference === undefined)
  console.warn('Skipped: our client under reference wallets (they are not installed and no registry answers)')

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chains = ['eip155:1', 'eip155:8453']
const granted = {
  eip155: {
    chains,
    accounts: chains.map((chain) => `${chain}:${account}`),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
let relay: TestRelay
beforeAll(startAgain, 180_000)
afterAll(async () => {
  await relay?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** With the database that is there, at the port where it was. */
async function startAgain(): Promise<void> {
  const port = relay ? { port: Number(new URL(relay.url).port) } : {}
  const local = { caip2: 'eip155:31337', name: 'Local', url: 'http://127.0.0.1:9', nativeCurrency } as const
  relay = await startRelay({ chains: [local] }, { ...port, dataDir: folder })
}

type Request = { id: number; topic: string; params: { request: { method: string; params: readonly unknown[] } } }

async function pair(which: Reference) {
  if (reference === undefined) throw new Error('There are no reference clients')
  const config: Config = createConfig({
    chains: [mainnet, base],
    storage: null,
    connectors: [walletConnect({ relayUrl: relay.url, openSocket: nodeSocket })],
  })
  const wallet = await reference.start(which, { relayUrl: relay.url, name: `wallet-${which}-${crypto.randomUUID()}` })
  wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  const connector = config.connectors[0] as PairingConnector
  const connecting = connect(config, { connector })
  const uri = await vi.waitFor(() => {
    const { uri: offered } = connector.pairing.getState()
    if (offered === undefined) throw new Error('No URI yet.')
    return offered
  }, 15_000)
  await wallet.core.pairing.pair({ uri })
  await connecting
  const provider = (await connector.getProvider('eip155')) as Eip1193Provider
  const [session] = wallet.session.getAll()
  return {
    config,
    wallet,
    topic: session?.topic ?? '',
    sign: (what: string) => provider.request({ method: 'personal_sign', params: [what, account] }),
    async close() {
      config.destroy()
      wallet.core.heartbeat.stop()
      await wallet.core.relayer.transportClose()
    },
  }
}

function answer(wallet: ReferenceClient, { id, topic }: Pick<Request, 'id' | 'topic'>, result: unknown): Promise<void> {
  return wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
}

// One of each kind; their older releases in `npm run test:deep`.
const kinds: Reference[] = ['walletkit 1.2.10', 'sign-client 2.21.8']
const all: Reference[] = [...walletClients, 'sign-client 2.21.8', 'sign-client 2.20.1']

describe.skipIf(reference === undefined).each<Reference>(process.env.LATCHKEY_DEEP === '1' ? all : kinds)(
  'our client and unmodified %s as its wallet',
  (which) => {
    let world: Awaited<ReturnType<typeof pair>>
    beforeAll(async () => {
      world = await pair(which)
    }, 60_000)
    afterAll(() => world?.close())

    it('[S1-03] pair, ask, answer, refuse, ping, change and tell', async () => {
      const { config, wallet, topic, sign } = world
      expect(getConnection(config)).toMatchObject({ address: account, status: 'connected' })
      const heard: Request[] = []
      wallet.on('session_request', (event) => {
        heard.push(event as unknown as Request)
        const [what] = (event as unknown as Request).params.request.params
        const refused = { id: event.id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } }
        if (what === 'no') void wallet.respond({ topic, response: refused })
        else void answer(wallet, event, `signed ${what}`)
      })
      expect(await sign('0x11')).toBe('signed 0x11')
      await expect(sign('no')).rejects.toMatchObject({ code: 4001 })
      await wallet.ping({ topic })
      const event = { name: 'chainChanged', data: 8453 }
      await wallet.emit({ topic, chainId: 'eip155:8453', event })
      await vi.waitFor(() => expect(config.state.chainIds.eip155).toBe('eip155:8453'))
      const fewer = { eip155: { ...granted.eip155, chains: ['eip155:1'], accounts: [`eip155:1:${account}`] } }
      await (await wallet.update({ topic, namespaces: fewer })).acknowledged()
      await vi.waitFor(() => expect(config.state.chainIds.eip155).toBe('eip155:1'))
      expect(heard).toHaveLength(2)
    })

    it('what was sent while the wallet was away is found when it is back', async () => {
      const { wallet, sign } = world
      await wallet.core.relayer.transportClose()
      const signing = sign('0x22')
      await wallet.core.relayer.transportOpen()
      expect(await signing).toBe('signed 0x22')
    })

    it('end', async () => {
      const { config, wallet } = world
      const ended = new Promise<unknown>((resolve) => wallet.once('session_delete', ({ topic }) => resolve(topic)))
      await disconnect(config)
      expect(await ended).toBe(world.topic)
      expect(wallet.session.getAll()).toEqual([])
    })
  },
)

describe.skipIf(reference === undefined)(
  'a relay that is stopped and started again, on its port and its database',
  () => {
    it('REL-14 in the middle of requests: none is lost, and none is executed twice', async () => {
      const world = await pair('sign-client 2.21.8')
      const { wallet, sign } = world
      const executed: string[] = []
      const held: Request[] = []
      wallet.on('session_request', (event) => {
        const request = event as unknown as Request
        executed.push(String(request.params.request.params[0]))
        held.push(request)
      })
      const next = () =>
        vi.waitFor(
          () => {
            const request = held.shift()
            if (!request) throw new Error('Nothing was asked yet.')
            return request
          },
          { timeout: 30_000 },
        )
      // The wallet has it and the relay goes: the answer comes by the one that is started again.
      const first = sign('first')
      const asked = await next()
      await relay.stop()
      await startAgain()
      await answer(wallet, asked, 'signed first')
      expect(await first).toBe('signed first')
      // The page asks a relay that is not there: the wallet gets it from the next, once.
      await relay.stop()
      const others = ['second', 'third', 'fourth'].map(sign)
      await startAgain()
      for (let left = 3; left > 0; left--) {
        const request = await next()
        await answer(wallet, request, `signed ${request.params.request.params[0]}`)
        if (left === 3) {
          // What was answered is kept for the page, what was not is not asked again.
          await relay.stop()
          await startAgain()
        }
      }
      expect(await Promise.all(others)).toEqual(['signed second', 'signed third', 'signed fourth'])
      expect(executed.sort()).toEqual(['first', 'fourth', 'second', 'third'])
      await world.close()
    }, 60_000)
  },
)
