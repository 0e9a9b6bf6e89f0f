import { connect, disconnect, getConnection } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grant } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'
import { open, seal } from './envelope.js'
import { createIds } from './wire.js'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let world: PairingWorld
beforeEach(() => {
  world = openPairingWorld()
})
afterEach(() => {
  vi.useRealTimers()
  world.close()
})

async function connected() {
  const connecting = connect(world.config, { connector: 'walletConnect' })
  const phone = world.scan(await world.uri())
  await phone.approve()
  await connecting
  return phone
}
const left = () => JSON.parse(world.kept.get('@latchkey/walletConnect/left') ?? '[]') as unknown[]

describe('a session that is left while the relay cannot be reached', () => {
  it('is told to the wallet at the next visit, and is no session of the page meanwhile', async () => {
    const phone = await connected()
    world.relay.switches.down = true
    world.relay.restart()
    const leaving = disconnect(world.config)
    await vi.waitFor(() => expect(left()).toHaveLength(1))
    // The page is closed before the relay is back.
    world.config.destroy()
    await leaving
    world.relay.switches.down = false
    expect(phone.heard).toEqual([])
    world.config = world.open()
    await vi.waitFor(() => expect(phone.heard).toEqual(['wc_sessionDelete']))
    await vi.waitFor(() => expect(left()).toEqual([]))
    expect(getConnection(world.config).status).toBe('disconnected')
  })

  it('with the relay in reach nothing is left to be told', async () => {
    const phone = await connected()
    await disconnect(world.config)
    await vi.waitFor(() => expect(phone.heard).toContain('wc_sessionDelete'))
    await vi.waitFor(() => expect(left()).toEqual([]))
    const made = world.relay.made()
    world.reload()
    await new Promise((resolve) => setTimeout(resolve, 20))
    // Nothing to say: no line to the relay, and no client that would make one.
    expect(world.relay.made()).toBe(made)
  })

  it('a config that is thrown away at once, as strict mode does, leaves no line to the relay', async () => {
    const phone = await connected()
    world.relay.switches.down = true
    world.relay.restart()
    const leaving = disconnect(world.config)
    await vi.waitFor(() => expect(left()).toHaveLength(1))
    world.config.destroy()
    await leaving
    phone.leave()
    const made = world.relay.made()
    const thrownAway = world.open()
    thrownAway.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(left()).toHaveLength(1)
    expect(world.relay.made()).toBe(made)
  })

  it('what another program wrote there is told to nobody', async () => {
    for (const text of ['{}', '[1]', 'nonsense', JSON.stringify([{ topic: 'x', symKey: 'y', expiry: 1 }])]) {
      world.kept.set('@latchkey/walletConnect/left', text)
      world.reload()
      expect(await world.connector().reconnect()).toBeNull()
    }
    expect(world.relay.calls).not.toContain('irn_publish')
  })
})

describe('SEC-W-05 clocks that differ', () => {
  const minute = 60_000

  it.each([
    ['ahead', 9, true],
    ['ahead', 11, false],
    ['behind', 9, true],
    ['behind', 16, false],
  ])('a wallet whose clock is %s by %d minutes is heard: %s', async (where, minutes, isHeard) => {
    const phone = await connected()
    const away = (where === 'ahead' ? 1 : -1) * minutes * minute
    const id = (Date.now() + away) * 1000
    const params = { event: { name: 'chainChanged', data: '0x2105' }, chainId: 'eip155:8453' }
    const payload = { id, jsonrpc: '2.0', method: 'wc_sessionEvent', params }
    world.relay.inject(phone.topic(), seal(phone.key(), JSON.stringify(payload)))
    // What is sent after it is answered after it.
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    // One that comes from behind changes nothing back that was settled later.
    const isTaken = isHeard && where === 'ahead'
    expect(world.config.state.chainIds.eip155).toBe(isTaken ? 'eip155:8453' : 'eip155:1')
    const said = world.relay.kept.filter(({ topic }) => topic === phone.topic())
    expect(said.some(({ tag }) => tag === 1111)).toBe(isHeard)
    const refused = said.some(({ message }) => open(phone.key(), message).includes('"code":8000'))
    expect(refused).toBe(!isHeard)
  })

  it('what was kept by somebody for longer than it lives is not done, also when it was never seen', async () => {
    const phone = await connected()
    const id = createIds()()
    const namespaces = grant(['eip155:1'], ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'])
    const message = seal(
      phone.key(),
      JSON.stringify({ id, jsonrpc: '2.0', method: 'wc_sessionUpdate', params: { namespaces } }),
    )
    vi.useFakeTimers({ now: Date.now() + 24 * 60 * minute + 11 * minute, toFake: ['Date'] })
    world.relay.inject(phone.topic(), message)
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(getConnection(world.config).address).toBe(account)
  })
})

describe('an attestation of the page', () => {
  it('goes along with what is published', async () => {
    world.close()
    world = openPairingWorld({ attestation: async () => 'header.claims.signature' })
    await connected()
    expect(world.relay.kept.filter(({ attestation }) => attestation === 'header.claims.signature')).not.toEqual([])
    expect(world.relay.kept.find(({ tag }) => tag === 1100)?.attestation).toBe('header.claims.signature')
  })

  it.each([
    ['never answers', () => new Promise<never>(() => {})],
    ['fails', () => Promise.reject(new Error('no service'))],
    ['has none', async () => undefined],
    ['says nonsense', async () => 'two\nlines'],
  ])('a hook that %s holds up nothing', async (_, attestation) => {
    world.close()
    world = openPairingWorld({ attestation })
    const phone = await connected()
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(world.relay.kept.every(({ attestation: sent }) => sent === undefined)).toBe(true)
  })
})

it('the connector has a picture of its own, which nothing is fetched for', () => {
  expect(world.connector().icon).toMatch(/^data:image\/svg\+xml,%3Csvg /)
})
