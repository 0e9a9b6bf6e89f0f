import { expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { emailTour } from './emailTour.js'
import { eventually } from './eventually.js'
import { familyTour } from './familyTour.js'
import { findings, findingsInBoth } from './findings.js'
import { moneyTour } from './moneyTour.js'
import { asPhone, phoneTour, phoneTourExpects } from './phoneTour.js'
import { settle } from './settle.js'
import { connectApp } from './steps.js'
import { type Look, tour } from './tour.js'

const { visit } = useBrowser()
const sizes = ['desktop', 'phone'] as const
const timeout = 600_000

async function check(site: Visit, lead: (site: Visit, look: Look) => Promise<void> = tour): Promise<void> {
  const found: string[] = []
  await lead(site, async (state, page = site.page) => {
    for (const text of await findingsInBoth(page)) found.push(`${state}, ${text}`)
  })
  expect(found).toEqual([])
}

it.each(sizes)(
  'axe finds nothing of any impact in any view at the size of a %s, light and dark',
  { timeout },
  async (size) => {
    await check(
      await visit({ size, reducedMotion: true, expects: [/status of 503/, /\[latchkey\] Data API Not Reachable/] }),
    )
  },
)

it('axe finds nothing of any impact where the network is not supported, light and dark', async () => {
  const site = await visit({ app: { oneChain: true }, reducedMotion: true })
  await connectApp(site)
  await site.wallet.selectChain(31338)
  await site.modal.button('Disconnect').waitFor()
  await settle(site.page)
  expect(await findingsInBoth(site.page)).toEqual([])
})

it.each([
  ['computer', { size: 'desktop' }],
  ['phone', asPhone()],
] as const)(
  'axe finds nothing of any impact in what leads to wallets elsewhere, on a %s, light and dark',
  { timeout },
  async (_where, options) => {
    await check(await visit({ ...options, reducedMotion: true, expects: phoneTourExpects }), phoneTour)
  },
)

it.each(sizes)(
  'axe finds nothing of any impact in swapping and buying, on a %s, light and dark',
  { timeout },
  async (size) => {
    await check(await visit({ size, reducedMotion: true }), moneyTour)
  },
)

it.each(sizes)(
  'axe finds nothing of any impact in the embedded wallet, its windows and the inbox, on a %s, light and dark',
  { timeout },
  async (size) => {
    const facts = { email: `axe-${size}@mail.example`, inboxUrl: inject('world').inboxUrl }
    // A wrong code is one of the states.
    const site = await visit({ size, reducedMotion: true, expects: [/status of 403/] })
    await check(site, (one, look) => emailTour(one, look, facts))
  },
)

it('axe finds nothing of any impact in the views of other chain families, light and dark', { timeout }, async () => {
  await check(await visit({ families: true, reducedMotion: true }), familyTour)
})

it('axe sees the page in the dark', async () => {
  const { page, home } = await visit({ reducedMotion: true })
  await home.connectButton.waitFor()
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await colour()
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(colour).not.toBe(light)
})

it('axe would find an unnamed button', async () => {
  const { page, home } = await visit()
  await home.connectButton.waitFor()
  await page.evaluate(() => document.body.append(document.createElement('button')))
  expect((await findings(page)).join()).toContain('button-name')
})

it('axe would find an unnamed button in the wallet’s frame', async () => {
  const { page, home, modal, frame } = await visit()
  await home.connectButton.click()
  await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill('unnamed@mail.example')
  await modal.button('Continue').click()
  await frame.shows('Enter your code')
  await frame.screen.evaluate((main) => main.append(document.createElement('button')))
  expect((await findings(page)).join()).toContain('button-name (critical) at /sdk')
})
