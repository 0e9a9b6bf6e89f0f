import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit, type VisitOptions } from './browser.js'
import { approveInWindow } from './pages/approveInWindow.js'
import { settled } from './pages/walletFrame.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

/** Signs in and asks for a signature, so that the frame shows what is to be approved. */
async function asked(email: string, options: Pick<VisitOptions, 'before'> = {}): Promise<Visit> {
  const site = await visit(options)
  await signIn(site, email)
  await site.modal.close()
  await site.page.getByRole('button', { name: 'Sign message' }).click()
  await site.frame.approveButton.waitFor()
  return site
}
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)
const state = ({ frame }: Visit, is: 'armed' | 'resting') =>
  frame.inside.locator(`.lf-approve[data-state="${is}"]`).waitFor({ state: 'attached' })

/** With a clock that can be stopped: what then follows comes at once, however long the machine takes for it. */
const withClock: Pick<VisitOptions, 'before'> = { before: (context) => context.clock.install() }
async function stopClock(site: Visit): Promise<void> {
  await site.page.clock.pauseAt(await site.page.evaluate(() => Date.now() + 10_000))
  await state(site, 'armed')
}

/** The request is still open, and can be approved as it should be. */
async function notApproved(site: Visit): Promise<void> {
  expect(await verified(site).count()).toBe(0)
  await site.frame.element.evaluate((element) => element.closest('dialog')?.removeAttribute('style'))
  await site.frame.approve()
  await verified(site).waitFor()
}

