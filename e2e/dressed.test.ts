import { readFileSync } from 'node:fs'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { readChain } from './chain.js'
import { type Dress, dresses } from './dresses.js'
import { type Answer, embed, type HostilePage, serveBlank } from './pages/hostilePage.js'
import { createInbox } from './pages/inbox.js'
import { createWalletFrame, settled, type WalletFrame } from './pages/walletFrame.js'
import { stepTimeout } from './stepTimeout.js'

const { browser } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const ether = 10n ** 18n

/** A page on a site that is listed and not trusted, where somebody with a hundred ETH is signed in. */
type Victim = {
  readonly page: Page
  readonly context: BrowserContext
  readonly wallet: HostilePage
  readonly frame: WalletFrame
  readonly address: `0x${string}`
}
let blank: Awaited<ReturnType<typeof serveBlank>> | undefined
let opening: Promise<Victim> | undefined
afterAll(async () => {
  await (await opening)?.context.close()
  await blank?.stop()
})

/** All tests share one session: each leaves the frame as it found it. */
function victim(): Promise<Victim> {
  opening ??= open()
  return opening
}

async function open(): Promise<Victim> {
  blank = await serveBlank()
  const context = await browser().newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(stepTimeout)
  const page = await context.newPage()
  const wallet = await embed(page, blank.url)
  await wallet.offer(1, stepTimeout)
  const email = 'dressed@mail.example'
  await wallet.ask('connectEmail', { email })
  const entered = wallet.ask('enterCode', { purpose: 'login' })
  const frame = createWalletFrame(page)
  await frame.shows('Enter your code')
  await frame.typeCode(await createInbox(inject('world').inboxUrl).code(email))
  await entered
  const { address } = (await wallet.ask('getUser', {})).value as { address: `0x${string}` }
  await chain().client.request({
    method: 'anvil_setBalance',
    params: [address, `0x${(100n * ether).toString(16)}`],
  } as never)
  return { page, context, wallet, frame, address }
}

function chain(): ReturnType<typeof readChain> {
  const [first] = inject('world').chains
  if (!first) throw new Error('The world has a first chain')
  return readChain(first)
}

/** Asks for a transfer of one ETH, or for a signature; what came of it is read later. */
async function ask(
  { wallet, frame, address }: Victim,
  what: 'transfer' | 'signature',
): Promise<{ answer: Promise<Answer>; isOpen(): boolean }> {
  const requests = {
    transfer: {
      method: 'eth_sendTransaction',
      params: [{ from: address, to: receiver, value: `0x${ether.toString(16)}` }],
    },
    signature: { method: 'personal_sign', params: ['0x6f776e6564', address] },
  }
  let isOpen = true
  const answer = wallet.ask('rpcRequest', { ...requests[what], chainId: 'eip155:31337' }).finally(() => {
    isOpen = false
  })
  await frame.asks()
  return { answer, isOpen: () => isOpen }
}

/** The button that goes on with what is asked: in a frame that approves, the one that does. */
const onward = ({ inside }: WalletFrame) => inside.locator('.lf-actions .lf-button[data-kind="primary"]:visible')

/** Clicks where the button is, as a bait has it; a frame that approves is given the time to be armed. */
async function clickBlindly({ page, frame }: Victim, at: Point, times = 1): Promise<void> {
  await page.mouse.move(at.x, at.y)
  if ((await frame.approveButton.count()) > 0) {
    await settled(frame.approveButton).catch(() => undefined)
    await frame.inside
      .locator('.lf-approve[data-state="armed"]')
      .waitFor({ timeout: 2_000 })
      .catch(() => undefined)
  }
  await page.mouse.click(at.x, at.y, { clickCount: 1 })
  for (let more = 1; more < times; more++) await page.mouse.click(at.x, at.y)
}
type Point = { readonly x: number; readonly y: number }

const centreOf = async ({ frame }: Victim): Promise<Point | undefined> => {
  const button = onward(frame)
  const box = (await button.count()) === 1 ? await button.boundingBox() : null
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined
}

