import type { Visit } from './browser.js'

/** Connects the test wallet as a visitor with a mouse does, and closes the account that the modal then shows. */
export async function connect(visit: Visit, options: { keepOpen?: boolean } = {}): Promise<void> {
  const { home, modal, wallet } = visit
  await home.connectButton.click()
  await modal.button(wallet.name).click()
  await wallet.approve()
  await modal.button('Disconnect').waitFor()
  if (!options.keepOpen) await modal.close()
}

/** The same in the small app. */
export async function connectApp(visit: Visit): Promise<void> {
  const { page, modal, wallet } = visit
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.button(wallet.name).click()
  await wallet.approve()
  await modal.button('Disconnect').waitFor()
  await modal.close()
}

/** Types an address into the open modal and goes on. */
export async function enterEmail(visit: Visit, email: string): Promise<void> {
  await visit.modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await visit.modal.button('Continue').click()
}

async function readAddress({ home }: Visit): Promise<string> {
  const known = home.address.filter({ hasNotText: /^none$/ })
  return (await known.textContent()) ?? ''
}

/** Signs in by e-mail with a code out of the inbox; the account is left open. */
export async function signIn(visit: Visit, email: string): Promise<string> {
  const { home, modal, frame, inbox } = visit
  await home.connectButton.click()
  await enterEmail(visit, email)
  await frame.shows('Enter your code')
  await frame.typeCode(await inbox.code(email))
  await modal.button('Disconnect').waitFor()
  return readAddress(visit)
}

/** Another browser of the same person: the link first, then the code. */
export async function signInElsewhere(visit: Visit, email: string): Promise<string> {
  const { home, modal, frame, inbox, context } = visit
  await home.connectButton.click()
  await enterEmail(visit, email)
  await modal.shows('Confirm this device')
  const number = await modal.dialog.locator('.lk-match [aria-hidden]').textContent()
  const link = await context.newPage()
  await link.goto(await inbox.link(email))
  if ((await link.locator('.number').textContent()) !== number) throw new Error('The two numbers differ')
  await link.getByRole('button', { name: 'Yes, this is my browser' }).click()
  await link.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await link.close()
  await frame.shows('Enter your code')
  await frame.typeCode(await inbox.code(email))
  await modal.button('Disconnect').waitFor()
  return readAddress(visit)
}
