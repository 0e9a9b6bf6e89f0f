import { createApprovalWindow } from './approvalWindow.js'
import { type BrowserConfig, readBrowserConfig } from './browserConfig.js'
import { createCompanions } from './createCompanions.js'
import { createTestWallet } from './evm/createTestWallet.js'
import type { TestWallet } from './evm/testWallet.js'

/**
 * Puts the test wallet into the page, as an extension of several families would: announced by EIP-6963, by the Wallet
 * Standard and by the customs of the others, with one approval window, and at `window.latchkeyTestWallet` for tests and for the page's switches. A second script in one page changes nothing.
 *
 * @param fallback - The settings that hold unless the script's address or the page says otherwise.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when the settings cannot be read.
 */
export function startBrowserWallet(fallback: BrowserConfig): TestWallet {
  const page = window as { latchkeyTestWallet?: TestWallet }
  if (page.latchkeyTestWallet) return page.latchkeyTestWallet
  const script = document.currentScript
  const address = script instanceof HTMLScriptElement && script.src !== '' ? script.src : undefined
  const embedded = document.getElementById('latchkey-test-wallet')?.textContent
  const { chains, families = [], accounts, switches } = readBrowserConfig(address, embedded, fallback)
  const storage = pageStorage()
  const shared = {
    // One window for all families: what is asked waits in one line.
    approve: createApprovalWindow(),
    ...(accounts === undefined ? {} : { accounts }),
    ...(switches === undefined ? {} : { switches }),
    ...(storage === undefined ? {} : { storage }),
  }
  const wallet = createTestWallet({ ...shared, chains, families: createCompanions(families, shared) })
  page.latchkeyTestWallet = wallet
  wallet.announce()
  return wallet
}

function pageStorage(): globalThis.Storage | undefined {
  try {
    return localStorage
  } catch {
    // Denied by the browser: the wallet then forgets at the end of the page.
    return undefined
  }
}
