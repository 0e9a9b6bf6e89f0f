import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AppSettings } from './app/settings.js'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { connectApp, enterEmail } from './steps.js'

const { visit } = useBrowser()

const text = readFileSync('docs/content-security-policy.md', 'utf8')
const [smallest = '', largest = ''] = [...text.matchAll(/^Content-Security-Policy: (.+)$/gm)].map(
  ([, policy]) => policy,
)
const rows = [...text.matchAll(/^\| (.+) \| `([\w-]+)` \| `(.+)` \|$/gm)].map(
  ([, feature = '', directive = '', source = '']) => ({ feature, directive, source }),
)

// A host of pictures that is nobody else's.
const picture = PNG.sync.write(new PNG({ width: 2, height: 2 }))
const pictures = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(picture))
let walletScript = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  walletScript = await (await fetch(inject('world').walletUrl)).text()
})
afterAll(() => new Promise((resolve) => pictures.close(resolve)))

/** Where the hosts of the page are in the local world. */
function hosts(): { readonly [host: string]: string } {
  const { apiUrl, frameUrl, chains } = inject('world')
  return {
    'https://rpc.example.com': chains.map(({ url }) => new URL(url).origin).join(' '),
    'https://api.example.com': apiUrl,
    'https://images.example.com': `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`,
    'wss://relay.example.com': apiUrl.replace('http', 'ws'),
    'https://wallet.example.com': frameUrl,
  }
}
const localize = (given: string) =>
  Object.entries(hosts()).reduce((before, [host, local]) => before.replaceAll(host, local), given)

/** The policy without one source of one directive. */
function without(policy: string, { directive, source }: { directive: string; source: string }): string {
  const directives = policy.split('; ').map((each) => {
    if (!each.startsWith(`${directive} `)) return each
    const left = each.split(' ').filter((part) => part !== source)
    return left.length === 1 ? `${directive} 'none'` : left.join(' ')
  })
  return directives.join('; ')
}

/** The wallet of a browser: what an extension puts into a page is not subject to its policy. */
const installWallet = (context: BrowserContext) =>
  context.addInitScript({ content: `if (self === top) {${walletScript}}` })

/** Keeps what the console says from the first line on. */
const listenTo = (said: string[]) => (context: BrowserContext) =>
  context.on('console', (message) => said.push(message.text()))

/** The app with every feature, under this policy of the page. */
async function open(policy: string, settings: AppSettings = {}, expects: readonly RegExp[] = []): Promise<Policed> {
  const said: string[] = []
  const before = (context: BrowserContext) => {
    listenTo(said)(context)
    return installWallet(context)
  }
  const all = {
    socials: true,
    relayUrl: localize('wss://relay.example.com'),
    themeVariables: { '--lk-accent': '#5b3df5' },
  }
  const site = await visit({ before, expects, app: { ...all, ...settings, policy: localize(policy) } })
  const token = `${localize('https://images.example.com')}/token.png`
  await site.page.route('**/v1/account/*/balance*', async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    const { balances } = await response.json()
    await route.fulfill({ response, json: { balances: balances.map((each: object) => ({ ...each, iconUrl: token })) } })
  })
  return { ...site, said }
}
/** A visit, and what the console said. */
type Policed = Visit & { readonly said: readonly string[] }

const connectButton = ({ page }: Visit) => page.getByRole('button', { name: 'Connect wallet' })
/** Pictures of the modal that have arrived from there. */
const arrived = ({ modal }: Visit, from: string) =>
  modal.dialog.locator(`.lk-picture[data-loaded="true"] img[src^="${from}"]`)
const code = ({ modal }: Visit) => modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })
const social = ({ modal }: Visit) => modal.button('Continue with Google')

async function showAccount(site: Visit): Promise<void> {
  await connectApp(site)
  await site.app.open('Account')
}

