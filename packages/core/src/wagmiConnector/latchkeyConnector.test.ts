import * as v3 from '@wagmi/core'
import { base, mainnet } from '@wagmi/core/chains'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as v2 from 'wagmi-core-v2'
import { memoryStore } from '../../test/memoryStore.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import type { Config } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakeEmbedded } from '../testing/createFakeEmbedded.js'
import { type AskingModal, latchkeyConnector } from './latchkeyConnector.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const email = 'ada@example.com'

beforeAll(() => {
  // wagmi looks for a wallet only where there is a window.
  vi.stubGlobal('window', new EventTarget())
  return () => vi.unstubAllGlobals()
})

describe.each([
  ['3', v3],
  ['2', v2 as unknown as typeof v3],
] as const)('a wagmi config of version %s', (version, core) => {
  /** A browser: both libraries keep what survives a reload; `load` is a page load. */
  function browser(options: { modal?: (config: Config) => AskingModal; action?: 'VERIFY_DEVICE' | 'VERIFY_OTP' } = {}) {
    const [mine, theirs] = [memoryStore(), memoryStore()]
    const load = () => {
      const fake = createFakeEmbedded({ action: options.action ?? 'VERIFY_OTP' })
      const source = latchkeyConnector({
        connectors: [fake.create],
        storage: createStorage({ store: mine }),
        ...(options.modal ? { modal: options.modal } : {}),
      })
      const config = core.createConfig({
        chains: [mainnet, base],
        transports: { [mainnet.id]: core.http(), [base.id]: core.http() },
        connectors: [source],
        multiInjectedProviderDiscovery: false,
        storage: core.createStorage({ storage: theirs }),
      })
      const [connector] = config.connectors
      if (!connector) throw new Error('wagmi lists no connector')
      return { fake, config, connector }
    }
    return { load }
  }

  async function signedIn(page: ReturnType<ReturnType<typeof browser>['load']>, chainId?: 1 | 8453) {
    const connecting = core.connect(page.config, { connector: page.connector, chainId, email } as never)
    await vi.waitFor(() => expect(page.fake.isShown()).toBe(true))
    page.fake.finish()
    return connecting
  }

  const connectionOf = ({ state }: v3.Config) => (state.current ? state.connections.get(state.current) : undefined)

  it('is of that version, and lists the wallet', () => {
    expect(core.version.startsWith(`${version}.`)).toBe(true)
    const { connector } = browser().load()
    expect(connector).toMatchObject({ id: 'latchkey', name: 'E-mail', type: 'latchkey' })
    expect(connector.icon).toMatch(/^data:image\/svg/)
  })

  it('signs in by e-mail without a modal: the mail, then the code in the frame', async () => {
    const page = browser().load()
    expect(await signedIn(page)).toEqual({ accounts: [address], chainId: 1 })
    expect(page.fake.calls.slice(0, 3)).toEqual(['connectEmail', 'enterCode login', 'connect'])
    expect(connectionOf(page.config)).toMatchObject({ accounts: [address], chainId: 1 })
  })

  it('waits for the link on a new browser, and connects on the chain that was asked for', async () => {
    const page = browser({ action: 'VERIFY_DEVICE' }).load()
    const connecting = signedIn(page, 8453)
    await vi.waitFor(() => expect(page.fake.calls).toContain('connectDevice'))
    page.fake.confirmDevice()
    expect(await connecting).toEqual({ accounts: [address], chainId: 8453 })
  })

  it('asks the modal for a visitor who gave no e-mail, once', async () => {
    const asked: (string | undefined)[] = []
    const modal = vi.fn((config: Config) => ({
      async connect(route?: { view: string }) {
        asked.push(route?.view)
        await connect(config, { connector: 'ID_AUTH' })
      },
    }))
    const page = browser({ modal }).load()
    page.fake.set({ email })
    expect(await core.connect(page.config, { connector: page.connector })).toMatchObject({ accounts: [address] })
    await core.disconnect(page.config)
    page.fake.set({ email })
    await core.connect(page.config, { connector: page.connector })
    expect([asked, modal.mock.calls.length]).toEqual([['EmailLogin', 'EmailLogin'], 1])
  })

  it('error: a visitor who turns away is the refusal that wagmi knows', async () => {
    const page = browser().load()
    const connecting = core.connect(page.config, { connector: page.connector, email } as never)
    await vi.waitFor(() => expect(page.fake.isShown()).toBe(true))
    page.fake.leave()
    await expect(connecting).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    expect(connectionOf(page.config)).toBeUndefined()
  })

  it('error: without a modal and an e-mail it says what to do', async () => {
    const page = browser().load()
    await expect(core.connect(page.config, { connector: page.connector })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      hints: [expect.stringContaining('email')],
    })
  })

  it('signs through the provider, which says what it knows without asking the wallet', async () => {
    const page = browser().load()
    const provider = (await page.connector.getProvider()) as {
      request(request: { method: string; params?: unknown }): Promise<unknown>
      on(event: string, listener: (value: unknown) => void): void
    }
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4100 })
    const heard: unknown[] = []
    for (const event of ['connect', 'chainChanged', 'accountsChanged', 'disconnect'])
      provider.on(event, (value) => heard.push(event === 'disconnect' ? event : [event, value]))
    await signedIn(page)
    const asked = core.signMessage(page.config, { message: 'x' })
    await vi.waitFor(() => expect(page.fake.isShown()).toBe(true))
    page.fake.finish('0x5167')
    expect(await asked).toBe('0x5167')
    expect(page.fake.calls).toContain('request personal_sign')
    await core.switchChain(page.config, { chainId: 8453 })
    await core.disconnect(page.config)
    expect(heard).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [address]],
      ['chainChanged', '0x2105'],
      ['accountsChanged', []],
      'disconnect',
    ])
  })

  it('switches the chain, and refuses one that wagmi does not have', async () => {
    const page = browser().load()
    await signedIn(page)
    expect(await core.switchChain(page.config, { chainId: 8453 })).toMatchObject({ id: 8453 })
    expect(connectionOf(page.config)?.chainId).toBe(8453)
    await expect(page.connector.switchChain?.({ chainId: 10 })).rejects.toMatchObject({ code: 'CHAIN_NOT_FOUND' })
  })

  it('disconnects, and stays so after a reload; connected, a reload takes it up', async () => {
    const { load } = browser()
    const first = load()
    await signedIn(first)
    const second = load()
    expect(await core.reconnect(second.config)).toMatchObject([{ accounts: [address], chainId: 1 }])
    expect(second.fake.isShown()).toBe(false)
    await core.disconnect(second.config)
    expect(second.fake.calls).toContain('disconnect')
    const third = load()
    expect(await core.reconnect(third.config)).toEqual([])
    await signedIn(third)
    expect(connectionOf(third.config)).toMatchObject({ accounts: [address] })
  })

  it('shares the config of an app, and follows what is done there', async () => {
    const { createConfig } = await import('../createConfig.js')
    const fake = createFakeConnector()
    const shared = createConfig({ chains: [mainnet, base], connectors: [fake.create], storage: null })
    const config = core.createConfig({
      chains: [mainnet, base],
      transports: { [mainnet.id]: core.http(), [base.id]: core.http() },
      connectors: [latchkeyConnector({ config: shared, id: 'ours', name: 'Ours' })],
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    await connect(shared, { connector: 'dev.latchkey.fake' })
    expect(connectionOf(config)).toMatchObject({ accounts: [address], chainId: 1, connector: { id: 'ours' } })
    await disconnect(shared)
    expect(connectionOf(config)).toBeUndefined()
    shared.destroy()
  })
})
