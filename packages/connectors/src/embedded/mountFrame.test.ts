import { appEvents, frameEventType } from '@latchkey/protocol/internal/frame'
import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserArgs, findBrowser } from '../../../../tools/browser.mjs'
import { serve } from '../../test/embed/serve.js'

type Report = { ok: boolean; value?: unknown; code?: string; message?: string }
declare const self: {
  account(): { status: string; caipAddress?: string; type: string; task?: string }
  connectEmail(email: string): Promise<Report>
  enterCode(): Promise<Report>
  connect(): Promise<Report>
  disconnect(): Promise<Report>
  request(method: string, params?: unknown[]): Promise<Report>
  dress(radius: string): Promise<Report>
  embed(src: string): Promise<void>
  say(message: unknown): void
  calls(): string[]
}
type Served = Awaited<ReturnType<typeof serve>>

let browser: Browser | undefined
let page: Page | undefined
let [app, wallet, evil, strict]: Served[] = []

beforeAll(async () => {
  ;[app, wallet, evil, strict] = await Promise.all([
    // No inline style and no inline script may be needed on the page.
    serve('page', '127.0.0.1', "default-src 'self'; style-src 'self'; frame-src *"),
    serve('wallet', 'localhost'),
    serve('evil', '127.0.0.1'),
    serve('page', '127.0.0.1', "default-src 'self'"),
  ])
  const found = await findBrowser({ install: false })
  browser = await chromium.launch({ ...(found ? { executablePath: found.path } : {}), args: browserArgs })
})
afterEach(async () => {
  await page?.context().close()
  if (wallet) wallet.state.answering = 'well'
})
afterAll(async () => {
  await browser?.close()
  for (const each of [app, wallet, evil, strict]) each?.close()
})

/** Opens the page in a browser that knows nothing of it. */
async function visit(viewport = { width: 1280, height: 800 }, at = app): Promise<Page> {
  const context = await browser!.newContext({ viewport })
  page = await context.newPage()
  await page.goto(`${at?.url}/?wallet=${encodeURIComponent(wallet?.url ?? '')}`)
  await page.waitForFunction(() => 'connectEmail' in self)
  return page
}
const frameOf = (current: Page): Frame => current.frames().find((each) => each.url().startsWith(`${wallet?.url}/sdk`))!

async function signIn(current: Page): Promise<void> {
  expect(await current.evaluate(() => self.connectEmail('ada@example.com'))).toMatchObject({ ok: true })
  const coded = current.evaluate(() => self.enterCode())
  await frameOf(current).getByRole('button', { name: 'Code' }).click()
  expect(await coded).toMatchObject({ ok: true })
  expect(await current.evaluate(() => self.connect())).toMatchObject({ ok: true })
}

