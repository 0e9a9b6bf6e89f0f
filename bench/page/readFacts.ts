import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openVisitor } from './openVisitor.js'
import type { ServedFolder } from './serveFolder.js'
import type { Subject } from './subjects.js'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What does not vary from visit to visit. */
export type Facts = {
  /** JavaScript that was asked for before the button could be clicked, in bytes of brotli 11. */
  readonly toButton: number
  /** The same until the modal stood open. */
  readonly toModal: number
  /** Requests until the modal stood open, the page included. */
  readonly requests: number
  /** Hosts other than the page's that were asked before the click. */
  readonly hosts: readonly string[]
  /** Rules of axe, critical or serious, that the open modal breaks, with the number of elements. */
  readonly axe: readonly string[]
  readonly files: readonly string[]
}

/** Loads the page and opens its modal, unthrottled, and keeps account of it. */
export async function readFacts(subject: Subject, site: ServedFolder): Promise<Facts> {
  const visitor = await openVisitor(subject)
  const { page } = visitor
  const asked: { url: string; at: number }[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http')) asked.push({ url: request.url(), at: Date.now() })
  })
  const now = () => page.evaluate(() => performance.timeOrigin + performance.now())
  try {
    await page.goto(site.url, { waitUntil: 'commit' })
    const mark = await visitor.seen('button')
    const button = await page.evaluate((mark) => performance.timeOrigin + mark, mark)
    await visitor.quiet(1500, 12_000)
    const idle = await now()
    const before = await brokenRules(page)

    await visitor.watch('list', subject.wallet, 'stable', subject.modal)
    await visitor.click(subject.button)
    await visitor.seen('list')
    await visitor.quiet(1500, 8000)
    const open = await now()
    await page.waitForTimeout(700)
    const broken = await brokenRules(page)

    const until = (time: number) => asked.filter(({ at }) => at <= time)
    const script = (time: number) => {
      const paths = new Set(until(time).map(({ url }) => new URL(url).pathname))
      return [...paths]
        .filter((path) => path.endsWith('.js'))
        .reduce((sum, path) => sum + (site.brotli.get(path) ?? 0), 0)
    }
    return {
      toButton: script(button),
      toModal: script(open),
      requests: until(open).length,
      hosts: [
        ...new Set(
          until(idle)
            .filter(({ url }) => !url.startsWith(site.url))
            .map(({ url }) => new URL(url).host),
        ),
      ],
      // What is wrong already with the modal closed is not the modal's.
      axe: [...broken].filter(([node]) => !before.has(node)).map(([node, rule]) => `${rule}: ${node}`),
      files: until(open).map(({ url }) => url.replace(site.url, '/')),
    }
  } finally {
    await visitor.close()
  }
}

async function brokenRules(page: import('playwright-core').Page): Promise<Map<string, string>> {
  await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(where: Document): Promise<{ violations: Violation[] }> } }
    type Violation = { id: string; impact: string; nodes: { target: unknown[] }[] }
    const { violations } = await axe.run(document)
    return violations
      .filter(({ impact }) => impact === 'critical' || impact === 'serious')
      .flatMap(({ id, impact, nodes }) => nodes.map(({ target }) => [target.join(' '), `${impact} ${id}`] as const))
  })
  return new Map(found.map(([node, rule]) => [`${node} (${rule})`, rule]))
}
