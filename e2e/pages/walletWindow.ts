import type { Locator, Page } from 'playwright-core'
import type { Visit } from '../browser.js'

/** Opens a window of the wallet from the security screen of its frame; the account is open. */
export async function openWalletWindow(site: Visit, button: RegExp): Promise<Page> {
  const { modal, frame, context } = site
  await modal.button(/^Account settings/).click()
  await modal.button('Security and recovery').click()
  await frame.shows('Security')
  const [window] = await Promise.all([context.waitForEvent('page'), frame.button(button).click()])
  return window
}

/** Opens the window that the frame's screen leads to. */
export async function openOwnWindow({ context, frame }: Visit, button: string): Promise<Page> {
  const [window] = await Promise.all([context.waitForEvent('page'), frame.button(button).click()])
  await window.waitForLoadState()
  return window
}

/** Types both codes of a change of address into the window for it, which then closes by itself. */
export async function changeInWindow(
  window: Page,
  { inbox }: Pick<Visit, 'inbox'>,
  [before, after]: readonly [string, string],
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<void> {
  await press(window.getByRole('button', { name: 'Send the first code' }))
  await typeCode(window, 'Confirm your current e-mail', await inbox.code(before))
  const gone = window.waitForEvent('close')
  await typeCode(window, 'Confirm your new e-mail', await inbox.code(after))
  await gone
}

async function typeCode(window: Page, title: string, code: string): Promise<void> {
  await window.getByRole('heading', { name: title }).waitFor()
  await window.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
  await window.keyboard.type(code)
}

/** Reads a new recovery code off the page and types two groups of it, as its owner does. */
export async function takeCode(
  window: Page,
  button: RegExp,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<string> {
  await press(window.getByRole('button', { name: button }))
  const list = window.getByRole('list', { name: 'Your recovery code' })
  await list.waitFor()
  const groups = await list.locator('code').allTextContents()
  if (groups.length !== 7) throw new Error(`The recovery code has ${groups.length} groups`)
  await press(window.getByRole('button', { name: 'I have written it down' }))
  const fields = window.getByRole('textbox', { name: /^Group/ })
  await fields.first().waitFor()
  for (const field of await fields.all()) {
    const at = Number(/\d/.exec((await field.locator('..').textContent()) ?? '')?.[0])
    await field.fill((groups[at - 1] ?? '').toLowerCase())
  }
  await press(window.getByRole('button', { name: 'Use this code' }))
  return groups.join('-')
}

/** The 24 words, as their owner reads them in the wallet's own window. */
export async function readWords(window: Page, { inbox }: Pick<Visit, 'inbox'>, email: string): Promise<string> {
  await window.getByText(email).waitFor()
  await window.getByRole('checkbox', { name: /I understand/ }).check()
  await window.getByRole('button', { name: 'Show recovery phrase' }).click()
  const shown = window.getByRole('heading', { name: 'Your recovery phrase' })
  const asked = window.getByRole('textbox', { name: 'Digit 1 of 6' })
  // A person who has just typed a code is not asked for another.
  await shown.or(asked).waitFor()
  if (await asked.isVisible()) {
    await asked.focus()
    await window.keyboard.type(await inbox.code(email))
  }
  await shown.waitFor()
  const words = await readGroups(window, 'Your recovery phrase')
  return words.map((text) => text.replace(/[\d\s]/g, '')).join(' ')
}

/** An imported private key, where the words are shown already. */
export async function readKey(window: Page, heading: string | RegExp): Promise<string> {
  return (await readGroups(window, heading)).join('')
}

async function readGroups(window: Page, heading: string | RegExp): Promise<string[]> {
  const shown: string[] = []
  const part = window.locator('section', { has: window.getByRole('heading', { name: heading }) })
  for (const group of await part.locator('.lp-hold').all()) {
    await group.hover()
    await window.mouse.down()
    await group.locator('.lp-word').first().waitFor()
    shown.push(...(await group.locator('.lp-word').allTextContents()))
    await window.mouse.up()
  }
  return shown
}
