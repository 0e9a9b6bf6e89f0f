import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { approveInWindow } from './pages/approveInWindow.js'
import { openWalletWindow } from './pages/walletWindow.js'
import { signIn, signInElsewhere } from './steps.js'

const { visit } = useBrowser('parted')
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)

/** Counts the clicks that a mouse makes, in every page, frame and window of a browser. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0
  await context.exposeBinding('countClick', () => void clicks++)
  await context.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted, detail }) => isTrusted && detail > 0 && (self as unknown as { countClick(): void }).countClick(),
      true,
    ),
  )
  return () => clicks
}

/** From the code of the mail to the first signature; gives the clicks that it took. */
async function signFirst(email: string, options: { foreign: boolean }): Promise<number> {
  let count = () => 0
  const site = await visit({
    ...options,
    before: async (context) => {
      count = await countClicks(context)
    },
  })
  await signIn(site, email)
  const before = count()
  await site.modal.close()
  await site.page.getByRole('button', { name: 'Sign message' }).click()
  await site.frame.approve()
  await verified(site).waitFor()
  await site.frame.isHidden()
  return count() - before
}

/** Tabs to a button and presses it. */
async function press(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 30 && !(await isThere()); steps++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
}

describe('a site that is not trusted', () => {
  it('takes one click more from the code of the mail to the first signature than one that is', async () => {
    const trusted = await signFirst('trusted@mail.example', { foreign: false })
    expect(trusted).toBeGreaterThanOrEqual(3)
    expect(await signFirst('untrusted@mail.example', { foreign: true })).toBe(trusted + 1)
  })

  it('has a message approved in a window of the wallet, which names the site, by the keyboard alone', async () => {
    const site = await visit({ foreign: true })
    const { page, modal, frame } = site
    await signIn(site, 'keys@mail.example')
    await page.keyboard.press('Escape')
    await modal.isGone()
    await page.getByRole('button', { name: 'Sign message' }).focus()
    await page.keyboard.press('Enter')
    await frame.windowButton.waitFor()
    expect(await frame.approveButton.count()).toBe(0)
    const isFocused = (button: typeof frame.windowButton) => () =>
      button.evaluate((element) => element.ownerDocument.activeElement === element)
    const opening = page.waitForEvent('popup')
    await press(page, isFocused(frame.windowButton))
    const window = await opening
    await window.getByText('Hello from Latchkey').waitFor()
    await window.getByText(new URL(inject('world').foreignUrl).host).waitFor()
    const approve = window.locator('.lf-approve[data-state="armed"]')
    await approve.waitFor()
    const gone = window.waitForEvent('close')
    await press(window, isFocused(window.locator('.lf-approve'))).catch((error) => {
      if (!/has been closed/.test(String(error))) throw error
    })
    await gone
    await verified(site).waitFor()
    await frame.isHidden()
  })

  it('says that the browser blocked the window or that it was closed, opens it again, and takes a no', async () => {
    const site = await visit({ foreign: true })
    const { page, modal, frame } = site
    await signIn(site, 'blocked@mail.example')
    await modal.close()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.windowButton.waitFor()
    // A browser that blocks answers so.
    const block = (isBlocked: boolean) =>
      frame.windowButton.evaluate((_, isOn) => {
        const own = self as unknown as { open: unknown; allowed: unknown }
        own.allowed ??= own.open
        own.open = isOn ? () => null : own.allowed
      }, isBlocked)
    await block(true)
    await frame.windowButton.click()
    await frame.inside.getByText('The browser did not open the window.').waitFor()
    await block(false)
    const [first] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    await first.getByText('Hello from Latchkey').waitFor()
    await first.close()
    await frame.inside.getByText('The window was closed without an answer.').waitFor()
    const [second] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    await frame.inside.getByText('Continue in the window that opened.').waitFor()
    // Another press puts another window in the place of one that may lie behind.
    const [third] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    await eventually(async () => second.isClosed()).toBe(true)
    await third.getByText('Hello from Latchkey').waitFor()
    await frame.reject()
    await eventually(async () => third.isClosed()).toBe(true)
    await page.locator('.problem').waitFor()
    expect(await verified(site).count()).toBe(0)
  })

  it('SEC-K-07 cannot have somebody who clicks rapidly approve in the window that comes under the pointer', async () => {
    const site = await visit({ foreign: true, before: (context) => context.clock.install() })
    const { page, modal, frame } = site
    await signIn(site, 'rapid@mail.example')
    await modal.close()
    await page.getByRole('button', { name: 'Sign message' }).click()
    const [window] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    const approve = window.locator('.lf-approve')
    await approve.waitFor()
    const box = await approve.boundingBox()
    if (!box) throw new Error('The button has no place')
    await window.clock.pauseAt(await window.evaluate(() => Date.now() + 10_000))
    await window.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    // Ten clicks a second for three seconds, by the clock of the window.
    for (let clicks = 0; clicks < 30; clicks++) {
      await window.clock.runFor(100)
      await window.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    }
    expect(window.isClosed()).toBe(false)
    expect(await verified(site).count()).toBe(0)
    await window.clock.resume()
    await approveInWindow(window)
    await verified(site).waitFor()
  })

  it('SEC-K-07 cannot have somebody who clicks rapidly remove another browser in the window of the wallet', async () => {
    const email = 'removed@mail.example'
    const site = await visit({ foreign: true, before: (context) => context.clock.install() })
    await signIn(site, email)
    const other = await visit({ foreign: true })
    await signInElsewhere(other, email)
    const window = await openWalletWindow(site, /^Passkeys and recovery code/)
    const removed: string[] = []
    window.on('request', (request) => request.method() === 'DELETE' && removed.push(request.url()))
    const remove = window.getByRole('button', { name: /^Remove / })
    await remove.waitFor()
    await window.clock.pauseAt(await window.evaluate(() => Date.now() + 10_000))
    const box = await remove.boundingBox()
    if (!box) throw new Error('The button has no place')
    const [x, y] = [box.x + box.width - 8, box.y + box.height / 2]
    // Ten clicks a second for three seconds, by the clock of the window. The first asks; its "Yes" comes to the same place.
    for (let clicks = 0; clicks < 30; clicks++) {
      await window.mouse.click(x, y)
      await window.clock.runFor(100)
    }
    const yes = window.getByRole('button', { name: 'Yes, remove' })
    const place = await yes.boundingBox()
    expect(place && x > place.x && x < place.x + place.width && y > place.y && y < place.y + place.height).toBe(true)
    expect(removed).toEqual([])
    await window.clock.resume()
    await yes.click()
    await eventually(() => remove.count()).toBe(0)
    expect(removed).toHaveLength(1)
  })

  it('cannot reach the window: it knows no name of it, none that it opens is asked, and none outlives the frame', async () => {
    const site = await visit({ foreign: true, expects: [/wallet/i] })
    const { page, modal, frame } = site
    await signIn(site, 'reach@mail.example')
    await modal.close()
    await page.getByRole('button', { name: 'Sign message' }).click()
    const [window] = await Promise.all([page.waitForEvent('popup'), frame.windowButton.click()])
    await window.getByText('Hello from Latchkey').waitFor()
    expect(await window.evaluate(() => self.name)).toMatch(/^approve-[\da-f-]{36}$/)
    // The page opens the same address itself: its window has nothing to ask.
    const own = page.waitForEvent('popup')
    const address = `${inject('world').frameUrl}/approve`
    await page.evaluate((url) => void open(url, 'approve'), address)
    await (await own).getByText('This window has lost its page').waitFor()
    const framed = await page.request.get(address)
    expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    // The frame goes; what is then approved in its window is heard by nobody.
    await frame.element.evaluate((element) => element.remove())
    await approveInWindow(window)
    expect(await verified(site).count()).toBe(0)
  })
})
