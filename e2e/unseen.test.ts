import { expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { approveInWindow } from './pages/approveInWindow.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

it('a browser that cannot tell what is seen approves nothing in the page, and all in a window of its own', async () => {
  const site = await visit({
    // As browsers are that know the first version of IntersectionObserver only.
    before: (context) =>
      context.addInitScript(() => Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible')),
  })
  const { page, modal, frame } = site
  await signIn(site, 'unseen@mail.example')
  await modal.close()
  await page.getByRole('button', { name: 'Sign message' }).click()
  const opening = page.waitForEvent('popup')
  await frame.button('Continue in a window').click()
  const opened = await opening
  await opened.getByText('Hello from Latchkey').waitFor()
  const verified = page.getByText(/^Verified: signed by 0x/)
  expect(await verified.count()).toBe(0)
  await approveInWindow(opened)
  await verified.waitFor()
})
