import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { emailTour } from './emailTour.js'
import { eventually } from './eventually.js'
import { familyTour } from './familyTour.js'
import { findings, findingsAsIs, findingsInBoth, findingsInDark, findingsInLight } from './findings.js'
import { moneyTour } from './moneyTour.js'
import { asPhone, phoneTour, phoneTourExpects } from './phoneTour.js'
import { settle } from './settle.js'
import { connectApp } from './steps.js'
import { type Look, tour } from './tour.js'

const { visit } = useBrowser()
const timeout = 600_000
const isDeep = process.env.LATCHKEY_DEEP === '1'

/**
 * Each view is led to once and looked at in the light on a desktop or in the dark at the size of a phone, in turn; in a deep run in
 * both.
 */
async function check(
  site: Visit,
  lead: (site: Visit, look: Look) => Promise<void> = tour,
  looks: readonly ((page: Page) => Promise<readonly string[]>)[] = isDeep
    ? [findingsInBoth]
    : [findingsInLight, findingsInDark],
): Promise<void> {
  const found: string[] = []
  let seen = 0
  await lead(site, async (state, page = site.page) => {
    const look = looks[seen++ % looks.length]
    for (const text of (await look?.(page)) ?? []) found.push(`${state}, ${text}`)
  })
  expect(seen).toBeGreaterThan(1)
  expect(found).toEqual([])
}

it('axe finds nothing of any impact in any view, light and dark in turn', { timeout }, async () => {
  await check(await visit({ reducedMotion: true, expects: [/status of 503/, /\[latchkey\] Data API Not Reachable/] }))
})

it('axe finds nothing of any impact where the network is not supported, light and dark', async () => {
  const site = await visit({ app: { oneChain: true }, reducedMotion: true })
  await connectApp(site)
  await site.wallet.selectChain(31338)
  await site.modal.button('Disconnect').waitFor()
  await settle(site.page)
  expect(await findingsInBoth(site.page)).toEqual([])
})

// What a phone is led to there is not what a computer is led to.
it.each([
  ['computer', { size: 'desktop' }, undefined],
  ['phone', asPhone(), [findingsAsIs]],
] as const)(
  'axe finds nothing of any impact in what leads to wallets elsewhere, on a %s, light and dark',
  { timeout },
  async (_where, options, looks) => {
    await check(await visit({ ...options, reducedMotion: true, expects: phoneTourExpects }), phoneTour, looks)
  },
)

it('axe finds nothing of any impact in swapping and buying, light and dark in turn', { timeout }, async () => {
  await check(await visit({ reducedMotion: true }), moneyTour)
})

it('axe finds nothing of any impact in the embedded wallet, its windows and the inbox, light and dark in turn', {
  timeout,
}, async () => {
  const facts = { email: 'axe-views@mail.example', inboxUrl: inject('world').inboxUrl }
  // A wrong code is one of the states.
  const site = await visit({ reducedMotion: true, expects: [/status of 403/] })
  await check(site, (one, look) => emailTour(one, look, facts))
})

it('axe finds nothing of any impact in the views of other chain families, light and dark in turn', {
  timeout,
}, async () => {
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
