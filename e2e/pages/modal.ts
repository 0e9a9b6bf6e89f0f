import type { Locator, Page } from 'playwright-core'

/** The modal, whichever view it shows. */
export type Modal = {
  readonly dialog: Locator
  /** The modal at the view with this title. */
  titled(title: string | RegExp): Locator
  button(name: string | RegExp): Locator
  readonly closeButton: Locator
  readonly backButton: Locator
  tab(name: 'Tokens' | 'NFTs' | 'Activity'): Locator
  readonly panel: Locator
  /** The line of a token in the account. */
  token(name: string | RegExp): Locator
  /** Waits for words that stand only for a moment, in the modal or in a toast; begun before what brings them. */
  glimpses(words: string): Promise<void>
  /** Waits until a view has come to rest. */
  shows(title: string | RegExp): Promise<void>
  isGone(): Promise<void>
  /** Closes it. A card grows as its data arrives, and a press from under which the button moves is made again. */
  close(): Promise<void>
}

/** Finds the parts of the modal by role and name. */
export function createModal(page: Page): Modal {
  const dialog = page.locator('dialog[aria-modal="true"][data-view]')
  const titled = (title: string | RegExp) => dialog.and(page.getByRole('dialog', { name: title, exact: true }))
  const panel = dialog.getByRole('tabpanel')
  const closeButton = dialog.getByRole('button', { name: 'Close', exact: true })
  const isGone = (options = {}) => dialog.waitFor({ state: 'hidden', ...options })
  return {
    dialog,
    titled,
    panel,
    button: (name) => dialog.getByRole('button', { name, exact: typeof name === 'string' }),
    closeButton,
    backButton: dialog.getByRole('button', { name: 'Back', exact: true }),
    tab: (name) => dialog.getByRole('tab', { name, exact: true }),
    token: (name) => panel.getByRole('listitem').filter({ hasText: name }),
    async glimpses(words) {
      // From within the page, at each frame: who asks from outside may come when they are gone again.
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLElement>('dialog[data-view][open], [popover]:popover-open')].some((shown) =>
            shown.innerText.includes(wanted),
          ),
        words,
      )
    },
    shows: (title) => titled(title).waitFor(),
    isGone: () => isGone(),
    async close() {
      const timeout = 3_000
      for (let press = 0; press < 5; press++) {
        await closeButton.click({ timeout }).catch(() => undefined)
        const closed = await isGone({ timeout }).then(
          () => true,
          () => false,
        )
        if (closed) return
      }
      await isGone()
    },
  }
}
