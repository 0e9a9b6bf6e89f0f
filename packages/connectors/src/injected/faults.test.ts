import { connect, createStorage, disconnect, getConnection, reconnect, signMessage, switchChain } from '@latchkey/core'
import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import { createTestWallet } from '@latchkey/devnet/wallet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { chainOf, configOn, page } from '../../test/page.js'

const id = 'dev.latchkey.testwallet'
let local: EvmChains
const rejections: unknown[] = []
const listen = (reason: unknown) => rejections.push(reason)

beforeAll(async () => {
  local = await startEvmChains()
  process.on('unhandledRejection', listen)
})
afterAll(async () => {
  process.off('unhandledRejection', listen)
  await local.stop()
})
afterEach(() => {
  vi.useRealTimers()
  expect(rejections.splice(0)).toEqual([])
})

function setUp() {
  const target = page()
  const wallet = createTestWallet({ chains: local.chains })
  wallet.announce(target)
  const config = configOn(target, [chainOf(local.chains[0]), chainOf(local.chains[1])])
  return { target, wallet, config }
}
async function connected() {
  const all = setUp()
  await connect(all.config, { connector: id })
  return all
}

describe('a wallet that fails', () => {
  it.each([
    [{ reject: true }, 'CONNECTION_REJECTED'],
    [{ pending: true }, 'CONNECTION_PENDING'],
    [{ nonsense: true }, 'WALLET_BAD_ANSWER'],
    [{ disconnected: true }, 'WALLET_DISCONNECTED'],
  ] as const)('error: connect with %o ends in %s, and works again afterwards', async (switches, code) => {
    const { config, wallet } = setUp()
    wallet.set(switches)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    expect(getConnection(config).status).toBe('disconnected')
    wallet.set({ reject: false, pending: false, nonsense: false, disconnected: false })
    await connect(config, { connector: id })
    expect(getConnection(config).status).toBe('connected')
  })

  it.each([
    [{ reject: true }, 'USER_REJECTED'],
    [{ pending: true }, 'CONNECTION_PENDING'],
    [{ nonsense: true }, 'WALLET_BAD_ANSWER'],
    [{ wrongChain: true }, 'CHAIN_MISMATCH'],
  ] as const)(
    'error: switchNetwork with %o ends in %s, and the page shows where the wallet is',
    async (switches, code) => {
      const { config, wallet } = await connected()
      wallet.set(switches)
      await expect(switchChain(config, { chainId: 'eip155:31338' })).rejects.toMatchObject({ code })
      expect(config.state.chainIds.eip155).toBe('eip155:31337')
      expect(getConnection(config).chainId).toBe('eip155:31337')
    },
  )

  it('error: an invalid signature', async () => {
    const { config, wallet } = await connected()
    wallet.set({ nonsense: true })
    await expect(signMessage(config, { message: 'x' })).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  it('error: never answers: connect and switch after 120 s, sign after 10 minutes, or at once when aborted', async () => {
    const { config, wallet } = await connected()
    vi.useFakeTimers()
    wallet.set({ neverAnswer: true })
    const late = { code: 'WALLET_NOT_RESPONDING' }
    const stop = new AbortController()
    const asked = [
      expect(switchChain(config, { chainId: 'eip155:31338' })).rejects.toMatchObject(late),
      expect(signMessage(config, { message: 'x' })).rejects.toMatchObject(late),
      expect(connect(config, { connector: id })).rejects.toMatchObject(late),
      expect(signMessage(config, { message: 'x', signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' }),
    ]
    stop.abort()
    await vi.advanceTimersByTimeAsync(600_000)
    await Promise.all(asked)
    expect(vi.getTimerCount()).toBe(0)
    expect(getConnection(config).status).toBe('connected')
  })

  it('two clicks open one request in the wallet', async () => {
    const { config, wallet } = setUp()
    await Promise.all([connect(config, { connector: id }), connect(config, { connector: id })])
    expect(wallet.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  it('a wallet that cannot be listened to is used all the same', async () => {
    const { request } = createTestWallet({ chains: local.chains }).provider
    const on = () => {
      throw new Error('no events here')
    }
    for (const provider of [{ request }, { request, on, removeListener: on }]) {
      const config = configOn(page(provider), [chainOf(local.chains[0])])
      await connect(config, { connector: 'injected' })
      expect(getConnection(config).status).toBe('connected')
      await disconnect(config)
    }
  })
})

describe('a wallet that acts by itself', () => {
  it('changes its account', async () => {
    const { config, wallet } = await connected()
    wallet.selectAccount(1)
    await expect.poll(() => getConnection(config).address).toBe(wallet.accounts[1])
  })

  it('changes its chain, to one that is listed and to one that is not', async () => {
    const { config, wallet } = await connected()
    wallet.selectChain(31338)
    await expect.poll(() => getConnection(config).chainId).toBe('eip155:31338')
    expect(config.state.chainIds.eip155).toBe('eip155:31338')
  })

  it('changes both many times, and answers the first question last: its last word holds', async () => {
    const { config, wallet } = await connected()
    const { request } = wallet.provider
    let [held, answered] = [0, 0]
    wallet.provider.request = async (given) => {
      held++
      const delay = given.method === 'eth_accounts' && held === 1 ? 80 : 1
      const answer = await request(given)
      await new Promise((resolve) => setTimeout(resolve, delay))
      answered++
      return answer
    }
    wallet.selectAccount(1)
    wallet.selectAccount(0)
    wallet.selectAccount(1)
    wallet.selectChain(31338)
    await vi.waitFor(() => {
      expect([held > 0, answered]).toEqual([true, held])
      expect(getConnection(config)).toMatchObject({ address: wallet.accounts[1], chainId: 'eip155:31338' })
    })
    // Nor does what was answered last, a moment ago, change it any more.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(getConnection(config)).toMatchObject({ address: wallet.accounts[1], chainId: 'eip155:31338' })
  })

  it('[S4-33] takes its permission back: one disconnect event, nothing left', async () => {
    const { config, wallet } = await connected()
    const heard: string[] = []
    config.events.on(({ type }) => heard.push(type))
    wallet.revoke()
    await expect.poll(() => getConnection(config).status).toBe('disconnected')
    expect(heard).toEqual(['disconnect'])
    expect(config.state.connections.size).toBe(0)
  })

  it('disappears, and is there again for a new connection', async () => {
    const { config, wallet } = await connected()
    wallet.set({ disconnected: true })
    await expect.poll(() => getConnection(config).status).toBe('disconnected')
    wallet.set({ disconnected: false })
    await connect(config, { connector: id })
    expect(getConnection(config).status).toBe('connected')
  })

  it('answers nonsense when asked what changed: what was last true stays', async () => {
    const { config, wallet } = await connected()
    wallet.set({ nonsense: true })
    wallet.selectAccount(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: wallet.accounts[0] })
  })

  it('is not followed any more after a disconnect, and has lost its permission', async () => {
    const { config, wallet } = await connected()
    await disconnect(config)
    expect(wallet.permitted).toBe(false)
    wallet.selectAccount(1)
    wallet.selectChain(31338)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(getConnection(config).status).toBe('disconnected')
  })
})

describe('reload', () => {
  const browser = () => {
    const items = new Map<string, string>()
    const store = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
    const wallet = createTestWallet({ chains: local.chains, storage: store })
    const chains = [chainOf(local.chains[0]), chainOf(local.chains[1])] as const
    const load = (announce: boolean) => {
      const target = page()
      if (announce) wallet.announce(target)
      return { target, config: configOn(target, chains, { storage: createStorage({ store }) }) }
    }
    return { wallet, load }
  }

  it('is still connected, on the account and chain of the wallet, and the wallet was not opened', async () => {
    const { load, wallet } = browser()
    const first = load(true).config
    await connect(first, { connector: id })
    await switchChain(first, { chainId: 'eip155:31338' })
    first.destroy()
    wallet.selectAccount(1)
    const before = wallet.requests.length
    const { config } = load(true)
    expect(getConnection(config)).toMatchObject({ status: 'connecting', address: wallet.accounts[0] })
    await reconnect(config)
    expect(getConnection(config)).toMatchObject({
      status: 'connected',
      address: wallet.accounts[1],
      chainId: 'eip155:31338',
    })
    expect(wallet.requests.slice(before).map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
    wallet.selectAccount(0)
    await expect.poll(() => getConnection(config).address).toBe(wallet.accounts[0])
  })

  it('resumes a wallet that announces itself late', async () => {
    const { load, wallet } = browser()
    await connect(load(true).config, { connector: id })
    const { config, target } = load(false)
    const done = reconnect(config)
    setTimeout(() => wallet.announce(target), 50)
    await done
    expect(getConnection(config).status).toBe('connected')
  })

  it('is disconnected when the permission was taken back meanwhile', async () => {
    const { load, wallet } = browser()
    await connect(load(true).config, { connector: id })
    wallet.revoke()
    const { config } = load(true)
    await reconnect(config)
    expect(getConnection(config).status).toBe('disconnected')
  })
})
