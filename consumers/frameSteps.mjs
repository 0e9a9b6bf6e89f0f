// What a person does in the frame of the embedded wallet.
import { setTimeout as pause } from 'node:timers/promises'
import { must } from './steps.mjs'

/** Approves in a window of the wallet: the app's site is not among the trusted ones, as those of an operator's customers are not. */
export async function approveInWindow(page, frame, words) {
  const more = frame.getByRole('button', { name: 'Continue in a window' })
  const window = await pressForWindow(page, more)
  await window.getByText(words).first().waitFor()
  const button = window.locator('.lf-approve[data-state="armed"]')
  // The first press brings the pointer in and does not count.
  for (let attempt = 0; attempt < 10 && !window.isClosed(); attempt++)
    await button.click({ timeout: 5_000 }).catch(() => {})
  must(window.isClosed(), 'the window of the wallet stayed open')
}

// Chromium drops a press on a frame that has just moved, and a card slides in.
async function pressForWindow(page, button) {
  let opened
  page.once('popup', (window) => {
    opened = window
  })
  for (let attempt = 0; attempt < 10 && !opened; attempt++) {
    await button.click({ timeout: 5_000 }).catch(() => {})
    for (let look = 0; look < 20 && !opened; look++) await pause(100)
  }
  must(opened, 'no window of the wallet was opened')
  return opened
}
