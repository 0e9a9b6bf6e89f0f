import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
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

async function check(site: Visit): Promise<void> {
  const found: string[] = []
  await tour(site, async (state) => {
    for (const text of await findings(site.page)) found.push(`${state}: ${text}`)
  })
  expect(found).toEqual([])
}

describe.each(['desktop', 'phone'] as const)('axe at the size of a %s', (size) => {
  it.each(['light', 'dark'] as const)(
    'finds nothing serious in any view, %s',
    { timeout: 180_000 },
    async (colorScheme) => {
      await check(await visit({ size, colorScheme, reducedMotion: true, expects: [/status of 503/] }))
    },
  )
})

it.each(['light', 'dark'] as const)(
  'axe finds nothing serious where the network is not supported, %s',
  async (colorScheme) => {
    const site = await visit({ app: { oneChain: true }, colorScheme, reducedMotion: true })
    await connectApp(site)
    await site.wallet.selectChain(31338)
    await site.modal.button('Disconnect').waitFor()
    await settle(site.page)
    expect(await findings(site.page)).toEqual([])
  },
)

it('axe would find an unnamed button', async () => {
  const { page, home } = await visit()
  await home.connectButton.waitFor()
  await page.evaluate(() => document.body.append(document.createElement('button')))
  expect((await findings(page)).join()).toContain('button-name')
})
