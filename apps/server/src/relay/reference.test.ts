import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appClients,
  findReference,
  type Reference,
  type ReferenceClient,
  type ReferenceSession,
  walletClients,
} from '../../test/findReference.js'
import { freePort, type ServerProcess, startProcess } from '../../test/startProcess.js'
import { type RunningRelay, startRelay } from '../../test/startRelay.js'
import type { Db } from '../platform/db/db.js'
import { openPglite } from '../platform/db/openPglite.js'

const reference = findReference()
if (reference === undefined)
  console.warn('Skipped: the relay under reference clients (they are not installed and no registry answers)')

const chains = ['eip155:31337', 'eip155:31338']
const address = '0x1111111111111111111111111111111111111111'
const granted = {
  eip155: {
    chains,
    accounts: chains.map((chain) => `${chain}:${address}`),
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['accountsChanged', 'chainChanged'],
  },
}
type Sides = [dapp: Reference, wallet: Reference]
const everyPair: Sides[] = [
  ...appClients.flatMap((dapp) => walletClients.map((wallet): Sides => [dapp, wallet])),
  // The client of an app is a wallet's as well.
  ['sign-client 2.21.8', 'sign-client 2.21.8'],
  ['sign-client 2.21.8', 'sign-client 2.20.1'],
]
// Each client at least once; every pair of them in `npm run test:deep`.
const fewPairs: Sides[] = [
  ['sign-client 2.17.1', 'walletkit 1.2.10'],
  ['sign-client 2.20.1', 'walletkit 1.2.4'],
  ['sign-client 2.21.3', 'walletkit 1.2.10'],
  ['sign-client 2.21.8', 'walletkit 1.2.4'],
  ['sign-client 2.21.8', 'sign-client 2.20.1'],
]
const sides = process.env.LATCHKEY_DEEP === '1' ? everyPair : fewPairs

const start = (which: Reference, name: string, relayUrl = relay.url) => {
  if (reference === undefined) throw new Error('There are no reference clients')
  return reference.start(which, { relayUrl, name })
}

let db: Db
let relay: RunningRelay
const clients: ReferenceClient[] = []

beforeAll(async () => {
  db = await openPglite(undefined)
  relay = await startRelay({ db })
}, 180_000)
afterAll(async () => {
  await closeClients()
  await relay?.close()
  await db?.close()
})

/** Closes what is connected. A client whose relay has stopped connects again without end, so this comes before its relay stops. */
async function closeClients() {
  for (const { core } of clients.splice(0)) {
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
}

async function published(): Promise<number> {
  const { values } = await relay.metrics.relayMessages.get()
  return values.find(({ labels }) => labels.outcome === 'published')?.value ?? 0
}

const next = <Params>(client: ReferenceClient, event: string) =>
  new Promise<{ id: number; topic: string; params: Params }>((resolve) => client.once(event, resolve as never))

async function pair(dapp: ReferenceClient, wallet: ReferenceClient): Promise<ReferenceSession> {
  clients.push(dapp, wallet)
  const proposal = next(wallet, 'session_proposal')
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: { eip155: { ...granted.eip155, accounts: undefined } },
  })
  await wallet.core.pairing.pair({ uri })
  await wallet.approve({ id: (await proposal).id, namespaces: granted })
  return approval()
}

