import {
  connect,
  getChain,
  getConnection,
  getConnections,
  reconnect,
  switchChain,
  type WalletSession,
} from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakePhone, grant } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'
import type { SessionRecord } from './records.js'

const [first, second] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
let isFull = false
let world: PairingWorld
beforeEach(() => {
  isFull = false
  world = openPairingWorld({ isFull: () => isFull })
})
afterEach(() => {
  vi.useRealTimers()
  world.close()
})

async function connected(
  how?: Parameters<FakePhone['approve']>[0],
): Promise<{ phone: FakePhone; provider: Required<Eip1193Provider> }> {
  const connecting = connect(world.config, { connector: 'walletConnect' })
  const phone = world.scan(await world.uri())
  await phone.approve(how)
  await connecting
  const provider = (await world.connector().getProvider('eip155')) as Required<Eip1193Provider>
  return { phone, provider }
}
const sessions = () => JSON.parse(world.kept.get('@latchkey/walletConnect/sessions') ?? '[]') as SessionRecord[]
const sign = { method: 'personal_sign', params: ['0x00', first] }

describe('which wallet it is', () => {
  it('is what the wallet says about itself, cleaned, also after a reload', async () => {
    const icons = ['http://phone.example/a.png', 'javascript:alert(1)', 'https://phone.example/b.png']
    await connected({ name: ' Nice\u202e\n Phone\u0000 ', icons })
    const wallet = { name: 'Nice Phone', icon: 'https://phone.example/b.png' }
    expect(getConnection(world.config).wallet).toEqual(wallet)
    expect(getConnection(world.config).connector?.name).toBe('WalletConnect')
    const again = world.reload()
    expect(getConnection(again).wallet).toEqual(wallet)
    await reconnect(again)
    expect(getConnection(again).status).toBe('connected')
    expect(getConnections(again)[0]?.wallet).toEqual(wallet)
  })

  it.each([
    ['no name', { name: '\u200b ' }, undefined],
    ['a picture that is too long', { icons: [`https://phone.example/${'a'.repeat(10_000)}`] }, { name: 'Phone' }],
    ['another kind of picture', { icons: ['blob:https://phone.example/a'] }, { name: 'Phone' }],
  ])('is not what a wallet with %s says', async (_, said, wallet) => {
    await connected(said)
    expect(getConnection(world.config).wallet).toEqual(wallet)
  })
})

describe('what a session holds', () => {
  it('[S3-96] a topic of 64 hex characters that both sides agree on', async () => {
    const { phone } = await connected()
    expect(phone.topic()).toMatch(/^[0-9a-f]{64}$/)
    expect(sessions()[0]?.topic).toBe(phone.topic())
  })

  it('[S3-97] [S3-98] [S3-99] [S3-100] [S3-101] by chain namespace: chains, methods, events and accounts', async () => {
    await connected({ namespaces: grant(['eip155:1', 'eip155:137']) })
    expect(sessions()[0]?.namespaces).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        accounts: [`eip155:1:${first}`, `eip155:137:${first}`],
        methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
        events: ['accountsChanged', 'chainChanged'],
      },
    })
    expect(getChain(world.config).approvedCaipNetworkIds).toEqual(['eip155:1', 'eip155:137'])
  })

  it('an end within seven days, whatever the wallet says', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    await connected({ expiry: 9_999_999_999 })
    expect(sessions()[0]?.expiry).toBe(Math.floor(Date.now() / 1000) + 7 * 86_400)
  })

  it('of wallets that leave the chains out, or write one entry for each chain', async () => {
    const { chains: _, ...rest } = grant(['eip155:1']).eip155
    const other = grant(['eip155:137']).eip155
    const { phone } = await connected({ namespaces: { 'eip155:1': rest, 'eip155:137': other } })
    expect(sessions()[0]?.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:137'])
    expect(phone.heard).toEqual([])
  })
})

