import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { sizes } from './browser.js'
import { settle } from './settle.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Handle = { axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> } }

/**
 * What axe finds, of any impact, in all that a person can reach now: the page, or what lies over it while a dialog is open and the
 * page is inert, and the wallet's frame. `'color'` asks only what another colour scheme can change.
 */
export async function findings(page: Page, rules: 'all' | 'color' = 'all'): Promise<readonly string[]> {
  const found = await Promise.all(page.frames().map((frame) => findingsOf(frame, rules)))
  return found.flat()
}

/** Each document for itself, since the frame is of another origin than the page; a hidden frame reaches nobody. */
async function findingsOf(frame: Frame, rules: 'all' | 'color'): Promise<readonly string[]> {
  if (frame.parentFrame()) {
    const element = await frame.frameElement()
    const sandbox = await element.getAttribute('sandbox')
    // A mail is shown where no script runs, axe's neither.
    if (!(await element.isVisible()) || (sandbox !== null && !sandbox.includes('allow-scripts'))) return []
  }
  // By the debugger, past the page's policy.
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe)
  return frame.evaluate(async (rules) => {
    const options: RunOptions = { resultTypes: ['violations'], iframes: false }
    if (rules === 'color') options.runOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
    const isModal = document.querySelector('dialog:modal') !== null
    const over = 'dialog[open], :popover-open, .lk-toast, iframe, [data-latchkey-test-wallet]'
    const context = isModal ? { include: [...document.querySelectorAll(over)] } : document
    const { violations } = await (globalThis as unknown as Handle).axe.run(context, options)
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary, any, all, none }) => {
        const related = [...any, ...all, ...none].flatMap(({ relatedNodes = [] }) => relatedNodes)
        const others = related.map((other) => other.target.join(' ')).join(', ')
        return `${id} (${impact}) at ${location.pathname}: ${target.join(' ')} ${failureSummary} ${others}`
      }),
    )
  }, rules)
}

/** What is found in this state in the light and in the dark, each with every rule at a size of its own. */
export async function findingsInBoth(page: Page): Promise<readonly string[]> {
  const light = await findingsInLight(page)
  return [...light, ...(await findingsInDark(page))]
}

/** What is found in this state as it stands there, in the light on a desktop. */
export async function findingsInLight(page: Page): Promise<readonly string[]> {
  return (await findings(page)).map((text) => `light: ${text}`)
}

/** What is found in this state in the dark at the size of a phone. */
export async function findingsInDark(page: Page): Promise<readonly string[]> {
  const desktop = page.viewportSize()
  const narrow = await asOnPhone(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page, { mayBeBusy: true })
  const dark = await findings(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await narrow.end()
  if (desktop) await page.setViewportSize(desktop)
  await settle(page, { mayBeBusy: true })
  return dark.map((text) => `dark, on a phone: ${text}`)
}

/** What is found in this state in the light and in the dark, at the size that it has. */
export async function findingsAsIs(page: Page): Promise<readonly string[]> {
  const light = await findings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page, { mayBeBusy: true })
  const dark = await findings(page, 'color')
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page, { mayBeBusy: true })
  return [...light.map((text) => `light: ${text}`), ...dark.map((text) => `dark: ${text}`)]
}

/** Gives a page that stands open the size and the touch of a phone: who was led to a view is not led there a second time. */
async function asOnPhone(page: Page): Promise<{ end(): Promise<unknown> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  await page.setViewportSize(sizes.phone)
  return {
    async end() {
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
      await session.detach()
    },
  }
}
