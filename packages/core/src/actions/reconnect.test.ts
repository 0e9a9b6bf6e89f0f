import { frameLoadTimeout, reconnectTimeout } from '@latchkey/protocol/internal/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, one, ten } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { watchRejections } from '../../test/watcher.js'
import type { Connector, Host } from '../connector.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector, type FakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { getConnection } from './getConnection.js'
import { reconnect } from './reconnect.js'

/** One wallet, one browser storage, and page loads over both; a wallet may announce itself late. */
function browser(...wallets: FakeConnector[]) {
  const store = memoryStore()
  const load = (more: Partial<CreateConfigParameters> = {}) => {
    let announce = () => {}
    const late = (host: Host) => ({
      discover(found: (connector: Connector) => void) {
        announce = () => {
          for (const wallet of wallets) found(wallet.create(host) as Connector)
        }
        return () => {}
      },
    })
    const config = createConfig({
      chains: [one, ten],
      connectors: [late],
      storage: createStorage({ store }),
      ...more,
    })
    return { config, announce: () => announce() }
  }
  return { store, load }
}

async function visited(wallet = createFakeConnector()) {
  const { load, store } = browser(wallet)
  const first = load()
  first.announce()
  await connect(first.config, { connector: 'dev.latchkey.fake' })
  first.config.destroy()
  wallet.calls.length = 0
  return { wallet, load, store }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('reconnect', () => {
  it('[S4-02][S4-03] a reload is connecting with the known address, then connected, and never opens the wallet', async () => {
    const { load, wallet } = await visited()
    const { config, announce } = load()
    announce()
    expect(getConnection(config)).toMatchObject({ status: 'connecting', address: alice })
    await reconnect(config)
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: alice, chainId: 'eip155:1' })
    expect(wallet.calls).toEqual(['reconnect'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('resumes a wallet that announces itself within 3 s', async () => {
    const { load } = await visited()
    const { config, announce } = load()
    const done = reconnect(config)
    await vi.advanceTimersByTimeAsync(reconnectTimeout - 1)
    expect(getConnection(config).status).toBe('connecting')
    announce()
    await done
    expect(getConnection(config).status).toBe('connected')
  })

  it('shows as disconnected after 3 s without the wallet, and takes it up when it comes later', async () => {
    const { load } = await visited()
    const { config, announce } = load()
    const done = reconnect(config)
    await vi.advanceTimersByTimeAsync(reconnectTimeout)
    await done
    expect(reconnectTimeout).toBe(3_000)
    expect(getConnection(config)).toMatchObject({ status: 'disconnected', address: undefined })
    await vi.advanceTimersByTimeAsync(60_000)
    announce()
    await vi.advanceTimersByTimeAsync(0)
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: alice })
  })

  it('a wallet that stayed away is still known at the next visit', async () => {
    const { load } = await visited()
    const without = load()
    const done = reconnect(without.config)
    await vi.advanceTimersByTimeAsync(reconnectTimeout)
    await done
    const { config, announce } = load()
    announce()
    await reconnect(config)
    expect(getConnection(config).status).toBe('connected')
  })

  it('a wallet that is locked or no longer allows us is disconnected, now and at the next visit', async () => {
    const { load, wallet } = await visited()
    wallet.switches.locked = true
    const { config, announce } = load()
    announce()
    await reconnect(config)
    expect(getConnection(config).status).toBe('disconnected')
    expect(load().config.state.connections.size).toBe(0)
  })

  it.each(['neverAnswer', 'nonsense'] as const)(
    'a wallet with the fault %s is missing, without a hang',
    async (fault) => {
      const unhandled = watchRejections()
      const { load, wallet } = await visited()
      wallet.switches[fault] = true
      const { config, announce } = load()
      announce()
      const done = reconnect(config)
      await vi.advanceTimersByTimeAsync(reconnectTimeout)
      await done
      expect(getConnection(config).status).toBe('disconnected')
      wallet.switches[fault] = false
      await connect(config, { connector: 'dev.latchkey.fake' })
      expect(getConnection(config).status).toBe('connected')
      expect(unhandled).toEqual([])
    },
  )

  it('waits longer for a wallet that has to load its page', async () => {
    const { load, wallet } = await visited(createFakeConnector({ kind: 'auth' }))
    wallet.switches.neverAnswer = true
    const { config, announce } = load()
    announce()
    const done = reconnect(config)
    await vi.advanceTimersByTimeAsync(frameLoadTimeout - 1)
    expect(getConnection(config)).toMatchObject({ status: 'connecting', address: alice })
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(getConnection(config).status).toBe('disconnected')
  })

  it('resumes a wallet that answers after 3 s, but not over one that was connected anew', async () => {
    const { load, wallet } = await visited()
    const { config, announce } = load()
    announce()
    const [connector] = config.connectors as [Connector]
    const session = await connector.reconnect()
    let answer: (session: unknown) => void = () => {}
    const slow = () =>
      vi.spyOn(connector, 'reconnect').mockReturnValue(
        new Promise((resolve) => {
          answer = resolve as never
        }),
      )
    slow()
    const done = reconnect(config)
    await vi.advanceTimersByTimeAsync(reconnectTimeout)
    await done
    expect(getConnection(config).status).toBe('disconnected')
    answer(session)
    await vi.advanceTimersByTimeAsync(0)
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: alice })

    const next = load()
    next.announce()
    slow()
    const again = reconnect(next.config)
    await vi.advanceTimersByTimeAsync(reconnectTimeout)
    await again
    wallet.say({ accounts: [bob] })
    await connect(next.config, { connector: 'dev.latchkey.fake' })
    answer(session)
    await vi.advanceTimersByTimeAsync(0)
    expect(getConnection(next.config).address).toBe(bob)
  })

  it('shows the account and the chain that the wallet has now', async () => {
    const { load, wallet } = await visited()
    wallet.say({ accounts: [bob] })
    wallet.say({ chainId: 'eip155:10' })
    const { config, announce } = load()
    announce()
    await reconnect(config)
    expect(getConnection(config)).toMatchObject({ address: bob, chainId: 'eip155:10' })
    expect(config.state.chainIds.eip155).toBe('eip155:10')
  })

  it('after a disconnect, or with enableReconnect off, the next visit asks nobody', async () => {
    const { load, wallet } = await visited()
    const off = load({ enableReconnect: false })
    off.announce()
    await reconnect(off.config)
    expect(getConnection(off.config).status).toBe('disconnected')
    expect(wallet.calls).toEqual([])

    const again = (await visited()).load()
    again.announce()
    await reconnect(again.config)
    await disconnect(again.config)
    expect(again.config.state.connections.size).toBe(0)
  })

  it('two views that call it ask once', async () => {
    const { load, wallet } = await visited()
    const { config, announce } = load()
    announce()
    await Promise.all([reconnect(config), reconnect(config)])
    await reconnect(config)
    expect(wallet.calls).toEqual(['reconnect'])
  })

  it('a wallet that was chosen meanwhile stays; the old one does not come between', async () => {
    const old = createFakeConnector()
    const { load } = await visited(old)
    const other = createFakeConnector({ id: 'b', addresses: [bob] })
    const { config, announce } = load()
    const done = reconnect(config)
    const { config: withB } = load({ connectors: [other.create] })
    await connect(withB, { connector: 'b' })
    announce()
    await done
    expect(getConnection(withB).address).toBe(bob)
    expect([...withB.state.connections.keys()]).toEqual(['b'])
    expect(getConnection(config).address).toBe(alice)
  })
})
