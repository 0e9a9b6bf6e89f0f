import { connect, disconnect, getConnection, reconnect } from '@latchkey/core'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grant } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'

let world: PairingWorld
beforeEach(() => {
  world = openPairingWorld()
})
afterEach(() => world.close())

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

it('REL-18 two tabs share a session: what ends in one has ended in the other, and nothing of it is kept', async () => {
  const connecting = connect(world.config, { connector: 'walletConnect' })
  const phone = world.scan(await world.uri())
  await phone.approve()
  await connecting
  const other = world.open()
  await reconnect(other)
  expect(getConnection(other)).toMatchObject({ address, status: 'connected' })
  await disconnect(world.config)
  await vi.waitFor(() => expect(getConnection(other).status).toBe('disconnected'))
  expect(world.kept.get('@latchkey/walletConnect/sessions')).toBeUndefined()
  await vi.waitFor(() => expect(phone.heard).toContain('wc_sessionDelete'))
})

it('REL-18 a wallet that takes the place of another in one tab does so in the other', async () => {
  const connecting = connect(world.config, { connector: 'walletConnect' })
  await world.scan(await world.uri()).approve()
  await connecting
  const other = world.open()
  await reconnect(other)
  const again = connect(world.config, { connector: 'walletConnect' })
  const next = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const phone = world.scan(await world.uri())
  await phone.approve({ namespaces: grant(['eip155:1'], [next]) })
  await again
  await vi.waitFor(() => expect(getConnection(other).address).toBe(next))
  await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [address]) })
  await vi.waitFor(() => expect(getConnection(other).address).toBe(address))
  expect(getConnection(world.config).address).toBe(address)
})

it('a session that one tab begins answers in the other, whose line was open before', async () => {
  const first = connect(world.config, { connector: 'walletConnect' })
  await world.scan(await world.uri()).approve()
  await first
  const other = world.open()
  await reconnect(other)
  await disconnect(world.config)
  await vi.waitFor(() => expect(getConnection(other).status).toBe('disconnected'))
  const again = connect(world.config, { connector: 'walletConnect' })
  const next = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const phone = world.scan(await world.uri())
  await phone.approve({ namespaces: grant(['eip155:1'], [next]) })
  await again
  const [connector] = other.connectors
  expect((await connector?.reconnect())?.accounts).toEqual([`eip155:1:${next}`])
  const provider = (await connector?.getProvider('eip155')) as Eip1193Provider
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([next])
  const heard: unknown[] = []
  provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
  await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [address]) })
  await vi.waitFor(() => expect(heard).toEqual([[address]]))
})

it('REL-13 a page that slept over the end of its code shows a fresh one when it is back', async () => {
  const { uri } = await world.connector().pairing.start()
  vi.useFakeTimers({ now: Date.now() + 290_000, toFake: ['Date'] })
  document.dispatchEvent(new Event('visibilitychange'))
  const next = await world.uri(uri)
  vi.useRealTimers()
  expect(next).not.toBe(uri)
  expect(world.relay.calls.filter((call) => call === 'wc_proposeSession')).toHaveLength(2)
})

it('a page that comes back into view makes sure of its line at once', async () => {
  await world.pair()
  const asked = world.relay.calls.filter((call) => call === 'irn_batchSubscribe').length
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => {
    expect(world.relay.calls.filter((call) => call === 'irn_batchSubscribe').length).toBeGreaterThan(asked)
  })
})
