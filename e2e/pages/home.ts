import type { Locator, Page } from 'playwright-core'

/** The page itself: its head, and what the hooks say. */
export type Home = {
  /** The button of who is not connected. */
  readonly connectButton: Locator
  /** The button of who is. */
  readonly accountButton: Locator
  readonly networkButton: Locator
  /** The whole address, or `none`. */
  readonly address: Locator
  /** One of the facts of the read-out. */
  fact(name: 'Wallet' | 'Network' | 'Chain id' | 'Balance'): Locator
  readonly status: Locator
}

/** Finds the parts of the page by what a visitor would call them. */
export function createHome(page: Page): Home {
  const head = page.getByRole('banner')
  const readOut = page.getByRole('region', { name: 'Connection', exact: true })
  return {
    connectButton: head.getByRole('button', { name: 'Connect wallet' }),
    accountButton: head.getByRole('button', { name: /^Account / }),
    networkButton: head.getByRole('button', { name: /^Network: / }),
    address: page.locator('#acct'),
    fact: (name) => readOut.locator('dt', { hasText: name }).locator('+ dd'),
    status: readOut.getByRole('status').first(),
  }
}