describe('the frame in a page of another origin, in a real browser', () => {
  it('[S4-12][S7-70] is not there at first, then hidden, and shown over the page only while it asks', async () => {
    const current = await visit()
    expect([current.frames().length, wallet?.state.documents]).toEqual([1, 0])
    await signIn(current)
    const frame = current.locator('#w3m-iframe')
    await frame.waitFor({ state: 'hidden' })
    expect(await frame.evaluate((each) => getComputedStyle(each.parentElement!).display)).toBe('none')
    const signed = current.evaluate(() => self.request('personal_sign', ['0x00', '0x00']))
    await frame.waitFor({ state: 'visible' })
    expect(await frame.boundingBox()).toMatchObject({ x: 450, y: 100, width: 380, height: 600 })
    expect(await current.evaluate(() => self.account())).toMatchObject({ status: 'connected', task: 'approve' })
    await frameOf(current).getByRole('button', { name: 'Sign' }).click()
    expect(await signed).toEqual({ ok: true, value: '0xsigned' })
    await frame.waitFor({ state: 'hidden' })
    const kept = await current.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).toContain('ada@example.com')
    expect(kept).not.toMatch(/[0-9a-f]{64}/i)
    expect(await frame.evaluate((each: HTMLIFrameElement) => [each.name, each.title, each.referrerPolicy])).toEqual([
      'w3m-secure-iframe',
      'E-mail wallet',
      'origin',
    ])
  })

  it('has the corners of the card that it comes out of, where the theme sets them', async () => {
    const current = await visit()
    await signIn(current)
    const radius = () =>
      current.evaluate(() => {
        const dialog = document.querySelector('dialog[data-latchkey-frame]')
        return dialog && getComputedStyle(dialog).borderTopLeftRadius
      })
    expect(await radius()).toBe('20px')
    await current.evaluate(() => self.dress('6px'))
    expect(await radius()).toBe('6px')
  })

  it('is a sheet at the foot of a phone, and Escape in it is its own matter', async () => {
    const current = await visit({ width: 390, height: 844 })
    await signIn(current)
    const signed = current.evaluate(() => self.request('personal_sign', []))
    const frame = current.locator('#w3m-iframe')
    await frame.waitFor({ state: 'visible' })
    expect(await frame.boundingBox()).toMatchObject({ x: 0, y: 244, width: 390, height: 600 })
    await current.keyboard.press('Escape')
    await frameOf(current).getByRole('button', { name: 'Sign' }).click()
    expect(await signed).toMatchObject({ ok: true })
  })

  it('Escape in the page leaves the request, and the keyboard is in the frame when it opens', async () => {
    const current = await visit()
    await signIn(current)
    const signed = current.evaluate(() => self.request('personal_sign', []))
    const frame = current.locator('#w3m-iframe')
    await frame.waitFor({ state: 'visible' })
    expect(await current.evaluate(() => document.activeElement?.id)).toBe('w3m-iframe')
    await current.evaluate(() => (document.activeElement as HTMLElement).blur())
    await current.keyboard.press('Escape')
    expect(await signed).toMatchObject({ ok: false, code: 4001 })
    await frame.waitFor({ state: 'hidden' })
  })

  it('a dialog that the page closes leaves the request, and the next one shows it again', async () => {
    const current = await visit()
    await signIn(current)
    const frame = current.locator('#w3m-iframe')
    for (const _ of [1, 2]) {
      const signed = current.evaluate(() => self.request('personal_sign', []))
      await frame.waitFor({ state: 'visible' })
      await frame.evaluate((each) => (each.parentElement as HTMLDialogElement).close())
      expect(await signed).toMatchObject({ ok: false, code: 4001 })
    }
  })

  it('[SEC-F-02] another frame of the page changes nothing, whatever it says', async () => {
    const current = await visit()
    await signIn(current)
    await current.evaluate((src) => self.embed(src), `${evil?.url}/`)
    const other = current.frames().find((each) => each.url() === `${evil?.url}/`) as Frame
    const before = await current.evaluate(() => self.account())
    const lies = { address: '0xevil', chainId: 1, isConnected: false, type: 'smartAccount', action: 'CONNECT' }
    for (const name of Object.keys(appEvents) as (keyof typeof appEvents)[]) {
      for (const outcome of ['SUCCESS', 'ERROR'] as const) {
        await other.evaluate((message) => self.say(message), { type: frameEventType(name, outcome), payload: lies })
      }
    }
    await other.evaluate(() => self.say({ type: '@w3m-frame/READY', payload: {} }))
    expect(await current.evaluate(() => self.account())).toEqual(before)
    expect(await current.evaluate(() => self.request('eth_blockNumber'))).toEqual({ ok: true, value: '0x7' })
  })

  it('is resumed hidden at the next visit', async () => {
    const current = await visit()
    await signIn(current)
    await current.reload()
    await current.locator('#w3m-iframe').waitFor({ state: 'attached' })
    expect(await current.locator('#w3m-iframe').isVisible()).toBe(false)
  })

  it('[S4-30] after a sign-out the browser keeps nothing of who it was, and the next visit brings no frame', async () => {
    const current = await visit()
    await signIn(current)
    const kept = () => current.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(await kept()).toMatch(/isUsed.*ada@example\.com.*eip155:1/)
    expect(await current.evaluate(() => self.disconnect())).toMatchObject({ ok: true })
    expect(await kept()).not.toMatch(/isUsed|example\.com|lastChain|socialUsername|0x7099/)
    expect(await current.evaluate(() => self.account())).toMatchObject({ status: 'disconnected' })
    await current.reload()
    await current.waitForFunction(() => 'connectEmail' in self)
    expect(current.frames()).toHaveLength(1)
  })

  it.each([404, 500, 'as text', 'never'] as const)(
    '[REL-11][S8-32] a frame that answers %s says so after 20 s, and a second try works without a reload of the page',
    async (answering) => {
      if (wallet) wallet.state.answering = answering
      const current = await visit()
      await current.clock.install()
      const failed = current.evaluate(() => self.connectEmail('ada@example.com'))
      await current.locator('#w3m-iframe').waitFor({ state: 'attached' })
      // What loads only after the time is over would be waited for by the second try.
      if (answering !== 'never') await current.frames()[1]?.waitForURL(/\/sdk/)
      await current.clock.fastForward(20_000)
      expect(await failed).toMatchObject({ ok: false, message: 'Unable to load email login dependency' })
      if (wallet) wallet.state.answering = 'well'
      await current.clock.resume()
      expect(await current.evaluate(() => self.connectEmail('ada@example.com'))).toMatchObject({ ok: true })
    },
  )

  it('[REL-11][S8-32] a page whose policy forbids the frame says so at once', async () => {
    const current = await visit(undefined, strict)
    const told = current.waitForEvent('console', (line) => line.text().startsWith('[latchkey]'))
    const reason = `Content-Security-Policy blocks ${wallet?.url}: add it to frame-src.`
    expect(await current.evaluate(() => self.connectEmail('ada@example.com'))).toMatchObject({
      message: 'Unable to load email login dependency',
      details: reason,
    })
    expect((await told).text()).toBe(`[latchkey] Network Error - Could not load embedded wallet: ${reason}`)
  })

  it('[REL-11][S8-32] a browser without a network says so at once', async () => {
    const current = await visit()
    await current.context().setOffline(true)
    expect(await current.evaluate(() => self.connectEmail('ada@example.com'))).toMatchObject({
      message: 'Unable to load email login dependency',
    })
    await current.context().setOffline(false)
    expect(await current.evaluate(() => self.connectEmail('ada@example.com'))).toMatchObject({ ok: true })
  })
})
