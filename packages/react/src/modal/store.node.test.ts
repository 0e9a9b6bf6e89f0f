import {
  type Config,
  type CreateConfigParameters,
  connect,
  createConfig,
  createStorage,
  switchChain,
} from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { base, mainnet, solana } from '../../test/chains.js'
import { createModalStore } from './store.js'

/** A config that counts who listens to it. */
function make(options: Partial<CreateConfigParameters> = {}) {
  const fake = createFakeConnector()
  const real = createConfig({ chains: [mainnet, base], storage: null, connectors: [fake.create], ...options })
  const count = { listeners: 0 }
  const config: Config = Object.create(real, {
    subscribe: {
      value: (listener: () => void) => {
        count.listeners += 1
        const stop = real.subscribe(listener)
        return () => {
          count.listeners -= 1
          stop()
        }
      },
    },
  })
  return { fake, config, count, modal: createModalStore(config) }
}

const viewOf = (modal: ReturnType<typeof createModalStore>) => modal.getState().stack.at(-1)?.view

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createModalStore', () => {
  it('[S4-36] the shake lasts 500 ms, and a call during it is ignored', () => {
    const { modal } = make()
    modal.open()
    modal.shake()
    expect(modal.getState().shaking).toBe(true)
    vi.advanceTimersByTime(400)
    modal.shake()
    vi.advanceTimersByTime(99)
    expect(modal.getState().shaking).toBe(true)
    vi.advanceTimersByTime(1)
    expect(modal.getState().shaking).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(modal.getState().shaking).toBe(false)
  })

  it('opens with the account of the last visit while its wallet is still being asked', async () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const load = () => {
      const { create } = createFakeConnector()
      return createConfig({ chains: [mainnet], connectors: [create], storage: createStorage({ store }) })
    }
    await connect(load(), { connector: 'dev.latchkey.fake' })
    const config = load()
    expect(config.state.status).toBe('connecting')
    const modal = createModalStore(config)
    modal.open()
    expect(viewOf(modal)).toBe('Account')
  })

  it('behavior: opens with what was drawn ahead as it stands, the first time alone', () => {
    const { modal } = make()
    modal.prepare()
    const { ahead } = modal.getState()
    expect(ahead).toEqual({ view: 'Connect' })
    expect(modal.getState().open).toBe(false)
    modal.prepare()
    expect(modal.getState().ahead).toBe(ahead)
    modal.open()
    expect(modal.getState().stack[0]).toBe(ahead)
    modal.close()
    modal.prepare()
    expect(modal.getState().ahead).toBeUndefined()
    modal.open()
    expect(modal.getState().stack[0]).not.toBe(ahead)
  })

  it('behavior: another view than the one drawn ahead is opened as it is asked for', () => {
    const { modal } = make()
    modal.prepare()
    modal.open({ view: 'Networks' })
    expect(viewOf(modal)).toBe('Networks')
    const chosen = make().modal
    chosen.prepare()
    chosen.open({ view: 'Connect', data: { namespace: 'eip155' } })
    expect(chosen.getState().stack).toEqual([{ view: 'Connect', data: { namespace: 'eip155' } }])
  })

  it('behavior: nothing is drawn ahead for who is connected, nor where a picture would be asked of a host', async () => {
    const { modal, config } = make()
    await connect(config, { connector: 'dev.latchkey.fake' })
    modal.prepare()
    expect(modal.getState().ahead).toBeUndefined()
    const { create } = createFakeConnector()
    const remote: typeof create = (parts) => ({ ...create(parts), icon: 'https://wallet.example/icon.png' })
    const other = createModalStore(createConfig({ chains: [mainnet], storage: null, connectors: [remote] }))
    other.prepare()
    expect(other.getState().ahead).toBeUndefined()
  })

  it('[S8-05] who closes while a programmatic connect waits makes it fail with "Modal closed"', async () => {
    const { modal, count } = make()
    const asked = modal.connect()
    const failure = expect(asked).rejects.toMatchObject({ code: 'MODAL_CLOSED', message: 'Modal closed' })
    expect(viewOf(modal)).toBe('Connect')
    expect(modal.close()).toBe(true)
    await failure
    expect(count.listeners).toBe(0)
  })

  it('behavior: connect() answers with the account, at once when there is one, and a second ask ends the first', async () => {
    const { modal, config, count } = make()
    const first = modal.connect()
    const failure = expect(first).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    const second = modal.connect()
    await failure
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(await second).toMatchObject({ status: 'connected', caipAddress: expect.stringMatching(/^eip155:1:0x7099/) })
    expect(await modal.connect()).toEqual(await second)
    expect(count.listeners).toBe(0)
  })

  it('behavior: opens at what fits the visitor', async () => {
    const { modal, config, fake } = make()
    modal.open()
    expect(viewOf(modal)).toBe('Connect')
    await connect(config, { connector: 'dev.latchkey.fake' })
    modal.open()
    expect(viewOf(modal)).toBe('Account')
    fake.say({ chainId: 'eip155:5' })
    modal.open()
    expect(viewOf(modal)).toBe('UnsupportedChain')
    expect(modal.close()).toBe(false)
    expect(modal.getState()).toMatchObject({ open: true, shaking: true })
    modal.back()
    expect(modal.getState().open).toBe(true)
    fake.say({ chainId: 'eip155:1' })
    expect(modal.close()).toBe(true)
  })

  it('[S2-35] a basic session opens at the account on a chain that is not listed, and can be closed', async () => {
    const { modal, config, fake } = make({ basic: true })
    await connect(config, { connector: 'dev.latchkey.fake' })
    fake.say({ chainId: 'eip155:5' })
    modal.open()
    expect(viewOf(modal)).toBe('Account')
    expect(modal.close()).toBe(true)
  })

  it('behavior: opens at the wallets of the family that the page has gone on to since it connected', async () => {
    const fake = createFakeConnector()
    const config = createConfig({ chains: [mainnet, solana], storage: null, connectors: [fake.create] })
    const modal = createModalStore(config)
    await switchChain(config, { chainId: solana.caipNetworkId })
    modal.open()
    expect(modal.getState().stack).toEqual([{ view: 'Connect' }])
    await connect(config, { connector: 'dev.latchkey.fake' })
    await switchChain(config, { chainId: solana.caipNetworkId })
    const chosen = { view: 'Connect', data: { namespace: 'solana', chainId: solana.caipNetworkId } }
    modal.open()
    expect(modal.getState().stack).toEqual([chosen])
    modal.close()
    const failure = expect(modal.connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(modal.getState().stack).toEqual([chosen])
    modal.close()
    await failure
  })

  it('behavior: a wallet that was asked leads on in the turn in which the account is there, and once', async () => {
    const { modal, config } = make()
    modal.open()
    const connectorId = 'dev.latchkey.fake'
    modal.push({ view: 'ConnectingExternal', data: { connectorId, asked: modal.requestConnection(connectorId) } })
    const views: unknown[] = []
    config.subscribe(() => queueMicrotask(() => views.push([config.state.status, viewOf(modal)])))
    const heard = vi.fn()
    modal.subscribe(heard)
    await vi.waitFor(() => expect(config.state.status).toBe('connected'))
    await vi.advanceTimersByTimeAsync(0)
    expect(views).toEqual([['connected', 'Account']])
    expect(heard).toHaveBeenCalledOnce()
  })

  it('behavior: a wallet that is connected already, or is one of several families, leads on when it has answered', async () => {
    const { modal, config } = make()
    const connectorId = 'dev.latchkey.fake'
    await connect(config, { connector: connectorId })
    modal.open({ view: 'ConnectingExternal', data: { connectorId } })
    expect(await modal.requestConnection(connectorId)).toBeUndefined()
    expect(viewOf(modal)).toBe('Account')
  })

  it('behavior: destroy leaves no listener, no timer and no promise that waits', async () => {
    const { modal, count } = make()
    const failure = expect(modal.connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(count.listeners).toBe(1)
    modal.shake()
    modal.destroy()
    await failure
    expect(count.listeners).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    modal.open()
    expect(modal.getState().open).toBe(true)
  })

  it('behavior: closing twice is closing once', () => {
    const { modal } = make()
    const heard = vi.fn()
    modal.subscribe(heard)
    expect(modal.close()).toBe(true)
    modal.open()
    expect(modal.close()).toBe(true)
    expect(modal.close()).toBe(true)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