describe('a page that turns against the frame', () => {
  it.each([
    ['SEC-K-01 opacity', 'opacity', '0.05'],
    ['SEC-K-03 filter', 'filter', 'contrast(0.1)'],
    ['SEC-K-04 transform', 'transform', 'rotate(4deg)'],
    ['SEC-K-08 crop of a few lines', 'clip-path', 'inset(0 0 4% 0)'],
  ])('%s: nothing can be approved in it, and it can in a window of its own', async (name, property, value) => {
    const site = await asked(`${property}@mail.example`, withClock)
    const { frame, page } = site
    await state(site, 'armed')
    // While the clock stands, the frame offers no window yet and has its button where a blind person is led to press.
    await stopClock(site)
    await frame.element.evaluate((element, [key, to]) => (element as HTMLElement).style.setProperty(key, to), [
      property,
      value,
    ] as const)
    await state(site, 'resting')
    const box = await frame.inside.locator('.lf-approve').boundingBox()
    if (!box) throw new Error('The button has no place')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let press = 0; press < 3; press++) {
      await page.mouse.down()
      await page.mouse.up()
    }
    await page.clock.resume()
    await frame.button('Continue in a window').waitFor()
    expect(await verified(site).count()).toBe(0)
    await frame.element.evaluate((element, key) => (element as HTMLElement).style.removeProperty(key), property)
    await state(site, 'armed')
    expect(await verified(site).count()).toBe(0)
    if (property !== 'opacity') return
    await frame.element.evaluate((element) => (element as HTMLElement).style.setProperty('opacity', '0.9'))
    const opening = page.waitForEvent('popup')
    await frame.button('Continue in a window').click()
    const opened = await opening
    await opened.getByText('Hello from Latchkey').waitFor()
    await approveInWindow(opened)
    await verified(site).waitFor()
    expect(name).toBeTruthy()
  })

  it('SEC-K-02 overlay: a picture over the frame that lets clicks through makes it inert', async () => {
    const site = await asked('overlay@mail.example')
    await state(site, 'armed')
    await site.frame.element.evaluate((element) => {
      const cover = document.createElement('div')
      const { left, top, width } = element.getBoundingClientRect()
      cover.style.cssText = `position: fixed; left: ${left}px; top: ${top + 80}px; width: ${width}px; height: 200px; background: white; pointer-events: none; z-index: 9`
      element.parentElement?.append(cover)
    })
    await site.frame.button('Continue in a window').waitFor()
    expect(await verified(site).count()).toBe(0)
  })

  it('SEC-K-06 a frame that is moved under a pointer is not clicked', async () => {
    const site = await asked('moved@mail.example', withClock)
    const { frame, page } = site
    await state(site, 'armed')
    const box = await frame.approveButton.boundingBox()
    if (!box) throw new Error('The button has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // The pointer rests on the frame; the page then slides the button under it and the press follows at once.
    await page.mouse.move(x, y - 80)
    await stopClock(site)
    await frame.element.evaluate((element) => {
      const dialog = element.closest('dialog') as HTMLElement
      dialog.style.marginTop = `${Number.parseFloat(getComputedStyle(dialog).marginTop) - 80}px`
    })
    await page.mouse.down()
    await page.mouse.up()
    const now = await frame.approveButton.boundingBox()
    expect(Math.abs((now?.y ?? 0) + 80 - box.y)).toBeLessThan(10)
    await page.clock.resume()
    await settled(frame.approveButton)
    await state(site, 'armed')
    expect(await verified(site).count()).toBe(0)
    // A person who means it presses again; a press too soon after the move does not count either.
    const isSigned = () =>
      verified(site)
        .waitFor({ timeout: 3_000 })
        .then(
          () => true,
          () => false,
        )
    for (let press = 0; press < 5; press++) {
      await page.mouse.down()
      await page.mouse.up()
      if (await isSigned()) break
      // What was taken is gone from the screen, and only takes its time.
      if (!(await frame.approveButton.isVisible())) break
    }
    await verified(site).waitFor()
  })

  it('SEC-K-08 a frame that was hidden and comes back, or is cut down, is not clicked', async () => {
    const site = await asked('flip@mail.example', withClock)
    const { frame, page } = site
    await state(site, 'armed')
    const box = await frame.approveButton.boundingBox()
    if (!box) throw new Error('The button has no place')
    await page.mouse.move(box.x + 5, box.y + 5)
    await stopClock(site)
    const show = (visibility: 'hidden' | 'visible') =>
      frame.element.evaluate((element, to) => (element as HTMLElement).style.setProperty('visibility', to), visibility)
    await show('hidden')
    await frame.inside.locator('.lf-approve:not([data-state="armed"])').waitFor({ state: 'attached' })
    await show('visible')
    await page.mouse.down()
    await page.mouse.up()
    await page.clock.resume()
    expect(await verified(site).count()).toBe(0)
    await frame.element.evaluate((element) => (element as HTMLElement).style.setProperty('height', '200px'))
    await frame.inside.getByText('too small to be read').waitFor()
    expect(await verified(site).count()).toBe(0)
  })

  it('SEC-K-05 clicks, presses and keys that nobody made approve nothing', async () => {
    const site = await asked('synthetic@mail.example')
    await state(site, 'armed')
    await site.frame.approveButton.evaluate((button: HTMLElement) => {
      button.focus()
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }))
      for (const type of ['keydown', 'keypress', 'keyup'])
        for (const key of ['Enter', ' ']) button.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }))
      button.click()
    })
    await notApproved(site)
  })

  it('SEC-K-07 a press that began on the page, or on a screen that went away meanwhile, approves nothing', async () => {
    const site = await asked('swap@mail.example')
    const { frame, page } = site
    await state(site, 'armed')
    const box = await frame.approveButton.boundingBox()
    if (!box) throw new Error('The button has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await frame.reject()
    await frame.isHidden()
    // The first of two clicks goes down on the page; the page then puts the frame under the pointer.
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.getByRole('button', { name: 'Sign message' }).dispatchEvent('click')
    await state(site, 'armed')
    await page.mouse.up()
    await state(site, 'armed')
    expect(await verified(site).count()).toBe(0)
    // Now the press goes down on the button, and the page puts the frame away and back before it goes up.
    await page.mouse.down()
    await frame.element.evaluate((element) => {
      const dialog = element.closest('dialog') as HTMLDialogElement
      dialog.style.display = 'none'
      return new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            dialog.style.display = ''
            requestAnimationFrame(() => resolve())
          }),
        ),
      )
    })
    await page.mouse.up()
    await notApproved(site)
  })

  it('SEC-K-08 a frame that is off the screen, or hardly on it, takes no key', async () => {
    const site = await asked('aside@mail.example')
    const { frame, page } = site
    await state(site, 'armed')
    await frame.approveButton.focus()
    for (const left of ['-5000px', '-300px']) {
      await frame.element.evaluate((element, to) => {
        const dialog = element.closest('dialog') as HTMLElement
        dialog.style.margin = '0'
        dialog.style.left = to
      }, left)
      await frame.inside.locator('.lf-approve:not([data-state="armed"])').waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
    }
    await notApproved(site)
  })
})
