import { type Browser, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserArgs, findBrowser } from '../../../tools/browser.mjs'
import { serve } from '../test/embed/serve.js'
import { appEvents, frameEventType } from './internal/frame.js'

type Served = Awaited<ReturnType<typeof serve>>
type InPage = {
  embed(src: string): Promise<void>
  open(at: number, origin: string): number
  ask(at: number, name: string, payload?: unknown): Promise<{ ok: boolean; value?: unknown; code?: string }>
  isReady(at: number, timeout: number): Promise<boolean>
  counts(at: number): { pending: number; late: number; dropped: number }
  state(): { calls: string[]; looked: string[]; counts: { pending: number; dropped: number } }
  heard(): unknown[]
  sayTo(at: number, message: unknown, withPort: boolean): void
}
declare const self: InPage

let [browser, page]: [Browser | undefined, Page | undefined] = [undefined, undefined]
const served: Served[] = []
let [app, wallet, evil]: string[] = []

beforeAll(async () => {
  served.push(
    ...(await Promise.all([serve('page', '127.0.0.1'), serve('wallet', 'localhost'), serve('evil', '127.0.0.1')])),
  )
  ;[app, wallet, evil] = served.map(({ url }) => url)
  const found = await findBrowser({ install: false })
  browser = await chromium.launch({ ...(found ? { executablePath: found.path } : {}), args: browserArgs })
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser?.close()
  for (const each of served) each.close()
})

/** Opens the app's page with the wallet's frame in it, and others behind. */
async function visit(options: { at?: string | undefined; slow?: number; others?: (string | undefined)[] } = {}) {
  const { at = app, slow = 0, others = [] } = options
  const current = await browser!.newPage()
  page = current
  await current.goto(`${at}/`)
  await current.waitForFunction(() => 'embed' in self)
  for (const src of [`${wallet}/?app=${app}&slow=${slow}`, ...others.map((each) => `${each}/`)]) {
    await current.evaluate((each) => self.embed(each), src)
  }
  const frames = current.frames().slice(1)
  return { page: current, frame: frames[0] as Frame, others: frames.slice(1) }
}
const open = (current: Page, origin = wallet ?? '') => current.evaluate((each) => self.open(0, each), origin)
const isReady = (current: Page, at: number, timeout = 3000) =>
  current.evaluate(([which, ms]) => self.isReady(which ?? 0, ms ?? 0), [at, timeout])

describe('a wallet of one origin in a page of another, in a real browser', () => {
  it('opens, asks and answers, and strips what the table does not name', async () => {
    const { page, frame } = await visit()
    await open(page)
    expect(await isReady(page, 0)).toBe(true)
    expect(await page.evaluate(() => self.ask(0, 'getUser', { zz: 1 }))).toEqual({
      ok: true,
      value: { address: '0xtrue', chainId: 1 },
    })
    expect(await frame.evaluate(() => self.state())).toMatchObject({ calls: ['getUser'], looked: [app] })
  })

  it('[SEC-F-01] the frame ignores each event when its source is not its parent', async () => {
    const { page, frame, others } = await visit({ others: [evil] })
    const sibling = others[0] as Frame
    await open(page)
    expect(await isReady(page, 0)).toBe(true)
    const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
    const messages = [
      { type: 'init', v: 1, nonce: '0'.repeat(32) },
      ...names.flatMap((name) => [
        { type: `@w3m-app/${appEvents[name].wire}`, id: 'abc', payload: {} },
        { type: 'ask', id: '1'.repeat(32), name, payload: {} },
      ]),
    ]
    for (const message of messages) {
      for (const withPort of [true, false]) {
        await sibling.evaluate(([say, port]) => self.sayTo(0, say, port as boolean), [message, withPort])
      }
    }
    await expect.poll(() => frame.evaluate(() => self.state().counts.dropped)).toBe(messages.length * 2)
    expect(await frame.evaluate(() => self.state())).toMatchObject({ calls: [], looked: [app] })
    expect(await sibling.evaluate(() => self.heard())).toEqual([])
  })

  it('[SEC-F-02] the page ignores frame-shaped messages of another frame', async () => {
    const { page, others } = await visit({ others: [evil] })
    await open(page)
    expect(await isReady(page, 0)).toBe(true)
    const answer = page.evaluate(() => self.ask(0, 'isConnected'))
    const user = { address: '0xevil', chainId: 1, isConnected: false, type: 'eoa' }
    for (const name of ['getUser', 'setPreferredAccount', 'isConnected'] as const) {
      const message = { type: frameEventType(name, 'SUCCESS'), id: 'a', payload: user }
      await others[0]!.evaluate((say) => self.sayTo(-1, say, true), message)
    }
    await others[0]!.evaluate(() => self.sayTo(-1, { type: '@w3m-frame/READY', payload: {} }, true))
    expect(await answer).toEqual({ ok: true, value: { isConnected: true } })
    expect(await page.evaluate(() => self.ask(0, 'getUser'))).toMatchObject({ value: { address: '0xtrue' } })
    expect(await page.evaluate(() => self.counts(0))).toEqual({ pending: 0, late: 0, dropped: 0 })
  })

  it('[SEC-F-03] a second init is ignored, at once and later', async () => {
    const { page, frame } = await visit({ slow: 300 })
    await open(page)
    await open(page)
    expect(await isReady(page, 0)).toBe(true)
    await open(page)
    expect([await isReady(page, 1, 1000), await isReady(page, 2, 1000)]).toEqual([false, false])
    expect(await frame.evaluate(() => self.state())).toMatchObject({ looked: [app], counts: { dropped: 2 } })
  })

  it('a page that may not embed the wallet gets no channel, nor does one that names another origin', async () => {
    const other = await serve('page', '127.0.0.1')
    served.push(other)
    const stranger = await visit({ at: other.url })
    await open(stranger.page)
    expect(await isReady(stranger.page, 0, 1500)).toBe(false)
    expect(await stranger.frame.evaluate(() => self.state())).toMatchObject({ calls: [], looked: [other.url] })
    await stranger.page.close()
    const wrong = await visit()
    await open(wrong.page, evil)
    expect(await isReady(wrong.page, 0, 1500)).toBe(false)
    expect(await wrong.frame.evaluate(() => self.state())).toMatchObject({ looked: [], counts: { dropped: 0 } })
  })

  it('[SEC-F-10] a frame that was led elsewhere gets nothing, and what is pending is rejected', async () => {
    const { page } = await visit()
    await open(page)
    expect(await isReady(page, 0)).toBe(true)
    const pending = page.evaluate(() => self.ask(0, 'connectFarcaster'))
    await page.evaluate((src) => {
      const frame = document.querySelector('iframe')
      if (frame) frame.src = `${src}/`
      return new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }))
    }, evil)
    expect(await pending).toEqual({ ok: false, code: 'WALLET_DISCONNECTED' })
    expect(await page.evaluate(() => self.ask(0, 'getUser'))).toEqual({ ok: false, code: 'WALLET_DISCONNECTED' })
    await open(page)
    expect(await isReady(page, 1, 1500)).toBe(false)
    const led = page.frames().find((each) => each.url() === `${evil}/`)
    expect(await led?.evaluate(() => self.heard())).toEqual([])
  })
})
