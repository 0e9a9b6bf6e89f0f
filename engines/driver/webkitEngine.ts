import { spawn } from 'node:child_process'
import { Builder, By, Capabilities, Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver'
import { sizes } from '../../e2e/browser.js'
import { stepTimeout } from '../../e2e/stepTimeout.js'
import type { Engine, Tab, TabOptions } from './engine.js'
import { splitKey } from './splitKey.js'
import { startDisplay } from './startDisplay.js'
import { startWebKitDriver } from './startWebKitDriver.js'
import { watchProblems } from './watchProblems.js'

const keys: { readonly [name: string]: string } = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  ArrowDown: Key.ARROW_DOWN,
  ArrowRight: Key.ARROW_RIGHT,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
}

/** No window with an address bar becomes narrower, in pixels. */
const narrowest = 450

type Size = NonNullable<TabOptions['size']>

/** Where the WebKit of Debian is. */
export type WebKitPaths = {
  readonly driver: string
  readonly browser: string
  readonly screen: string
  readonly clipboard: string
}

/** Starts WebKitGTK by WebDriver, on a screen that nobody sees. */
export async function startWebKit({ driver, browser, screen, clipboard }: WebKitPaths): Promise<Engine> {
  const display = await startDisplay(screen)
  const ends = new Set<() => Promise<void>>()
  return {
    name: 'webkit',
    seesVisibility: false,
    async open({ colorScheme = 'light', size = sizes.desktop }: TabOptions = {}) {
      const program = await startWebKitDriver(driver, { DISPLAY: display.name, NO_AT_BRIDGE: '1' })
      const options = {
        binary: browser,
        args: [
          '--automation',
          '--javascript-can-open-windows-automatically=true',
          ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
        ],
      }
      const session = await new Builder()
        .usingServer(program.url)
        .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
        .build()
      const end = async () => {
        ends.delete(end)
        await session.quit()
        await program.stop()
      }
      ends.add(end)
      await session.manage().setTimeouts({ pageLoad: stepTimeout, script: stepTimeout })
      if (size.width < narrowest) await openNarrow(session, size)
      await resize(session, size)
      const tab = createTab(createSwitch(session), await session.getWindowHandle(), [])
      return { ...tab, close: end }
    },
    copy(text) {
      return new Promise((resolve, reject) => {
        // It gives the text to who pastes, in the background, until the display ends.
        const program = spawn(clipboard, ['-selection', 'clipboard', '-display', display.name], {
          stdio: ['pipe', 'ignore', 'ignore'],
        })
        program.once('error', reject)
        program.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${clipboard} ended with ${code}`))))
        program.stdin.end(text)
      })
    },
    async close() {
      for (const end of ends) await end()
      await display.stop()
    },
  }
}

/** Does one thing at a time in one window: a session has one current window and one current frame. */
type Switch = <Result>(window: string | undefined, work: (session: WebDriver) => Promise<Result>) => Promise<Result>

function createSwitch(session: WebDriver): Switch {
  let last: Promise<unknown> = Promise.resolve()
  return (window, work) => {
    const next = last.then(async () => {
      if (window !== undefined) await session.switchTo().window(window)
      return work(session)
    })
    last = next.catch(() => {})
    return next
  }
}

function createTab(within: Switch, window: string, problems: string[]): Tab {
  const input = (work: (session: WebDriver) => Promise<void>) => within(window, work)
  /** WebDriver gives keys to the document that it was led to, wherever the focus is: so it is led to where that is. */
  const type = (work: (session: WebDriver) => Promise<void>) =>
    input(async (session) => {
      const script = 'return document.activeElement?.localName === "iframe" ? document.activeElement : null'
      const frame = await session.executeScript<WebElement | null>(script)
      if (frame) await session.switchTo().frame(frame)
      await work(session)
    })
  return {
    problems,
    goto: (url) => input((session) => session.get(url)),
    reload: () => input((session) => session.navigate().refresh()),
    run: (work, given, frame) =>
      within(window, async (session) => {
        if (frame !== undefined) await session.switchTo().frame(await session.findElement(By.css(frame)))
        const script = `return [(${watchProblems})(), (${work})(${JSON.stringify(given)})]`
        const [noted, result] = await session.executeScript<[string[], Awaited<ReturnType<typeof work>>]>(script)
        problems.push(...noted)
        return result
      }),
    point: (x, y) =>
      input((session) =>
        session.actions({ async: true }).move({ x, y, duration: 0, origin: Origin.VIEWPORT }).perform(),
      ),
    click: (x, y) =>
      input((session) =>
        session.actions({ async: true }).move({ x, y, duration: 0, origin: Origin.VIEWPORT }).click().perform(),
      ),
    press(key) {
      const { modifier, name } = splitKey(key)
      const value = keys[name] ?? name
      return type((session) => {
        const actions = session.actions({ async: true })
        if (modifier === undefined) return actions.keyDown(value).keyUp(value).perform()
        const held = keys[modifier] ?? modifier
        return actions.keyDown(held).keyDown(value).keyUp(value).keyUp(held).perform()
      })
    },
    type: (text) => type((session) => session.actions({ async: true }).sendKeys(text).perform()),
    async opened(work) {
      const handles = () => within(undefined, (session) => session.getAllWindowHandles())
      const before = await handles()
      await work()
      for (const start = Date.now(); Date.now() - start < stepTimeout; ) {
        const added = (await handles()).find((handle) => !before.includes(handle))
        if (added !== undefined) return createTab(within, added, problems)
      }
      throw new Error('No window was opened')
    },
    // Each has a browser of its own.
    toFront: async () => {},
    picture: () => within(window, async (session) => Buffer.from(await session.takeScreenshot(), 'base64')),
    close: () => within(window, (session) => session.close()),
    isClosed: () => within(undefined, async (session) => !(await session.getAllWindowHandles()).includes(window)),
  }
}

/** Goes over to a window without bars: one with bars does not become as narrow as a phone. */
async function openNarrow(session: WebDriver, { width, height }: Size): Promise<void> {
  const [first] = await session.getAllWindowHandles()
  await session.executeScript(`window.open('about:blank', 'narrow', 'popup,width=${width},height=${height}')`)
  const handles = async () => (await session.getAllWindowHandles()).find((handle) => handle !== first)
  const opened = await session.wait(handles, stepTimeout)
  if (opened) await session.switchTo().window(opened)
}

/** Makes the inside of the window as large as wanted: what is set counts the frame of the window. */
async function resize(session: WebDriver, size: Size): Promise<void> {
  let [width, height] = [size.width, size.height]
  for (let attempt = 0; attempt < 50; attempt++) {
    await session.manage().window().setRect({ width, height })
    const inner = await session.executeScript<[number, number]>('return [innerWidth, innerHeight]')
    if (inner[0] === size.width && inner[1] === size.height) return
    width += size.width - inner[0]
    height += size.height - inner[1]
  }
  throw new Error(`The window does not become ${size.width} × ${size.height}`)
}
