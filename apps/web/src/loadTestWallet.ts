import type { TestWallet } from './testWallet.js'

/** Loads the script that announces the test wallet; answers with nothing when it cannot be had. */
export function loadTestWallet(url: string): Promise<TestWallet | undefined> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve((window as { latchkeyTestWallet?: TestWallet }).latchkeyTestWallet))
    script.addEventListener('error', () => resolve(undefined))
    document.head.append(script)
  })
}
