import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit, type VisitOptions } from './browser.js'
import { asPhone } from './phoneTour.js'

const { visit } = useBrowser()

/** The page with the view of Farcaster open, and the link that it shows. */
async function open(options: VisitOptions = {}): Promise<Visit & { url: string }> {
  let link = (_: string): void => {}
  const shown = new Promise<string>((resolve) => {
    link = resolve
  })
  const site = await visit({ socials: true, foreign: true, ...options })
  site.page.on('response', async (response) => {
    if (!response.url().endsWith('/api/auth/social/farcaster/start')) return
    link(((await response.json()) as { url: string }).url)
  })
  await site.home.connectButton.click()
  await site.modal.button('Continue with Farcaster').click()
  return { ...site, url: await shown }
}

/** Chooses an account in the Farcaster app. */
const choose = (app: Page, account: string) => app.getByRole('button', { name: account, exact: true }).click()

/** The phone with the Farcaster app, which has scanned the code. */
async function approve(site: Visit & { url: string }, account: string): Promise<void> {
  const app = await site.context.newPage()
  await app.goto(site.url)
  await choose(app, account)
}

const address = async ({ home, modal }: Visit) => {
  await modal.button('Disconnect').waitFor()
  return (await home.address.textContent()) ?? ''
}

describe('a sign-in with Farcaster', () => {
  it('[S1-14][S2-05][S2-42] shows its link as a code in a view of its own, and connects when the app approved', async () => {
    const site = await open()
    expect(await site.modal.dialog.getAttribute('data-view')).toBe('ConnectingFarcaster')
    await site.modal.dialog.getByRole('img', { name: 'QR code that signs in with Farcaster' }).waitFor()
    await site.modal.button('Copy link').waitFor()
    // The page alone: no window was opened for it.
    expect(site.context.pages().length).toBe(1)
    await approve(site, 'Ada (2001)')
    const first = await address(site)
    expect(first).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const phone = await open({ ...asPhone(), colorScheme: 'dark' })
    const [app] = await Promise.all([
      phone.context.waitForEvent('page'),
      phone.modal.dialog.getByRole('link', { name: 'Open Farcaster' }).click(),
    ])
    expect(app.url()).toBe(phone.url)
    await choose(app, 'Ada (2001)')
    expect(await address(phone)).toBe(first)
  })

  it.each(['desktop', 'phone'] as const)(
    'tells of an app whose key is not known, and tries again: %s',
    async (size) => {
      const site = await open({ ...(size === 'phone' && asPhone()), expects: [/status of 403 .*\/farcaster\/wait/] })
      await approve(site, 'Mal, who signs for Ada (2001)')
      await site.modal.dialog.getByText('Farcaster did not confirm who you are. Try again.').waitFor()
      await site.modal.button('Try again').click()
      const { dialog } = site.modal
      if (size === 'phone') await dialog.getByRole('link', { name: 'Open Farcaster' }).waitFor()
      else await dialog.getByRole('img', { name: 'QR code that signs in with Farcaster' }).waitFor()
    },
  )
})
