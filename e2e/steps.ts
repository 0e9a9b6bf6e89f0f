import type { Visit } from './browser.js'

/** Connects the test wallet as a visitor with a mouse does, and closes the account that the modal then shows. */
export async function connect(visit: Visit, options: { keepOpen?: boolean } = {}): Promise<void> {
  const { home, modal, wallet } = visit
  await home.connectButton.click()
  await modal.button(wallet.name).click()
  await wallet.approve()
  await modal.button('Disconnect').waitFor()
  if (options.keepOpen) return
  await modal.closeButton.click()
  await modal.isGone()
}

/** The same in the small app. */
export async function connectApp(visit: Visit): Promise<void> {
  const { page, modal, wallet } = visit
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.button(wallet.name).click()
  await wallet.approve()
  await modal.button('Disconnect').waitFor()
  await modal.closeButton.click()
  await modal.isGone()
}
