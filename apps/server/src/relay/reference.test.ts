import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findReference, type Reference, type ReferenceClient, type ReferenceSession } from '../../test/findReference.js'
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
const sides: [dapp: Reference, wallet: Reference][] = [
  ['sign-client 2.21.8', 'sign-client 2.21.8'],
  ['sign-client 2.21.8', 'sign-client 2.20.1'],
  ['sign-client 2.20.1', 'sign-client 2.21.8'],
  ['sign-client 2.21.8', 'walletkit 1.2.10'],
]

const start = (which: Reference, name: string) => {
  if (reference === undefined) throw new Error('There are no reference clients')
  return reference.start(which, { relayUrl: relay.url, name })
}

let db: Db
let relay: RunningRelay
const clients: ReferenceClient[] = []

beforeAll(async () => {
  db = await openPglite(undefined)
  relay = await startRelay({ db })
}, 180_000)
afterAll(async () => {
  for (const { core } of clients) {
    core.heartbeat.stop()
    await core.relayer.transportClose()
  }
  await relay?.close()
  await db?.close()
})

async function published(): Promise<number> {
  const { values } = await relay.metrics.relayMessages.get()
  return values.find(({ labels }) => labels.outcome === 'published')?.value ?? 0
}

const next = <Params>(client: ReferenceClient, event: string) =>
  new Promise<{ id: number; topic: string; params: Params }>((resolve) => client.once(event, resolve as never))

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
    clients.push(dapp, wallet)
    const proposal = next(wallet, 'session_proposal')
    const { uri, approval } = await dapp.connect({
      optionalNamespaces: { eip155: { ...granted.eip155, accounts: undefined } },
    })
    await wallet.core.pairing.pair({ uri })
    await wallet.approve({ id: (await proposal).id, namespaces: granted })
    session = await approval()
    expect(session.topic).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(session.namespaces)).toEqual(['eip155'])
    expect(session.namespaces.eip155).toEqual(granted.eip155)
    for (const list of ['chains', 'methods', 'events', 'accounts'] as const)
      expect(session.namespaces.eip155?.[list]).toEqual(granted.eip155[list])
    expect(wallet.session.getAll()).toMatchObject([{ topic: session.topic, namespaces: granted }])
  })

  it('[S1-04] ask, answer, ping, change and tell', async () => {
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
