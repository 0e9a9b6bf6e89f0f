import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { asPhone, phoneTour, phoneTourExpects } from './phoneTour.js'
import { settle } from './settle.js'
import { connectApp } from './steps.js'
import { tour } from './tour.js'

const { visit } = useBrowser()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Handle = { axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> } }

/** What axe finds serious or critical in what can be reached now: the open dialogs, or the page. */
async function findings(page: Page): Promise<readonly string[]> {
  // By the debugger, past the page's policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const dialogs = [...document.querySelectorAll('dialog[open]')]
    const asking = document.querySelector('[data-latchkey-test-wallet]')
    const context = asking ?? (dialogs.length > 0 ? dialogs : document)
    const { violations } = await (globalThis as unknown as Handle).axe.run(context, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`))
  })
}

/** What is found in this state in the light and in the dark: each view is led to once, and the person's system then changes. */
async function inBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    for (const text of await findings(page)) found.push(`${colorScheme}: ${text}`)
  }
  return found
}

async function check(site: Visit, lead = tour): Promise<void> {
  const found: string[] = []
  await lead(site, async (state) => {
    for (const text of await inBoth(site.page)) found.push(`${state}, ${text}`)
  })
  expect(found).toEqual([])
}

it.each(['desktop', 'phone'] as const)(
  'axe finds nothing serious in any view at the size of a %s, light and dark',
  { timeout: 300_000 },
  async (size) => {
    await check(
      await visit({ size, reducedMotion: true, expects: [/status of 503/, /\[latchkey\] Data API Not Reachable/] }),
    )
  },
)

it('axe finds nothing serious where the network is not supported, light and dark', async () => {
  const site = await visit({ app: { oneChain: true }, reducedMotion: true })
  await connectApp(site)
  await site.wallet.selectChain(31338)
  await site.modal.button('Disconnect').waitFor()
  await settle(site.page)
  expect(await inBoth(site.page)).toEqual([])
})

it.each([
  ['computer', { size: 'desktop' }],
  ['phone', asPhone()],
] as const)(
  'axe finds nothing serious in what leads to wallets elsewhere, on a %s, light and dark',
  { timeout: 300_000 },
  async (_where, options) => {
    await check(await visit({ ...options, reducedMotion: true, expects: phoneTourExpects }), phoneTour)
  },
)

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
