import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import { settle } from './settle.js'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Handle = { axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> } }

/** What axe finds, of any impact, in all that a person can reach now: the page with its open dialogs, and the wallet's frame. */
export async function findings(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(page.frames().map(findingsOf))
  return found.flat()
}

/** Each document for itself, since the frame is of another origin than the page; a hidden frame reaches nobody. */
async function findingsOf(frame: Frame): Promise<readonly string[]> {
  if (frame.parentFrame()) {
    const element = await frame.frameElement()
    const sandbox = await element.getAttribute('sandbox')
    // A mail is shown where no script runs, axe's neither.
    if (!(await element.isVisible()) || (sandbox !== null && !sandbox.includes('allow-scripts'))) return []
  }
  // By the debugger, past the page's policy.
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe)
  return frame.evaluate(async () => {
    const options: RunOptions = { resultTypes: ['violations'], iframes: false }
    const { violations } = await (globalThis as unknown as Handle).axe.run(document, options)
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary, any, all, none }) => {
        const related = [...any, ...all, ...none].flatMap(({ relatedNodes = [] }) => relatedNodes)
        const others = related.map((other) => other.target.join(' ')).join(', ')
        return `${id} (${impact}) at ${location.pathname}: ${target.join(' ')} ${failureSummary} ${others}`
      }),
    )
  })
}

/** What is found in this state in the light and in the dark: each view is led to once, and the person's system then changes. */
export async function findingsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page, { mayBeBusy: true })
    for (const text of await findings(page)) found.push(`${colorScheme}: ${text}`)
  }
  return found
}
