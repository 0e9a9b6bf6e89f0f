import { disconnect, getConnection, reconnect } from '@latchkey/core'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, remembered, signIn, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, settle, turns } from '../../test/fakeFrame.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('coming back', () => {
  it('[S7-90][S7-92] resumes the wallet without showing anything', async () => {
    const store = memory()
    await signIn(visit(createFakeFrame(), store))
    const frame = createFakeFrame()
    frame.state.isSignedIn = true
    const { config, wallet } = visit(frame, store)
    expect(wallet.getState().email).toBe('ada@example.com')
    const back = reconnect(config)
    await settle()
    await back
    expect(getConnection(config)).toMatchObject({ status: 'connected', caipAddress: `eip155:1:${address}` })
    expect(frame.names().filter((name) => name !== 'syncDappData')).toEqual([
      'isConnected',
      'getSmartAccountEnabledNetworks',
      'getUser',
    ])
    expect(frame.state.shown).toBe(false)
  })

  it('forgets the sign-in when the wallet no longer knows it', async () => {
    const store = memory()
    await signIn(visit(createFakeFrame(), store))
    const frame = createFakeFrame()
    const { config } = visit(frame, store)
    const back = reconnect(config)
    await settle()
    await back
    expect(getConnection(config).status).toBe('disconnected')
    expect(remembered(store)).toEqual({})
  })

  it('keeps the sign-in when the wallet cannot be reached', async () => {
    const store = memory()
    await signIn(visit(createFakeFrame(), store))
    const frame = createFakeFrame()
    frame.switches.errors = true
    const { config } = visit(frame, store)
    const back = reconnect(config)
    await settle()
    await back
    expect(getConnection(config).status).toBe('disconnected')
    expect(remembered(store).isUsed).toBe(true)
  })
})

describe('signing out', () => {
  it('[S7-89] forgets at once and tells the wallet; one that does not answer is told at the next visit', async () => {
    const store = memory()
    const silent = createFakeFrame({ signOut: () => new Promise(() => {}) })
    const page = visit(silent, store)
    await signIn(page)
    const left = disconnect(page.config)
    await turns()
    expect(remembered(store)).toEqual({ isLeaving: true })
    await vi.advanceTimersByTimeAsync(3000)
    await left
    expect(getConnection(page.config).status).toBe('disconnected')
    page.config.destroy()
    const frame = createFakeFrame()
    visit(frame, store).wallet.subscribe(() => {})
    await settle()
    expect(frame.names()).toContain('signOut')
    expect(remembered(store)).toEqual({})
  })

  it('[S4-30] forgets who it was; only when the last mail was sent stays', async () => {
    const store = memory()
    const page = visit(createFakeFrame(), store)
    await signIn(page)
    const mailed = page.wallet.connectEmail({ email: 'other@example.com' })
    await turns()
    await mailed
    const chosen = page.wallet.setPreferredAccount('eoa')
    await turns(24)
    await chosen
    // Left there by a visit before.
    store.setItem('@latchkey/embedded', JSON.stringify({ ...remembered(store), socialUsername: 'ada' }))
    const lastEmailAt = remembered(store).lastEmailAt ?? Date.now()
    store.setItem('@latchkey/embedded', JSON.stringify({ ...remembered(store), lastEmailAt }))
    expect(Object.keys(remembered(store)).sort()).toEqual(
      ['accountTypes', 'email', 'isUsed', 'lastChain', 'lastEmailAt', 'smartAccountNetworks', 'socialUsername'].sort(),
    )
    const left = disconnect(page.config)
    await turns()
    await left
    expect(remembered(store)).toEqual({ lastEmailAt })
    expect([...store.kept.values()].join()).not.toContain('example.com')
  })

  it('[S4-31] waits at most 3 s for the frame, and is over then', async () => {
    const page = visit(createFakeFrame({ signOut: () => new Promise(() => {}) }))
    await signIn(page)
    let isOver = false
    const left = disconnect(page.config).then(() => {
      isOver = true
    })
    await turns()
    await vi.advanceTimersByTimeAsync(2999)
    await turns()
    expect([isOver, getConnection(page.config).status]).toEqual([false, 'connected'])
    await vi.advanceTimersByTimeAsync(1)
    await left
    expect(getConnection(page.config)).toMatchObject({ status: 'disconnected', caipAddress: undefined })
    expect(page.wallet.getState().email).toBeUndefined()
  })
})

describe('another tab of the page', () => {
  it('behavior: signed out there, nothing is said here, the frame goes, and who signs in there again is resumed here', async () => {
    const store = memory()
    const frame = createFakeFrame()
    const page = visit(frame, store)
    await signIn(page)
    const kept = store.kept.get('@latchkey/embedded')
    const provider = await page.connector.getProvider('eip155')
    const heard: string[] = []
    ;(provider as Eip1193Provider).on?.('disconnect', () => heard.push('disconnect'))
    const count = frame.names().length
    page.connector.release?.()
    expect(frame.state.isRemoved).toBe(true)
    expect(heard).toEqual(['disconnect'])
    expect(page.wallet.getState()).toMatchObject({ email: undefined, task: undefined })
    await expect((provider as Eip1193Provider).request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
    await turns()
    expect(frame.names()).toHaveLength(count)
    store.kept.set('@latchkey/embedded', kept ?? '')
    const back = page.connector.reconnect()
    await settle()
    expect((await back)?.accounts).toEqual([`eip155:1:${address}`])
    expect(frame.urls).toHaveLength(2)
    expect(frame.state.shown).toBe(false)
  })

  it('behavior: what waits for a person here is taken back when the other tab signs out', async () => {
    const frame = createFakeFrame({ rpcRequest: () => new Promise(() => {}) })
    const page = visit(frame, memory())
    await signIn(page)
    const provider = (await page.connector.getProvider('eip155')) as Eip1193Provider
    const signing = expect(provider.request({ method: 'personal_sign', params: ['0x11', address] })).rejects.toThrow()
    await turns()
    expect(frame.state.shown).toBe(true)
    page.connector.release?.()
    await turns()
    await signing
    expect([frame.state.isRemoved, page.wallet.getState().task]).toEqual([true, undefined])
  })
})
