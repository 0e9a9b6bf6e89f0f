import type { FrameLocator, Locator, Page } from 'playwright-core'
import { approveInWindow } from './approveInWindow.js'

/** The embedded wallet's frame, as its user uses it. */
export type WalletFrame = {
  readonly element: Locator
  readonly inside: FrameLocator
  readonly screen: Locator
  titled(title: string | RegExp): Locator
  /** Waits until the frame asks this. */
  shows(title: string | RegExp): Promise<void>
  /** Types a code where the focus was put. */
  typeCode(code: string): Promise<void>
  /** What is said under the boxes of the code. */
  readonly note: Locator
  /** The button that approves; it is inert until it may have been read. */
  readonly approveButton: Locator
  /** The button that leads to a window, on a site that is not trusted. */
  readonly windowButton: Locator
  /** Waits until the frame asks for an approval, wherever it is given. */
  asks(): Promise<void>
  /** Approves in the frame, or in the window that it leads to. */
  approve(): Promise<void>
  reject(): Promise<void>
  button(name: string | RegExp): Locator
  isHidden(): Promise<void>
}

/** Finds the parts of the frame by role and name. */
export function createWalletFrame(page: Page): WalletFrame {
  const element = page.locator('iframe#w3m-iframe')
  const inside = page.frameLocator('iframe#w3m-iframe')
  const screen = inside.getByRole('main')
  const titled = (title: string | RegExp) => inside.getByRole('heading', { level: 1, name: title })
  const approveButton = inside.locator('.lf-approve')
  const button = (name: string | RegExp) => inside.getByRole('button', { name, exact: typeof name === 'string' })
  const windowButton = button('Continue in a window')
  const asks = () => approveButton.or(windowButton).first().waitFor()
  return {
    element,
    inside,
    screen,
    titled,
    button,
    approveButton,
    note: inside.locator('#lf-code-note'),
    shows: (title) => titled(title).waitFor(),
    async typeCode(code) {
      const [first, ...rest] = [1, 2, 3, 4, 5, 6].map((at) => inside.getByRole('textbox', { name: `Digit ${at} of 6` }))
      await first?.waitFor()
      await first?.focus()
      await rest.at(-1)?.waitFor()
      await page.keyboard.type(code)
    },
    windowButton,
    asks,
    async approve() {
      await asks()
      if (await windowButton.isVisible()) {
        const [window] = await Promise.all([page.waitForEvent('popup'), windowButton.click()])
        return approveInWindow(window)
      }
      // What does not fit has to be read to its end.
      await inside.locator('.lf-end').scrollIntoViewIfNeeded()
      await approveButton.hover()
      await settled(approveButton)
      await inside.locator('.lf-approve[data-state="armed"]').waitFor()
      await approveButton.click()
    },
    reject: () => button('Reject').click(),
    isHidden: () => element.waitFor({ state: 'hidden' }),
  }
}

/** Waits for the second frame: by then a button says that a pointer which has just come in is not believed for a moment. */
export async function settled(button: Locator): Promise<void> {
  await button.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
