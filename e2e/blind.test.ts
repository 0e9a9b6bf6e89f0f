import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { settled } from './pages/walletFrame.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const verified = ({ page }: Visit) => page.getByText(/^Verified: signed by 0x/)
const ask = ({ page }: Visit) => page.getByRole('button', { name: 'Sign message' }).click()

/** Presses a number, once what is there counts. */
async function press({ frame, page }: Visit, number: number): Promise<void> {
  const key = frame.button(`${number}`)
  const box = await key.boundingBox()
  if (!box) throw new Error('The number has no place')
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.mouse.move(...at)
  await settled(key)
  await frame.inside.locator('.lf-approve[data-state="armed"]').waitFor()
  await page.mouse.click(...at)
}
const askedNumber = async ({ frame }: Visit) => Number(await frame.inside.locator('#lf-press strong').textContent())

describe('a site that is trusted', () => {
  it('hides the frame and gets no signature by a blind click on a wrong number, nor by any after it, until one in the window', async () => {
    const site = await visit()
    const { page, modal, frame } = site
    await signIn(site, 'blind@mail.example')
    await modal.close()
    await ask(site)
    await frame.approveButton.waitFor()
    const dress = (mask: string) =>
      frame.element.evaluate((element, to) => (element as HTMLElement).style.setProperty('mask-image', to), mask)
    await dress('linear-gradient(transparent, transparent)')
    await press(site, ((await askedNumber(site)) % 6) + 1)
    await frame.inside.getByText('A wrong number was pressed.').waitFor()
    expect(await frame.approveButton.count()).toBe(0)
    expect(await verified(site).count()).toBe(0)
    await dress('none')
    await frame.reject()
    await frame.isHidden()

    // A frame of the same site that knows nothing of it yet.
    await page.reload()
    await ask(site)
    await frame.windowButton.waitFor()
    expect(await frame.approveButton.count()).toBe(0)
    await frame.approve()
    await verified(site).waitFor()
    await frame.isHidden()

    await page.reload()
    await ask(site)
    await frame.approveButton.waitFor()
    await press(site, await askedNumber(site))
    await verified(site).waitFor()
  })
})
