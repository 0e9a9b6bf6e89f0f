import type { Locator, Page } from 'playwright-core'

/** How somebody uses the page. */
export type Input = {
  press(what: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
}

/** Somebody with a mouse. */
export function mouse(page: Page): Input {
  return {
    press: (what) => what.click(),
    async type(field, text) {
      await field.click()
      await page.keyboard.type(text)
    },
  }
}

/** Somebody with a finger. */
export function finger(page: Page): Input {
  return {
    press: (what) => what.tap(),
    async type(field, text) {
      await field.tap()
      await page.keyboard.type(text)
    },
  }
}

/** Somebody with a keyboard and nothing else: everything is found by the Tab key. */
export function keyboard(page: Page): Input {
  return {
    async press(what) {
      await tabTo(page, what)
      await page.keyboard.press('Enter')
    },
    async type(field, text) {
      await tabTo(page, field)
      await page.keyboard.type(text)
    },
  }
}

/** Presses Tab until something has the focus; fails when a whole round went by without it. */
export async function tabTo(page: Page, what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await what.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(what)) return
    await page.keyboard.press(key)
  }
  throw new Error(`Nothing came to ${what} by the ${key} key`)
}

/** Whether something has the focus, inside of shadow roots too. */
export function isFocused(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot
    return root.activeElement === element
  })
}
