// What a visitor does in each of the apps, and what must be true then.
import { wallet } from './openBrowser.mjs'

/** Throws with a sentence when something is not so. */
export function must(condition, sentence) {
  if (!condition) throw new Error(sentence)
}

/** Connects the wallet of this browser through our modal. */
export async function connectByModal(page) {
  await page.locator('.lk-connect-button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: wallet.name }).click()
  await page.locator('.lk-account-button').waitFor()
}

/** Connects on a page as a new visitor, and hears no complaint of it. */
export async function connectOn(browser, url) {
  const visit = await browser.visit(url)
  try {
    await connectByModal(visit.page)
    await waitForAccountButton(visit.page)
    mustBeQuiet(visit, 'from load to connection')
  } finally {
    await visit.close()
  }
}

/** Waits until an element holds a text. */
export async function waitForText(page, selector, text) {
  try {
    await page.waitForFunction(
      ([selector, text]) => document.querySelector(selector)?.textContent?.includes(text),
      [selector, text],
      { timeout: 60_000 },
    )
  } catch {
    throw new Error(`${selector} should hold "${text}" and holds "${await page.locator(selector).textContent()}"`)
  }
}

/** Waits until our own button shows the account, shortened. */
export async function waitForAccountButton(page) {
  await waitForText(page, '.lk-account-button', wallet.address.slice(-4))
}

/** Throws when the page said an error or a warning. */
export function mustBeQuiet({ problems }, when) {
  must(problems.length === 0, `${when}, the page said:\n  ${problems.join('\n  ')}`)
}
