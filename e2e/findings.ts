import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
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

/** What is found in this state in the light and in the dark: each view is led to once, and the person's system then changes. */
export async function findingsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page, { mayBeBusy: true })
    for (const text of await findings(page, colorScheme === 'dark' ? 'color' : 'all'))
      found.push(`${colorScheme}: ${text}`)
  }
  return found
}
