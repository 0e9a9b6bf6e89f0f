import { mainnet } from '@latchkey/core/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, signIn, visit } from '../../test/embeddedPage.js'
import { createFakeFrame, settle, turns, walletOrigin } from '../../test/fakeFrame.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the frame', () => {
  it('[S4-12] is not loaded on a fresh visit, but at the first e-mail action', async () => {
    const frame = createFakeFrame()
    const { wallet } = visit(frame)
    await turns()
    expect(frame.urls).toEqual([])
    const mailed = wallet.connectEmail({ email: 'ada@example.com' })
    await settle()
    await mailed
    expect(frame.urls.length).toBe(1)
    expect(frame.state.loads).toBe(1)
  })

  it('[S4-12] is loaded where somebody signed in before, as soon as anybody listens and not for a config thrown away', async () => {
    const store = memory()
    await signIn(visit(createFakeFrame(), store))
    const frame = createFakeFrame()
    const { wallet } = visit(frame, store)
    await turns()
    expect(frame.urls.length).toBe(0)
    wallet.subscribe(() => {})
    wallet.subscribe(() => {})
    await turns()
    expect(frame.urls.length).toBe(1)
  })

  it('[S7-75][S7-76][S7-77][S7-78][S7-79] has an URL with project, chain, version, logger and node', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await signIn(page)
    const url = frame.urls[0] as URL
    expect(url.origin + url.pathname).toBe('https://wallet.example/sdk')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'p1',
      chainId: 'eip155:1',
      version: '4',
      enableLogger: 'true',
      rpcUrl: mainnet.rpcUrls.default.http[0],
    })
  })

  it('[SEC-F-04] is spoken to by its exact origin only', async () => {
    const frame = createFakeFrame()
    await signIn(visit(frame))
    expect(frame.posted).toEqual([{ target: walletOrigin }])
  })

  it.each([
    ['errors', 'WALLET_NOT_RESPONDING', 'Unable to load email login dependency'],
    ['neverLoads', 'WALLET_NOT_RESPONDING', 'Unable to load email login dependency'],
    ['isMute', 'WALLET_NOT_RESPONDING', 'Unable to load email login dependency'],
    ['isLedAway', 'WALLET_NOT_RESPONDING', 'Unable to load email login dependency'],
  ] as const)(
    '[S8-32][REL-11] that fails (%s) says so once, and a second try works without a reload of the page',
    async (fault, code, message) => {
      const frame = createFakeFrame()
      frame.switches[fault] = true
      const { wallet } = visit(frame)
      const failed = expect(wallet.connectEmail({ email: 'ada@example.com' })).rejects.toMatchObject({ code, message })
      await turns()
      await vi.advanceTimersByTimeAsync(20_000)
      await failed
      expect(wallet.getState().nextEmailAt).toBe(0)
      frame.switches[fault] = false
      const again = wallet.connectEmail({ email: 'ada@example.com' })
      await settle()
      expect(await again).toEqual({ action: 'VERIFY_OTP' })
      expect(frame.urls.length).toBe(1)
      expect(frame.state.loads).toBe(2)
    },
  )

  it('[S8-44] raises an alert when it is not ready in 20 s', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const frame = createFakeFrame()
    frame.switches.isMute = true
    const { wallet, config } = visit(frame)
    const failed = expect(wallet.connectEmail({ email: 'ada@example.com' })).rejects.toBeDefined()
    await turns()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(config.alerts.current).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(config.alerts.current?.title).toBe('Network Error - Could not load embedded wallet')
    expect(log).toHaveBeenCalledOnce()
  })

  it('behavior: is known to be slow from 5 s on; who asks again then has it loaded afresh', async () => {
    const frame = createFakeFrame()
    frame.switches.isMute = true
    const { wallet } = visit(frame)
    const controller = new AbortController()
    const { signal } = controller
    const failed = expect(wallet.connectEmail({ email: 'ada@example.com', signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await turns()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(wallet.getState().isSlow).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(wallet.getState().isSlow).toBe(true)
    frame.switches.isMute = false
    controller.abort()
    const again = wallet.connectEmail({ email: 'ada@example.com' })
    await failed
    expect(wallet.getState().isSlow).toBe(false)
    await settle()
    expect(await again).toEqual({ action: 'VERIFY_OTP' })
    expect(frame.state.loads).toBe(2)
  })

  it('[S9-15] is spoken to 500 ms after it said that it is ready, and not sooner', async () => {
    const frame = createFakeFrame()
    const { wallet } = visit(frame)
    let isAnswered = false
    const mailed = wallet.connectEmail({ email: 'ada@example.com' }).then(() => {
      isAnswered = true
    })
    await turns(24)
    expect(frame.state.loads).toBe(1)
    await vi.advanceTimersByTimeAsync(499)
    await turns(24)
    expect([frame.names(), isAnswered]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(1)
    await turns(24)
    await mailed
    expect(frame.names()).toContain('connectEmail')
  })

  it('[S8-45][REL-12] raises an alert when a request to sign in is not answered in 120 s; others go on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const frame = createFakeFrame({ connectEmail: () => new Promise(() => {}) })
    const { wallet, config } = visit(frame)
    const failed = expect(wallet.connectEmail({ email: 'ada@example.com' })).rejects.toMatchObject({
      code: 'WALLET_NOT_RESPONDING',
    })
    await settle()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(config.alerts.current).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(config.alerts.current?.title).toBe('Embedded Wallet Request Timed Out')
    const otp = wallet.connectOtp({ otp: '012345' })
    await turns()
    await expect(otp).resolves.toBeUndefined()
  })

  it('raises none for a link that nobody has opened yet: it lives longer than the question', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { wallet, config } = visit(createFakeFrame({ connectDevice: () => new Promise(() => {}) }))
    const waited = expect(wallet.connectDevice()).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    await settle()
    await vi.advanceTimersByTimeAsync(120_000)
    await waited
    expect(config.alerts.current).toBeUndefined()
  })

  it('[S8-50] raises an alert when the wallet does not let this site in', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const frame = createFakeFrame()
    frame.switches.refusesPage = true
    const { wallet, config } = visit(frame)
    const failed = expect(wallet.connectEmail({ email: 'ada@example.com' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    await turns()
    await failed
    expect(config.alerts.current?.title).toBe('Invalid App Configuration')
  })

  it('[SEC-F-10] that loads anew rejects what it was asked and is spoken to again; what only reads is asked again', async () => {
    let answer: ((value: unknown) => void) | undefined
    const frame = createFakeFrame({
      connectDevice: () => new Promise(() => {}),
      rpcRequest: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const page = visit(frame)
    await signIn(page)
    const provider = (await page.connector.getProvider('eip155')) as { request(request: object): Promise<unknown> }
    const device = expect(page.wallet.connectDevice()).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    const read = provider.request({ method: 'eth_blockNumber' })
    await turns()
    frame.load()
    await device
    await settle()
    answer?.('0x7')
    await turns()
    expect(await read).toBe('0x7')
    expect(frame.names().filter((name) => name === 'rpcRequest').length).toBe(2)
  })

  it('[REL-11] whose process is gone is loaded again by the next question', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await signIn(page)
    frame.crash()
    await turns()
    const security = page.wallet.updateEmail({ email: 'new@example.com' })
    const failed = expect(security).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await turns()
    await failed
    const again = page.wallet.updateEmail({ email: 'new@example.com' })
    await settle()
    expect(await again).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  })

  it('goes with the config', async () => {
    const frame = createFakeFrame()
    const page = visit(frame)
    await signIn(page)
    page.config.destroy()
    expect(frame.state.isRemoved).toBe(true)
    await expect(page.wallet.getSecurity()).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
  })
})