describe.skipIf(reference === undefined).each(sides)('unmodified %s and %s as its wallet', (dappIs, walletIs) => {
  let dapp: ReferenceClient
  let wallet: ReferenceClient
  let session: ReferenceSession
  const ask = (method: string, params: unknown[]) =>
    dapp.request({ topic: session.topic, chainId: chains[0], request: { method, params } })

  it('[S1-04] [S3-96] [S3-97] [S3-98] [S3-99] [S3-100] [S3-101] pair and settle a session', async () => {
    const name = `${dappIs}-${walletIs}`
    dapp = await start(dappIs, `dapp-${name}`)
    wallet = await start(walletIs, `wallet-${name}`)
    session = await pair(dapp, wallet)
    expect(session.topic).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(session.namespaces)).toEqual(['eip155'])
    expect(session.namespaces.eip155).toEqual(granted.eip155)
    for (const list of ['chains', 'methods', 'events', 'accounts'] as const)
      expect(session.namespaces.eip155?.[list]).toEqual(granted.eip155[list])
    expect(wallet.session.getAll()).toMatchObject([{ topic: session.topic, namespaces: granted }])
  })

  it('[S1-04] ask, answer, ping, change and notify', async () => {
    wallet.on('session_request', ({ id, topic, params }) => {
      const { request } = params as { request: { method: string; params: unknown[] } }
      const refused = { error: { code: 5000, message: 'User rejected.' } }
      const answer = request.method === 'personal_sign' ? { result: `signed ${request.params[0]}` } : refused
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
    })
    expect(await ask('personal_sign', ['0x11', address])).toBe('signed 0x11')
    await expect(ask('eth_sendTransaction', [{}])).rejects.toMatchObject({ code: 5000 })
    await dapp.ping({ topic: session.topic })
    await wallet.ping({ topic: session.topic })
    const event = next<{ event: object }>(dapp, 'session_event')
    const said = { name: 'accountsChanged', data: [address] }
    await wallet.emit({ topic: session.topic, chainId: chains[0], event: said })
    expect((await event).params.event).toEqual(said)
    const update = next<{ namespaces: object }>(dapp, 'session_update')
    const fewer = { eip155: { ...granted.eip155, methods: ['personal_sign'] } }
    await (await wallet.update({ topic: session.topic, namespaces: fewer })).acknowledged()
    expect((await update).params.namespaces).toEqual(fewer)
    const extend = next(dapp, 'session_extend')
    const until = () => Number(dapp.session.getAll()[0]?.expiry)
    const before = until()
    // It counts in seconds, and the session has lived for less than one.
    await expect.poll(() => Math.floor(Date.now() / 1_000) + 7 * 86_400).toBeGreaterThan(before)
    await (await wallet.extend({ topic: session.topic })).acknowledged()
    await extend
    expect(until()).toBeGreaterThan(before)
  })

  it('[S1-04] go on when all sockets are cut', async () => {
    const back = [dapp, wallet].map(
      ({ core }) => new Promise<void>((resolve) => core.relayer.once('relayer_connect', resolve)),
    )
    relay.cut()
    await Promise.all(back)
    expect(await ask('personal_sign', ['0x33', address])).toBe('signed 0x33')
    await wallet.ping({ topic: session.topic })
  })

  it('[S1-04] find what was sent while they were away, each in turn', async () => {
    await wallet.core.relayer.transportClose()
    const before = await published()
    const asked = ask('personal_sign', ['0x22', address])
    await expect.poll(published).toBeGreaterThan(before)
    await wallet.core.relayer.transportOpen()
    expect(await asked).toBe('signed 0x22')
    await dapp.core.relayer.transportClose()
    const event = next<{ event: { data: unknown } }>(dapp, 'session_event')
    await wallet.emit({ topic: session.topic, chainId: chains[0], event: { name: 'accountsChanged', data: ['later'] } })
    await dapp.core.relayer.transportOpen()
    expect((await event).params.event.data).toEqual(['later'])
  })

  it('[S1-04] end', async () => {
    const ended = next(wallet, 'session_delete')
    await dapp.disconnect({ topic: session.topic, reason: { code: 6000, message: 'User disconnected.' } })
    expect((await ended).topic).toBe(session.topic)
    expect(wallet.session.getAll()).toEqual([])
  })
})

describe.skipIf(reference === undefined).each([
  ['behind', -3_600_000],
  ['ahead', 3_600_000],
])('a relay whose clock is an hour %s', (where, offset) => {
  it('has an unmodified sign-client 2.21.8 and walletkit 1.2.10 pair and ask', async () => {
    const wrong = await startRelay({ db, clock: () => new Date(Date.now() + offset) })
    try {
      const dapp = await start('sign-client 2.21.8', `dapp-${where}`, wrong.url)
      const wallet = await start('walletkit 1.2.10', `wallet-${where}`, wrong.url)
      const { topic } = await pair(dapp, wallet)
      await dapp.ping({ topic })
    } finally {
      await closeClients()
      await wrong.close()
    }
  })
})

describe.skipIf(reference === undefined)('a relay in a process of its own', () => {
  let folder: string
  let server: ServerProcess
  let relayUrl: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-relay-'))
    const port = await freePort()
    relayUrl = `ws://127.0.0.1:${port}`
    server = await startProcess({ PORT: String(port), LATCHKEY_ROLES: 'data', LATCHKEY_DATA_DIR: join(folder, 'db') })
  })
  afterAll(async () => {
    await closeClients()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it.each(['sign-client 2.17.1', 'sign-client 2.21.8'] as const)(
    'acknowledges a change of a session before it notifies of it, so that an unmodified %s receives the answers',
    async (which) => {
      const dapp = await start(which, `dapp-${which}-changed`, relayUrl)
      const wallet = await start(which, `wallet-${which}-changes`, relayUrl)
      const { topic } = await pair(dapp, wallet)
      const endings = Array.from({ length: 50 }, () => 'no answer')
      for (const at of endings.keys()) {
        const accounts = [`${chains[0]}:0x${(at + 1).toString(16).padStart(40, '0')}`]
        const { acknowledged } = await wallet.update({ topic, namespaces: { eip155: { ...granted.eip155, accounts } } })
        acknowledged().then(
          () => {
            endings[at] = 'acknowledged'
          },
          (error) => {
            endings[at] = String(error)
          },
        )
      }
      const failed = () => endings.flatMap((ending, at) => (ending === 'acknowledged' ? [] : [`${at + 1}: ${ending}`]))
      // Both clients share this process. Where it is held up for longer than the relay's lead, the wallet reads the acknowledgement
      // and the answer in one turn, and drops an answer that nobody has asked for yet. A relay that delivers first loses half of them.
      await expect.poll(() => failed().length).toBeLessThanOrEqual(5)
      expect(failed().filter((ending) => !ending.endsWith('no answer'))).toEqual([])
    },
  )
})
