import { appEvents } from '@latchkey/protocol/internal/frame'
import { type Browser, chromium, type Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserArgs, findBrowser } from '../../../../tools/browser.mjs'
import { serve } from '../../test/appkit/serve.js'

type InPage = {
  embed(src: string): Promise<void>
  say(messages: readonly unknown[]): void
  heard(): { data: { type: string; id?: string; payload?: unknown }; origin: string }[]
  state(): { calls: string[]; pending: number; dropped: number }
}
declare const self: InPage

const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
const messages = names.map((name, at) => ({ type: `@w3m-app/${appEvents[name].wire}`, id: `i${at}`, payload: {} }))
const ends: (() => void)[] = []
let browser: Browser | undefined
let [app, shy, wallet, evil]: string[] = []

beforeAll(async () => {
  const served = await Promise.all([
    serve('page', '127.0.0.1'),
    serve('page', '127.0.0.1', { 'referrer-policy': 'no-referrer' }),
    serve('wallet', 'localhost'),
    serve('page', '127.0.0.1'),
  ])
  ends.push(...served.map(({ close }) => close))
  ;[app, shy, wallet, evil] = served.map(({ url }) => url)
  const found = await findBrowser({ install: false })
  browser = await chromium.launch({ ...(found ? { executablePath: found.path } : {}), args: browserArgs })
})
afterAll(async () => {
  await browser?.close()
  for (const end of ends) end()
})

/** Opens a page with the wallet's frame in it, which lets in `allowed` alone. */
async function visit(at: string | undefined, { allowed = at, others = [] as (string | undefined)[] } = {}) {
  if (!browser) throw new Error('The browser is not running')
  const page = await browser.newPage()
  ends.push(() => void page.close())
  await page.goto(`${at}/`)
  for (const src of [`${wallet}/?app=${allowed}`, ...others.map((other) => `${other}/`)])
    await page.evaluate((each) => self.embed(each), src)
  const [frame, ...rest] = page.frames().slice(1) as [Frame, ...Frame[]]
  const heard = async () => (await page.evaluate(() => self.heard())).filter(({ origin }) => origin === wallet)
  const state = () => frame.evaluate(() => self.state())
  return { page, others: rest, heard, state }
}

describe("AppKit's messages between two sites, in a real browser", () => {
  it('says ready to the page that embeds it, also to one that sends no referrer, and answers it', async () => {
    for (const at of [app, shy]) {
      const { page, heard } = await visit(at)
      await expect
        .poll(async () => (await heard()).map(({ data }) => data))
        .toEqual([{ type: '@w3m-frame/READY', payload: {} }])
      await page.evaluate((say) => self.say(say), [{ type: '@w3m-app/GET_CHAIN_ID', id: 'k3x9' }])
      await expect
        .poll(async () => (await heard()).at(-1)?.data)
        .toEqual({
          type: '@w3m-frame/GET_CHAIN_ID_SUCCESS',
          id: 'k3x9',
          payload: { chainId: 1 },
        })
    }
  })

  it('SEC-F-01 ignores every event of a frame beside it: nothing is done, nothing is said, each is counted', async () => {
    const { page, others, heard, state } = await visit(app, { others: [evil] })
    await page.evaluate((say) => self.say(say), [{ type: '@w3m-app/GET_CHAIN_ID', id: 'a' }])
    await expect.poll(async () => (await heard()).length).toBe(2)
    const { dropped } = await state()
    await others[0]?.evaluate((say) => self.say(say), messages)
    await expect.poll(async () => (await state()).dropped).toBe(dropped + messages.length)
    expect(await state()).toMatchObject({ calls: ['getChainId'], pending: 0 })
    expect((await heard()).length).toBe(2)
    expect(await others[0]?.evaluate(() => self.heard())).toEqual([])
  })

  it('SEC-F-01 hears nothing of a page that may not embed it, and says nothing to it', async () => {
    const { page, heard, state } = await visit(evil, { allowed: app })
    await page.evaluate((say) => self.say(say), messages)
    await expect.poll(async () => (await state()).dropped).toBeGreaterThanOrEqual(messages.length)
    expect([(await state()).calls, await heard()]).toEqual([[], []])
  })
})
