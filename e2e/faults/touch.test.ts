import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from '../browser.js'
import { eventually } from '../eventually.js'
import { signIn } from '../steps.js'

const { visit } = useBrowser('parted')

/** Signs in on a phone and asks for a signature; gives where the middle of the button is. */
async function asked(email: string): Promise<{ site: Visit; x: number; y: number }> {
  const site = await visit({ size: 'phone', before: (context) => context.clock.install() })
  await signIn(site, email)
  await site.modal.closeButton.tap()
  await site.modal.isGone()
  await site.page.getByRole('button', { name: 'Sign message' }).tap()
  await armed(site)
  return { site, ...(await middleOf(site)) }
}
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)
const armed = ({ frame }: Visit) =>
  frame.inside.locator('.lf-approve[data-state="armed"]').waitFor({ state: 'attached' })
const once = ({ frame }: Visit) => frame.inside.getByText('or tap it once more')

async function middleOf({ frame }: Visit): Promise<{ x: number; y: number }> {
  const box = await frame.approveButton.boundingBox()
  if (!box) throw new Error('The button has no place')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Taps until it counts: a machine that is busy may take a tap for one that came too soon. */
async function tapUntilSigned(site: Visit): Promise<void> {
  for (let taps = 0; taps < 5; taps++) {
    await armed(site)
    const { x, y } = await middleOf(site)
    await site.page.touchscreen.tap(x, y)
    const isSigned = await verified(site)
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      )
    if (isSigned) return
    // What was taken is gone from the screen, and only takes its time.
    if (!(await site.frame.approveButton.isVisible())) return verified(site).waitFor()
  }
  throw new Error('No tap was taken for an approval')
}

/** Holds a finger where it is for so long. */
async function hold({ page }: Visit, { x, y }: { x: number; y: number }, time: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.clock.runFor(time)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

describe('a finger', () => {
  it('SEC-K-06 that holds the button for a second approves with its first touch; one that slides away does not', async () => {
    const { site, x, y } = await asked('holding@mail.example')
    await site.frame.inside.getByText('Hold', { exact: false }).first().waitFor()
    const devtools = await site.page.context().newCDPSession(site.page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', [{ x, y }])
    await site.page.clock.runFor(1_500)
    await send('touchMove', [{ x, y: y - 200 }])
    await send('touchEnd', [])
    expect(await verified(site).count()).toBe(0)
    // The screen still stands: a short touch would be the second tap now, so that comes in the next test.
    await armed(site)
    await hold(site, await middleOf(site), 2_000)
    await verified(site).waitFor()
  })

  it('SEC-K-06 that touches a screen for the first time approves nothing and is told so; the next tap approves', async () => {
    const { site, x, y } = await asked('finger@mail.example')
    // The clock stands still, so the second tap comes too soon on a slow machine too.
    await site.page.clock.pauseAt(await site.page.evaluate(() => Date.now() + 10_000))
    await site.page.touchscreen.tap(x, y)
    await site.page.touchscreen.tap(x, y)
    await site.page.clock.resume()
    await once(site).waitFor()
    await armed(site)
    expect(await verified(site).count()).toBe(0)
    await tapUntilSigned(site)
  })

  it('SEC-K-06 under which the page moves the frame approves nothing', async () => {
    const { site, x, y } = await asked('moved-finger@mail.example')
    const { frame, page } = site
    // The clock stands still, and goes on only until the button may be pressed: no tap is late.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    const arm = () =>
      eventually(async () => {
        await page.clock.runFor(100)
        return frame.approveButton.getAttribute('data-state')
      }).toBe('armed')
    // It has touched the frame where nothing is asked, so the next tap would count.
    const title = await frame.inside.getByRole('heading', { level: 1 }).boundingBox()
    if (!title) throw new Error('The title has no place')
    await page.touchscreen.tap(title.x + 5, title.y + 5)
    await arm()
    await frame.element.evaluate((element) => {
      const dialog = element.closest('dialog') as HTMLElement
      dialog.style.translate = '0 -60px'
    })
    await arm()
    const moved = await middleOf(site)
    expect(Math.round(y - moved.y)).toBe(60)
    // Chromium keeps the clicks from a frame in the moment after it moved, others do not: what counts is the first that gets there.
    await eventually(async () => {
      await page.touchscreen.tap(x, moved.y)
      return once(site).isVisible()
    }).toBe(true)
    await page.clock.resume()
    await armed(site)
    expect(await verified(site).count()).toBe(0)
    await tapUntilSigned(site)
  })
})
