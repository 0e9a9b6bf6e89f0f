import type { Page } from 'playwright-core'

/** Approves in a window of the wallet, which closes with it: often before the press is told to have been made. */
export async function approveInWindow(window: Page): Promise<void> {
  const approve = window.locator('.lf-approve')
  await window.locator('.lf-end').scrollIntoViewIfNeeded()
  // Where the stakes are high, a box is ticked first.
  const understood = window.getByRole('checkbox')
  if (await understood.isVisible()) await understood.check()
  await approve.hover()
  await window.locator('.lf-approve[data-state="armed"]').waitFor()
  const gone = window.waitForEvent('close', { timeout: 0 })
  await Promise.race([approve.click(), gone]).catch(async (error) => {
    if (!/has been closed/.test(String(error))) throw error
  })
  await gone
}