async function putOn({ page, frame }: Victim, dress: Dress, at: Point): Promise<void> {
  if (dress.act === 'print') await page.emulateMedia({ media: 'print' })
  await frame.element.evaluate(
    async (element, [{ frame, parent, over, sheet, act }, { x, y }]) => {
      const box = element.getBoundingClientRect()
      const place = (css: string, left: number, top: number) =>
        css.replaceAll('%x', `${x - left}px`).replaceAll('%y', `${y - top}px`)
      const add = (tag: string, css = '') => {
        const added = document.createElement(tag)
        added.dataset.dress = ''
        added.style.cssText = css
        document.documentElement.append(added)
        return added
      }
      if (sheet) add('style').textContent = sheet
      if (act === 'svg clip')
        add('div').innerHTML =
          `<svg width="0" height="0"><clipPath id="spot"><circle cx="${x - box.left}" cy="${y - box.top}" r="9"/></clipPath></svg>`
      const cover = over ? add(act === 'dialog' ? 'dialog' : 'div', over) : undefined
      if (act === 'popover' && cover) {
        cover.popover = 'manual'
        cover.showPopover()
      }
      if (act === 'dialog') (cover as HTMLDialogElement).showModal()
      if (act === 'fullscreen') await cover?.requestFullscreen()
      const change = () => {
        if (frame) (element as HTMLElement).style.cssText += `;${place(frame, box.left, box.top)}`
        const origin = document.body.getBoundingClientRect()
        if (parent) document.body.style.cssText = place(parent, origin.left, origin.top)
        if (act !== undefined || parent?.includes('scroll')) document.body.scrollTop = 9_999
      }
      if (act === 'view transition') await document.startViewTransition(change).ready
      else change()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    },
    [dress, at] as const,
  )
}

async function takeOff({ page, frame }: Victim): Promise<void> {
  await page.emulateMedia({ media: null })
  await frame.element.evaluate(async (element) => {
    if (document.fullscreenElement) await document.exitFullscreen()
    ;(document as { activeViewTransition?: ViewTransition }).activeViewTransition?.skipTransition()
    for (const added of document.querySelectorAll('[data-dress]')) added.remove()
    ;(element as HTMLElement).style.cssText = 'width: 380px; height: 600px; border: 0'
    document.body.removeAttribute('style')
  })
}

/** What the browser says of the screen: asked by the second version of IntersectionObserver, as the frame's guard does. */
async function isReportedVisible({ page }: Victim): Promise<boolean> {
  const inside = page.frames().find((each) => each.url().startsWith(inject('world').frameUrl)) as Frame
  return inside.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const screen = document.querySelector('.lf-screen')
        if (!screen) throw new Error('The frame shows nothing')
        const options = { trackVisibility: true, delay: 100, threshold: [0, 0.9, 0.99, 1] }
        const end = (is: boolean) => {
          observer.disconnect()
          resolve(is)
        }
        const observer = new IntersectionObserver((entries) => {
          const last = entries.at(-1) as (IntersectionObserverEntry & { isVisible: boolean }) | undefined
          if (last?.isVisible && last.intersectionRatio >= 0.99) end(true)
        }, options)
        observer.observe(screen)
        setTimeout(() => end(false), 400)
      }),
  )
}

describe('a page that is listed and not trusted, and dresses the frame', () => {
  it.each(dresses)('SEC-K-09 by $name: blind clicks send nothing', async (dress) => {
    const asked = await victim()
    const { frame, address } = asked
    const { client } = chain()
    const [before, sent] = await Promise.all([
      client.getBalance({ address }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ])
    const { answer, isOpen } = await ask(asked, 'transfer')
    const at = await centreOf(asked)
    if (!at) throw new Error('The button has no place')
    let isReported: boolean | undefined
    try {
      await putOn(asked, dress, at)
      isReported = await isReportedVisible(asked)
      // The page knows where it moved the button.
      const place = (await centreOf(asked)) ?? at
      await clickBlindly(asked, place)
      await clickBlindly(asked, place)
      await clickBlindly(asked, place, 3)
    } finally {
      await takeOff(asked)
    }
    const wasOpen = isOpen()
    // What nobody approved is still asked, and the person can say no.
    if (wasOpen) await frame.reject()
    expect([wasOpen, await answer]).toEqual([true, expect.objectContaining({ code: 'USER_REJECTED' })])
    expect(isReported).toBe(dress.isReportedVisible)
    expect(await client.getTransactionCount({ address, blockTag: 'pending' })).toBe(sent)
    expect(await client.getBalance({ address })).toBe(before)
  })

  it('is listed by what was tried', () => {
    const page = readFileSync(new URL('../docs/frame-dressing.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| ([^|]+) \| ((?:not )?visible) \| nothing \|$/gm)].map(([, name, said]) => [
      name,
      said,
    ])
    expect(rows).toEqual(dresses.map(({ name, isReportedVisible: is }) => [name, is ? 'visible' : 'not visible']))
  })
})