describe('an app under the policy of docs/content-security-policy.md', () => {
  it('behavior: connects a wallet of the browser and shows its balance under the smallest', async () => {
    const site = await open(smallest, { socials: false, relayUrl: '', apiUrl: null })
    expect(
      await connectButton(site).evaluate((button) => getComputedStyle(button).getPropertyValue('--lk-accent')),
    ).toBe('#5b3df5')
    await connectButton(site).click()
    await arrived(site, 'data:image/').first().waitFor()
    await site.modal.button(site.wallet.name).click()
    await site.wallet.approve()
    await site.modal
      .token(/10,000/)
      .first()
      .waitFor()
  })

  it('behavior: has every feature under the largest', async () => {
    const site = await open(largest)
    await connectButton(site).click()
    await arrived(site, `${localize('https://api.example.com')}/`)
      .first()
      .waitFor()
    await social(site).waitFor()
    await site.modal.button('WalletConnect').click()
    await code(site).waitFor()
    await site.modal.backButton.click()
    await enterEmail(site, 'policy@example.com')
    await site.frame.shows('Enter your code')
    await site.page.reload()
    await showAccount(site)
    await arrived(site, localize('https://images.example.com')).first().waitFor()
    await site.modal
      .token(/10,000/)
      .first()
      .waitFor()
  })

  it('behavior: needs nothing that the table does not name, and nothing that it names is left out', () => {
    const composed = new Map([['default-src', new Set(["'none'"])]])
    for (const { directive, source } of rows)
      composed.set(directive, (composed.get(directive) ?? new Set()).add(source))
    const named = new Map(
      largest.split('; ').map((each) => {
        const [directive = '', ...sources] = each.split(' ')
        return [directive, new Set(sources)]
      }),
    )
    expect(named).toEqual(composed)
    for (const each of smallest.split(/; | /)) expect(largest.split(/; | /)).toContain(each)
  })
})

describe('a policy that blocks', () => {
  const steps: { readonly [row: string]: { settings?: AppSettings; go(site: Visit): Promise<unknown> } } = {
    'img-src data:': { go: (site) => connectButton(site).click() },
    'connect-src https://rpc.example.com': { settings: { apiUrl: null }, go: showAccount },
    'connect-src https://api.example.com': { go: (site) => connectButton(site).click() },
    'img-src https://api.example.com': { go: (site) => connectButton(site).click() },
    'img-src https://images.example.com': { go: showAccount },
    'connect-src wss://relay.example.com': {
      async go(site) {
        await connectButton(site).click()
        await site.modal.button('WalletConnect').click()
      },
    },
    'connect-src https://wallet.example.com': { go: (site) => connectButton(site).click() },
    'frame-src https://wallet.example.com': {
      async go(site) {
        await connectButton(site).click()
        await enterEmail(site, 'policy@example.com')
      },
    },
  }
  const removable = rows.filter(({ source }) => source !== "'self'")

  it.each(removable)('error: without $source in $directive the developer reads which, once', async (row) => {
    const step = steps[`${row.directive} ${row.source}`]
    if (!step) throw new Error(`Nothing is done that needs ${row.source} in ${row.directive}`)
    // What a policy blocks fails in the browser's own words too, and what needs it says so.
    const site = await open(without(largest, row), step.settings, [/^console /, /^request failed: /])
    const { said } = site
    await step.go(site)
    const [source = ''] = localize(row.source).split(' ')
    const line = `Content-Security-Policy blocks ${source}: add it to ${row.directive}.`
    const lines = () => said.filter((each) => each.startsWith('[latchkey]') && each.endsWith(line))
    await eventually(() => lines().length).toBeGreaterThan(0)
    expect(lines()).toHaveLength(1)
    expect(text).toContain(lines()[0]?.replace(line, '').trim())
  })
})

describe('a data API that does not allow the origin of the page', () => {
  it('error: leaves the visitor with what it is, and the developer with one line that names api.url', async () => {
    const answers = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    )
    await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve))
    try {
      const apiUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`
      const said: string[] = []
      const before = async (context: BrowserContext) => listenTo(said)(context)
      const expects = [/CORS policy/, /ERR_FAILED/, /Data API Not Reachable/]
      const site = await visit({ app: { apiUrl }, before, expects })
      await showAccount(site)
      await site.modal.dialog.getByText('Balances are not available now').waitFor()
      expect(said.filter((each) => each.startsWith('[latchkey]'))).toEqual([
        `[latchkey] Data API Not Reachable: ${apiUrl} does not answer, or does not allow this origin (CORS). It is set by createConfig({ api: { url } }).`,
      ])
    } finally {
      answers.closeAllConnections()
      await new Promise((resolve) => answers.close(resolve))
    }
  })
})
