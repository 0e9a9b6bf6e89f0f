import { signOutTimeout } from '@latchkey/protocol/internal/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, one } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { getConnection } from './getConnection.js'

async function setUp() {
  const [a, b] = [createFakeConnector({ id: 'a' }), createFakeConnector({ id: 'b', addresses: [bob] })]
  const store = memoryStore()
  const config = createConfig({
    chains: [one],
    connectors: [a.create, b.create],
    features: { multiWallet: true },
    storage: createStorage({ store }),
  })
  await connect(config, { connector: 'a' })
  await connect(config, { connector: 'b' })
  return { a, b, config, store }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('disconnect', () => {
  it('[S4-06] ends every connection, and nothing of them is kept for the next visit', async () => {
    const { config, store } = await setUp()
    await disconnect(config)
    expect(config.state).toMatchObject({ status: 'disconnected', current: {} })
    expect(getConnection(config)).toMatchObject({ status: 'disconnected', address: undefined, accounts: [] })
    expect(store.items.get('@latchkey/state')).not.toContain(alice)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends one, and the other takes over', async () => {
    const { config } = await setUp()
    await disconnect(config, { connector: 'b' })
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: alice })
  })

  it('[S9-14] a wallet that never answers is waited for 3 s, not longer and not shorter', async () => {
    const { a, config } = await setUp()
    a.switches.neverDisconnect = true
    let done = false
    disconnect(config, { connector: 'a' }).then(() => {
      done = true
    })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toBe(true)
    expect(signOutTimeout).toBe(3_000)
    expect(config.state.connections.has('a')).toBe(false)
  })

  it('[S8-13] error: a wallet that throws rejects with "Failed to disconnect"; the others are ended', async () => {
    const { a, config } = await setUp()
    a.switches.failDisconnect = true
    await expect(disconnect(config)).rejects.toMatchObject({
      code: 'DISCONNECT_FAILED',
      message: 'Failed to disconnect',
    })
    expect([...config.state.connections.keys()]).toEqual(['a'])
    a.switches.failDisconnect = false
    await disconnect(config)
    expect(config.state.connections.size).toBe(0)
  })

  it('two clicks are one request; without a wallet nothing happens', async () => {
    const { a, config } = await setUp()
    await Promise.all([disconnect(config, { connector: 'a' }), disconnect(config, { connector: 'a' })])
    expect(a.calls).toEqual(['connect', 'disconnect'])
    await disconnect(config, { connector: 'unknown' })
    await disconnect(config, { connector: 'a' })
  })
})