describe('the provider', () => {
  it('[S8-23] without a session no request is made', async () => {
    const provider = (await world.connector().getProvider('eip155')) as Eip1193Provider
    await expect(provider.request(sign)).rejects.toMatchObject({
      message: 'Please call connect() before request()',
      code: 4100,
    })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  it('gives the wallet what it granted, refuses the rest, and answers by itself what it knows', async () => {
    const { phone, provider } = await connected()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([first])
    const signing = provider.request(sign)
    const asked = await phone.next()
    expect(asked).toMatchObject({ method: 'personal_sign', params: ['0x00', first], chainId: 'eip155:1' })
    asked.answer('0xsigned')
    expect(await signing).toBe('0xsigned')
    await expect(provider.request({ method: 'eth_signTypedData_v4' })).rejects.toMatchObject({ code: 4200 })
  })

  it('a request that the person rejects with 5000 is a rejection as any other', async () => {
    const { phone, provider } = await connected()
    const sending = provider.request({ method: 'eth_sendTransaction', params: [{}] }).catch((error: unknown) => error)
    const asked = await phone.next()
    asked.refuse({ code: 5000, message: 'User rejected.' })
    expect(await sending).toMatchObject({ code: 4001, cause: { code: 'USER_REJECTED', rpcCode: 5000 } })
  })

  it('a request that nobody answers ends when its time is over', async () => {
    const { phone, provider } = await connected()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const signing = provider.request(sign).catch((error: unknown) => error)
    await phone.next()
    await vi.advanceTimersByTimeAsync(601_000)
    expect(await signing).toMatchObject({ message: 'Request expired. Please try again.' })
  })

  it('a network that was granted is used at once; for another the wallet is asked', async () => {
    const { phone, provider } = await connected()
    const changed = vi.fn()
    provider.on('chainChanged', changed)
    await switchChain(world.config, { chainId: 'eip155:8453' })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(changed).toHaveBeenCalledWith('0x2105')
    const switching = switchChain(world.config, { chainId: 'eip155:137' })
    const asked = await phone.next()
    expect(asked).toMatchObject({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
    asked.answer(null)
    await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1', 'eip155:8453', 'eip155:137']) })
    await switching
    expect(getConnection(world.config).address).toBe(first)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
  })

  it('a wallet that agrees to a network and does not grant it is not believed', async () => {
    const { phone } = await connected()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const switching = switchChain(world.config, { chainId: 'eip155:137' }).catch((error: unknown) => error)
    const asked = await phone.next()
    asked.answer(null)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await switching).toMatchObject({ code: 'CHAIN_SWITCH_REFUSED' })
  })
})

describe('what the wallet says', () => {
  it('other accounts, another chain, more time, a ping', async () => {
    const { phone } = await connected()
    await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1', 'eip155:8453'], [first, second]) })
    const event = (name: string, data: unknown, chainId: string) =>
      phone.ask('wc_sessionEvent', { event: { name, data }, chainId })
    await event('accountsChanged', [`eip155:1:${second}`], 'eip155:1')
    expect(getConnection(world.config).address).toBe(second)
    await event('chainChanged', '0x2105', 'eip155:8453')
    expect(world.config.state.chainIds.eip155).toBe('eip155:8453')
    await event('accountsChanged', ['0xabc'], 'eip155:1')
    await event('chainChanged', 5, 'eip155:5')
    expect(getConnection(world.config).address).toBe(second)
    expect(world.config.state.chainIds.eip155).toBe('eip155:8453')
    const before = sessions()[0]?.expiry ?? 0
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
    expect(await phone.ask('wc_sessionExtend', {})).toBe(true)
    expect(sessions()[0]?.expiry).toBeGreaterThan(before)
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
  })

  it('nonsense is refused, and changes nothing', async () => {
    const { phone } = await connected()
    const kept = sessions()
    for (const namespaces of [
      {},
      { eip155: { accounts: [] } },
      null,
      'all',
      { eip155: { ...grant(['eip155:1']).eip155, accounts: ['x'] } },
    ]) {
      await expect(phone.ask('wc_sessionUpdate', { namespaces })).rejects.toMatchObject({ code: 1003 })
    }
    await phone.ask('wc_sessionEvent', null)
    await expect(phone.ask('wc_sessionPropose', {})).rejects.toMatchObject({ code: 10_001 })
    expect(sessions()).toEqual(kept)
  })

  it('that it is over, while a request is open: the request ends, and the page shows it', async () => {
    const { phone, provider } = await connected()
    const ended = vi.fn()
    provider.on('disconnect', ended)
    const signing = provider.request(sign).catch((error: unknown) => error)
    await phone.next()
    await phone.ask('wc_sessionDelete', { code: 6000, message: 'User disconnected.' })
    expect(await signing).toMatchObject({ code: 4900, message: 'The wallet ended the session.' })
    expect(getConnection(world.config).status).toBe('disconnected')
    expect(ended).toHaveBeenCalledOnce()
    expect(sessions()).toEqual([])
  })
})

describe('a bad line', () => {
  it('SEC-W-04 an update that was overtaken by a later one does not bring back what it said', async () => {
    const { phone } = await connected()
    world.relay.switches.reorder = true
    const early = phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [first]) })
    await new Promise((resolve) => setTimeout(resolve, 2))
    const late = phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [second]) })
    await Promise.all([early, late])
    expect(getConnection(world.config).address).toBe(second)
  })

  it('SEC-W-03 what is said again, also after a reload, is not done again', async () => {
    const { phone } = await connected()
    await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [second]) })
    await phone.ask('wc_sessionUpdate', { namespaces: grant(['eip155:1'], [first]) })
    const seen: WalletSession['accounts'][] = []
    world.config.subscribe(() => seen.push((getConnection(world.config).address ?? '') as never))
    world.relay.replay(phone.topic())
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(seen).toEqual([])
    world.reload()
    await world.connector().reconnect()
    world.relay.replay(phone.topic())
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(sessions()[0]?.namespaces.eip155?.accounts).toEqual([`eip155:1:${first}`])
  })

  it('SEC-W-03 a relay cannot make what was seen forgotten by sending noise', async () => {
    const { phone, provider } = await connected()
    const turn = (chainId: string, data: number) =>
      phone.ask('wc_sessionEvent', { event: { name: 'chainChanged', data }, chainId })
    await turn('eip155:8453', 8453)
    await turn('eip155:1', 1)
    const changed = vi.fn()
    provider.on('chainChanged', changed)
    // More than is remembered; the relay knows no key, so it is nothing that can be read.
    for (let at = 0; at < 1100; at++) world.relay.inject(phone.topic(), btoa(`noise ${at}`))
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    world.relay.replay(phone.topic())
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(changed).not.toHaveBeenCalled()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('REL-16 copies and reordering: each request is asked and answered once', async () => {
    const { phone, provider } = await connected()
    world.relay.switches.copies = 3
    world.relay.switches.reorder = true
    const signing = [1, 2, 3, 4, 5, 6].map((number) => provider.request({ method: 'personal_sign', params: [number] }))
    const counts = new Map<string, number>()
    for (let left = 6; left > 0; left--) {
      const asked = await phone.next()
      const [number] = asked.params as number[]
      counts.set(String(number), (counts.get(String(number)) ?? 0) + 1)
      asked.answer(`signed ${number}`)
    }
    expect(await Promise.all(signing)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `signed ${number}`))
    expect([...counts.values()]).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('both sides away in turn: the relay keeps it, and nothing is lost', async () => {
    const { phone, provider } = await connected()
    world.relay.switches.down = true
    world.relay.restart()
    const signing = provider.request(sign)
    world.relay.switches.down = false
    const asked = await phone.next()
    world.relay.restart()
    asked.answer('0xsigned')
    expect(await signing).toBe('0xsigned')
  })

  it('a storage that is full keeps nothing for the next visit, and breaks nothing in this one', async () => {
    isFull = true
    const { phone, provider } = await connected()
    const signing = provider.request(sign)
    const asked = await phone.next()
    asked.answer('0xsigned')
    expect(await signing).toBe('0xsigned')
    expect(world.kept.size).toBe(0)
  })

  it('what another program wrote into the storage is not taken for a session', async () => {
    for (const text of ['{}', '[]', '[1]', 'nonsense', JSON.stringify([{ topic: 'x' }]), JSON.stringify([null])]) {
      world.kept.set('@latchkey/walletConnect/sessions', text)
      world.kept.set('@latchkey/walletConnect/proposals', text)
      world.kept.set('@latchkey/walletConnect/seen', text)
      world.kept.set('@latchkey/walletConnect/client', text)
      world.reload()
      expect(await world.connector().reconnect()).toBeNull()
    }
    expect((await world.pair()).session.accounts).toHaveLength(1)
  })

  it('a new wallet takes the place of the one before, which is told', async () => {
    const { phone } = await connected()
    const next = await connected()
    await vi.waitFor(() => expect(phone.heard).toContain('wc_sessionDelete'))
    expect(sessions().map(({ topic }) => topic)).toEqual([next.phone.topic()])
    expect(getConnection(world.config).address).toBe(first)
    expect(world.config.chains[0]?.caipNetworkId).toBe(mainnet.caipNetworkId)
  })
})
