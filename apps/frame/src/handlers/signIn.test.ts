import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { createStorage, openBrowser } from '../../test/openBrowser.js'

let world: Awaited<ReturnType<typeof startWalletWorld>>
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
})
afterAll(() => world.stop())

let count = 0
const newMail = () => `person${++count}@mail.example`
/** Longer than the pause between two mails to one address. */
const pause = () => world.wait(31_000)

describe('signing in', () => {
  it('makes a wallet at the first sign-in and gives its address only then', async () => {
    const browser = await openBrowser(world)
    const email = newMail()
    await expect(browser.ask('getUser')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
    expect(await browser.ask('connectEmail', { email })).toEqual({ action: 'VERIFY_OTP' })
    browser.screens.answer = browser.typeCode
    await browser.ask('enterCode', { purpose: 'login' })
    expect(await browser.ask('isConnected')).toEqual({ isConnected: true })
    const user = await browser.ask('getUser', { chainId: 31337 })
    expect(user).toMatchObject({ email, chainId: 31337, preferredAccountType: 'eoa' })
    expect(user.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(user.accounts).toEqual([{ address: user.address, type: 'eoa' }])
  })

  it('stays signed in over a reload where storage lasts, and asks nothing', async () => {
    const first = await openBrowser(world)
    await first.signIn(newMail())
    const { address } = await first.ask('getUser')
    const again = await openBrowser(world, { storage: first.storage })
    expect(await again.ask('isConnected')).toEqual({ isConnected: true })
    expect((await again.ask('getUser')).address).toBe(address)
    expect(again.screens.asked).toEqual([])
  })

  it('[S4-17] asks an unknown browser for the link in the mail, then the code, and brings the same wallet', async () => {
    const email = newMail()
    const old = await openBrowser(world)
    await old.signIn(email)
    const { address } = await old.ask('getUser')
    pause()
    const browser = await openBrowser(world)
    const asked = await browser.ask('connectEmail', { email })
    expect(asked).toEqual({ action: 'VERIFY_DEVICE', matchNumber: expect.stringMatching(/^\d\d$/) })
    // An app that asks again while the first is open hears of both.
    const both = [browser.ask('connectDevice'), browser.ask('connectDevice')]
    await browser.approve(email)
    await Promise.all(both)
    browser.screens.answer = browser.typeCode
    await browser.ask('enterCode', { purpose: 'login' })
    expect((await browser.ask('getUser')).address).toBe(address)
  })

  it.each([
    [
      'another address',
      (browser: Awaited<ReturnType<typeof openBrowser>>) => browser.ask('connectEmail', { email: newMail() }),
    ],
    ['a reload', (browser: Awaited<ReturnType<typeof openBrowser>>) => browser.ask('reload')],
    ['a sign-out', (browser: Awaited<ReturnType<typeof openBrowser>>) => browser.ask('signOut')],
  ])('ends the wait for a link at %s', async (_, end) => {
    const email = newMail()
    const old = await openBrowser(world)
    await old.signIn(email)
    await old.ask('getUser')
    pause()
    const browser = await openBrowser(world)
    await browser.ask('connectEmail', { email })
    const wait = expect(browser.ask('connectDevice')).rejects.toMatchObject({ code: 'ABORTED' })
    await end(browser)
    await wait
  })

  it('sends the same request again for the same address, so that who waits for its link still does', async () => {
    const email = newMail()
    const old = await openBrowser(world)
    await old.signIn(email)
    await old.ask('getUser')
    pause()
    const browser = await openBrowser(world)
    const { matchNumber } = await browser.ask('connectEmail', { email })
    const wait = browser.ask('connectDevice')
    await world.inbox.next(email, /browser\?/)
    pause()
    expect(await browser.ask('connectEmail', { email })).toEqual({ action: 'VERIFY_DEVICE', matchNumber })
    await browser.approve(email)
    await wait
  })

  it('says what is wrong with a code, leaves nobody in, and takes the right one after', async () => {
    const email = newMail()
    const browser = await openBrowser(world)
    await browser.ask('connectEmail', { email })
    const code = await browser.readCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    browser.screens.answer = async (screen) => {
      if (screen.kind !== 'code') return
      await expect(screen.submit('12345')).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
      await expect(screen.submit(wrong)).rejects.toMatchObject({
        refusal: 'CODE_WRONG',
        message: expect.stringMatching(/\w/),
      })
      expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
      await screen.submit(
        ` ${code.slice(0, 3)}-${code.slice(3).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))} `,
      )
    }
    await browser.ask('enterCode', { purpose: 'login' })
    expect(await browser.ask('isConnected')).toEqual({ isConnected: true })
  })

  it('sends another code from the screen, after the pause only', async () => {
    const email = newMail()
    const browser = await openBrowser(world)
    await browser.ask('connectEmail', { email })
    const old = await browser.readCode(email)
    browser.screens.answer = async (screen) => {
      if (screen.kind !== 'code') return
      expect(screen.nextAt).toBeGreaterThan(world.time())
      await expect(screen.resend()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      pause()
      expect(await screen.resend()).toBe(30_000)
      const code = await browser.readCode(email)
      if (code !== old) await expect(screen.submit(old)).rejects.toMatchObject({ refusal: 'CODE_WRONG' })
      await screen.submit(code)
    }
    await browser.ask('enterCode', { purpose: 'login' })
  })

  it('takes a code that the page around it typed, and tells the server so', async () => {
    const email = newMail()
    const browser = await openBrowser(world)
    await expect(browser.ask('connectOtp', { otp: '123456' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await browser.ask('connectEmail', { email })
    await browser.ask('connectOtp', { otp: await browser.readCode(email) })
    const { address } = await browser.ask('getUser')
    expect(address).toMatch(/^0x/)
    const { sessionId = '' } = (await browser.context.sessions.read()) ?? {}
    await browser.wallet.lock()
    await expect(
      browser.wallet.unlock({ purpose: 'export', signal: new AbortController().signal }),
    ).rejects.toMatchObject({ refusal: 'TYPED_OUTSIDE' })
    expect(sessionId).not.toBe('')
  })

  it('[S4-16] connects at once, without a mail, whom it still knows under this address, and nobody else', async () => {
    const email = newMail()
    const browser = await openBrowser(world)
    await browser.signIn(email)
    const { address } = await browser.ask('getUser')
    const sent = world.inbox.mails.length
    const again = await openBrowser(world, { storage: browser.storage })
    expect(await again.ask('connectEmail', { email: email.toUpperCase() })).toEqual({ action: 'CONNECT' })
    expect((await again.ask('getUser')).address).toBe(address)
    expect(world.inbox.mails).toHaveLength(sent)
    expect(await again.ask('connectEmail', { email: newMail() })).toEqual({ action: 'VERIFY_OTP' })
    await again.ask('signOut')
    pause()
    expect(await again.ask('connectEmail', { email })).toEqual({ action: 'VERIFY_OTP' })
  })

  it('[SEC-C-03] gives one page nothing of a session that another page opened, in the same browser', async () => {
    const first = await openBrowser(world)
    await first.signIn(newMail())
    await first.ask('getUser')
    const other = await openBrowser(world, { storage: first.storage, origin: 'https://other.example' })
    expect(await other.ask('isConnected')).toEqual({ isConnected: false })
    await expect(other.ask('getUser')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(other.ask('setPreferredAccount', { type: 'eoa' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(other.ask('getSecurity')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(other.wallet.user).toBeUndefined()
  })

  it('is not connected once the server ended the session, and is while nobody can be asked', async () => {
    const browser = await openBrowser(world)
    await browser.signIn(newMail())
    const { address } = await browser.ask('getUser')
    browser.network.isOffline = true
    const offline = await openBrowser(world, { storage: browser.storage })
    offline.network.isOffline = true
    expect(await offline.ask('isConnected')).toEqual({ isConnected: true })
    expect((await offline.ask('getUser')).address).toBe(address)
    offline.network.isOffline = false
    await offline.context.auth.signOut()
    expect(await offline.ask('isConnected')).toEqual({ isConnected: false })
    expect(await offline.storage.read('session', 'https://app.example')).toBeUndefined()
  })

  it('puts its clock right by the server’s word, once for all calls', async () => {
    const browser = await openBrowser(world, { now: () => world.time() + 3_600_000 })
    const email = newMail()
    await browser.ask('connectEmail', { email })
    expect(browser.network.calls).toEqual(Array(2).fill('POST /api/auth/email/start'))
    browser.screens.answer = browser.typeCode
    await browser.ask('enterCode', { purpose: 'login' })
    expect(browser.network.calls.filter((call) => call.endsWith('verify'))).toHaveLength(1)
  })

  it('[SEC-T-06] ends a session on the server as soon as the network is back, whatever became of the page', async () => {
    const browser = await openBrowser(world)
    await browser.signIn(newMail())
    await browser.ask('getUser')
    const copy = createStorage()
    const session = await browser.context.sessions.require()
    await copy.write('session', 'https://app.example', session)
    const device = await browser.storage.read('device', '')
    if (device) await copy.write('device', '', device)
    const thief = await openBrowser(world, { storage: copy })
    browser.network.isOffline = true
    await browser.ask('signOut')
    expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
    expect(browser.wallet.user).toBeUndefined()
    await expect(browser.ask('getUser')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    // The server does not know yet; it is told by whichever comes first: a timer, the network's return, or the next page.
    expect(await thief.ask('isConnected')).toEqual({ isConnected: true })
    expect(browser.timers.map(({ ms }) => ms)).toEqual([1_000])
    const next = await openBrowser(world, { storage: browser.storage })
    await expect.poll(() => browser.storage.read('ended', '')).toBeUndefined()
    expect(await thief.ask('isConnected')).toEqual({ isConnected: false })
    expect(await next.ask('isConnected')).toEqual({ isConnected: false })
  })

  it('[SEC-T-06] tries an ended session again by itself, less and less often', async () => {
    const browser = await openBrowser(world)
    await browser.signIn(newMail())
    browser.network.isOffline = true
    await browser.ask('signOut')
    for (const ms of [1_000, 2_000, 4_000]) {
      await expect.poll(() => browser.timers.length).toBe(1)
      const [timer] = browser.timers.splice(0)
      expect(timer?.ms).toBe(ms)
      timer?.job()
    }
    browser.network.isOffline = false
    browser.comeOnline()
    await expect.poll(() => browser.storage.read('ended', '')).toBeUndefined()
  })
})
