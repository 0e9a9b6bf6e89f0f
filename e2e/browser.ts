import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { browserArgs, partedArgs } from '../tools/browser.mjs'
import type { AppSettings } from './app/settings.js'
import { type App, createApp } from './pages/app.js'
import { createHome, type Home } from './pages/home.js'
import { createInbox, type Inbox } from './pages/inbox.js'
import { createModal, type Modal } from './pages/modal.js'
import { createTestWallet, type TestWallet } from './pages/testWallet.js'
import { createWalletFrame, type WalletFrame } from './pages/walletFrame.js'
import { stepTimeout } from './stepTimeout.js'
import type { World } from './world.js'

/** The two sizes that every view is looked at in. */
export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

/** How a page is visited. */
export type VisitOptions = {
  readonly size?: keyof typeof sizes
  readonly colorScheme?: 'light' | 'dark'
  /** Opens the small app, set up like this, in place of the page that visitors see. */
  readonly app?: AppSettings
  /** Opens the page on another site than the embedded wallet's, as it is on the web. */
  readonly foreign?: boolean
  /** Told to the page in place of what its server says; with other chains the page has no policy. */
  readonly settings?: Partial<PageSettings>
  /** Offers social logins too. */
  readonly socials?: boolean
  /** Offers the chains of other families too; without, the test wallet is one of EVM, which is asked at the first click. */
  readonly families?: boolean
  /** Errors that belong to the journey; any other fails the test. */
  readonly expects?: readonly RegExp[]
  /** Opens another tab of the same browser. */
  readonly beside?: Visit
  /** Runs in the page before anything of its own. */
  readonly before?: (context: BrowserContext) => Promise<unknown>
  readonly reducedMotion?: boolean
}

/** The settings of the page: see `apps/web/src/settings.ts`. */
export type PageSettings = {
  readonly apiUrl: string
  readonly testWalletUrl?: string
  readonly relayUrl?: string
  readonly chains: readonly { readonly chainId: number; readonly name: string; readonly url: string }[]
  readonly families: readonly object[]
  readonly socials?: boolean
}

/** A page that was visited, with all that can be done on it. */
export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly home: Home
  readonly app: App
  readonly modal: Modal
  readonly wallet: TestWallet
  /** The embedded wallet's frame. */
  readonly frame: WalletFrame
  readonly inbox: Inbox
  /** Requests that the page made, oldest first. */
  readonly requests: readonly Request[]
  /** What went wrong so far that nobody expected. */
  readonly problems: readonly string[]
}

/**
 * What a frame of another site may keep: `parted` is what people's browsers do (each site that embeds it has its own), `denied`
 * what those of careful people do (touching it throws).
 */
export type Storage = 'denied' | 'parted'

/** Has a frame of another site find that it may keep nothing, in the words of Chromium. */
function denyStorage(): void {
  if (self === top || location.ancestorOrigins[0] === undefined) return
  if (new URL(location.ancestorOrigins[0]).hostname === location.hostname) return
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(self, name, { get: refuse })
  IDBFactory.prototype.open = refuse
  Object.defineProperty(navigator, 'locks', { value: { request: async () => refuse() } })
}

/** Gives a test file its browser, and each test its own profile in it. */
export function useBrowser(storage?: Storage): {
  visit(options?: VisitOptions): Promise<Visit>
  browser(): Browser
} {
  let browser: Browser | undefined
  beforeAll(async () => {
    const args = storage === 'parted' ? [...browserArgs, ...partedArgs] : browserArgs
    browser = await chromium.launch({ executablePath: inject('world').browser, args })
  })
  afterAll(() => browser?.close())
  const running = () => {
    if (!browser) throw new Error('The browser is not running')
    return browser
  }
  const before = async (context: BrowserContext) => {
    if (storage === 'denied') await context.addInitScript(denyStorage)
  }
  return { browser: running, visit: (options = {}) => visit(running(), { before, ...options }) }
}

async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const site = await openVisit(browser, inject('world'), options)
  const { page, context, problems } = site
  // Called last first: the problems are read and the picture is taken before the context goes.
  if (!options.beside) onTestFinished(() => context.close())
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(page, task.name)
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
  })
  return site
}

/** Visits a page of the world; the caller closes the context. */
export async function openVisit(browser: Browser, world: World, options: VisitOptions): Promise<Visit> {
  const context = options.beside?.context ?? (await openContext(browser, options))
  const page = await context.newPage()
  const { problems, requests } = listen(page, options.expects ?? [])
  const { appUrl } = world
  const webUrl = options.foreign ? world.foreignUrl : world.webUrl
  await changeSettings(context, {
    ...(options.families ? {} : { families: [] }),
    ...(options.socials ? {} : { socials: false }),
    ...options.settings,
  })
  await page.goto(options.app ? `${appUrl}?settings=${encodeURIComponent(JSON.stringify(options.app))}` : webUrl)
  return {
    page,
    context,
    home: createHome(page),
    app: createApp(page),
    modal: createModal(page),
    wallet: createTestWallet(page),
    frame: createWalletFrame(page),
    inbox: createInbox(world.inboxUrl),
    requests,
    problems,
  }
}

async function openContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const size = options.size ?? 'desktop'
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-US',
    // The policy knows the addresses that the server wrote, not those that a test puts in their place.
    bypassCSP: options.settings?.chains !== undefined,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    ...(size === 'phone' ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  })
  context.setDefaultTimeout(stepTimeout)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // A policy that was broken says so in the console; the page's own listener makes sure that it is heard.
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    ),
  )
  await options.before?.(context)
  return context
}

function listen(page: Page, expects: readonly RegExp[]) {
  const problems: string[] = []
  const requests: Request[] = []
  const note = (text: string) => {
    if (!expects.some((pattern) => pattern.test(text))) problems.push(text)
  }
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' || message.type() === 'warning')
      note(`console ${message.type()}: ${message.text()} ${url}`)
  })
  page.on('request', (request) => requests.push(request))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page lets go of a request that it no longer needs.
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${reason} ${request.method()} ${request.url()}`)
  })
  return { problems, requests }
}

/** Replaces settings that the server wrote into the page, before any of its own code runs. */
function changeSettings(context: BrowserContext, settings: Partial<PageSettings>): Promise<unknown> {
  return context.addInitScript((change) => {
    const observer = new MutationObserver(() => {
      const element = document.getElementById('latchkey-config')
      if (!element) return
      observer.disconnect()
      element.textContent = JSON.stringify({ ...JSON.parse(element.textContent ?? '{}'), ...change })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, settings)
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = '.reports/e2e'
  mkdirSync(folder, { recursive: true })
  const file = name.replace(/[^\w-]+/g, '-').slice(0, 80)
  await page.screenshot({ path: `${folder}/${file}.png` }).catch(() => {})
}
