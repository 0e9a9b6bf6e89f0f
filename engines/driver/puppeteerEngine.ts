import puppeteer, { type Browser, type Frame, type KeyInput, type Page, type Target } from 'puppeteer-core'
import { sizes } from '../../e2e/browser.js'
import { stepTimeout } from '../../e2e/stepTimeout.js'
import { browserArgs, partedArgs } from '../../tools/browser.mjs'
import type { Engine, Tab, TabOptions } from './engine.js'
import { splitKey } from './splitKey.js'

/** Starts Firefox by WebDriver BiDi, or Chromium. */
export function startPuppeteer(name: 'chromium' | 'firefox', executablePath: string): Engine {
  // The colour scheme of Firefox is a preference of the whole browser.
  const browsers = new Map<string, Promise<Browser>>()
  const launch = (colorScheme: 'light' | 'dark') =>
    puppeteer.launch({
      executablePath,
      headless: true,
      protocolTimeout: 3 * stepTimeout,
      ...(name === 'firefox'
        ? {
            browser: name,
            extraPrefsFirefox: {
              'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
              'ui.prefersReducedMotion': 1,
              'intl.accept_languages': 'en-US',
            },
          }
        : { browser: 'chrome', args: [...browserArgs, ...partedArgs] }),
    })
  return {
    name,
    seesVisibility: name === 'chromium',
    async open({ colorScheme = 'light', size = sizes.desktop }: TabOptions = {}) {
      const starting = browsers.get(colorScheme) ?? launch(colorScheme)
      browsers.set(colorScheme, starting)
      const context = await (await starting).createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(size)
      if (name === 'chromium')
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: colorScheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ])
      return { ...createTab(page, []), close: () => context.close() }
    },
    async close() {
      for (const starting of browsers.values()) await starting.then((browser) => browser.close())
    },
  }
}

function createTab(page: Page, problems: string[]): Tab {
  page.setDefaultTimeout(stepTimeout)
  page.on('pageerror', (error) => problems.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`))
  page.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || type === 'warn')
      problems.push(`console ${type}: ${message.text()} ${message.location().url ?? ''}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page lets go of a request that it no longer needs.
    if (!/ABORTED/.test(reason)) problems.push(`request failed: ${reason} ${request.url()}`)
  })
  // A press may close its window, and what was asked of a window that closes may never be answered.
  const closed = new Promise<void>((resolve) => page.once('close', () => resolve()))
  const press = async (work: Promise<void>) => {
    const told = work.catch((error) => {
      // The session of a closing window ends before the page counts as closed.
      if (!page.isClosed() && error?.name !== 'TargetCloseError') throw error
    })
    await Promise.race([told, closed])
  }
  const place = async (selector?: string): Promise<Frame> => {
    if (selector === undefined) return page.mainFrame()
    const element = await page.$(selector)
    const frame = await element?.contentFrame()
    await element?.dispose()
    if (!frame) throw new Error(`There is no frame ${selector}`)
    return frame
  }
  return {
    problems,
    async goto(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async run(work, given, selector) {
      const script = `(${work})(${JSON.stringify(given)})`
      const result = place(selector).then((frame) => frame.evaluate(script) as Promise<ReturnType<typeof work>>)
      const failed = closed.then(() => Promise.reject(new Error('The window is closed')))
      return Promise.race([result, failed])
    },
    point: (x, y) => page.mouse.move(x, y),
    click: (x, y) => press(page.mouse.click(x, y)),
    async press(key) {
      const { modifier, name } = splitKey(key)
      if (modifier) await page.keyboard.down(modifier)
      await press(page.keyboard.press(name as KeyInput))
      if (modifier) await page.keyboard.up(modifier)
    },
    type: (text) => page.keyboard.type(text),
    async opened(work) {
      // `popup` tells of windows that the page opens, and not of those that a frame opens.
      const context = page.browserContext()
      const before = new Set(context.targets())
      await work()
      const isNew = (target: Target) => target.type() === 'page' && !before.has(target)
      const popup = await (await context.waitForTarget(isNew, { timeout: stepTimeout })).page()
      if (!popup) throw new Error('What was opened is no window')
      return createTab(popup, problems)
    },
    toFront: () => page.bringToFront(),
    picture: () => page.screenshot(),
    close: () => page.close(),
    isClosed: async () => page.isClosed(),
  }
}
