import type { Locator, Page } from 'playwright-core'

/** Ways in which the test wallet misbehaves: see `apps/devnet/src/wallets/switches.ts`. */
export type WalletSwitches = {
  readonly reject?: boolean
  readonly neverAnswer?: boolean
  readonly wrongChain?: boolean
  readonly unknownChain?: boolean
  readonly disconnected?: boolean
  readonly slow?: number
  readonly nonsense?: boolean
  readonly pending?: boolean
  readonly autoApprove?: boolean
}

type Handle = {
  latchkeyTestWallet: {
    accounts: readonly string[]
    chainId: number
    permitted: boolean
    requests: readonly { method: string; params: unknown }[]
    set(switches: WalletSwitches): void
    revoke(): void
    selectAccount(index: number): void
    selectChain(chainId: number): void
  }
}

/** The test wallet: its own window, and its handles. */
export type TestWallet = {
  readonly name: string
  readonly window: Locator
  readonly approveButton: Locator
  readonly rejectButton: Locator
  approve(): Promise<void>
  reject(): Promise<void>
  set(switches: WalletSwitches): Promise<void>
  /** What a person does in the wallet, without the page. */
  revoke(): Promise<void>
  selectAccount(index: number): Promise<void>
  selectChain(chainId: number): Promise<void>
  /** The addresses that it holds. */
  accounts(): Promise<readonly string[]>
  chainId(): Promise<number>
  /** The methods that it was asked, oldest first. */
  asked(): Promise<readonly string[]>
}

/** Finds the test wallet of a page. */
export function createTestWallet(page: Page): TestWallet {
  const window = page.getByTestId('test-wallet')
  const approveButton = page.getByTestId('test-wallet-approve')
  const rejectButton = page.getByTestId('test-wallet-reject')
  const ready = () => page.waitForFunction(() => 'latchkeyTestWallet' in globalThis)
  const press = async (button: Locator) => {
    await button.click()
    await window.waitFor({ state: 'hidden' })
  }
  return {
    name: 'Latchkey Test Wallet',
    window,
    approveButton,
    rejectButton,
    approve: () => press(approveButton),
    reject: () => press(rejectButton),
    async set(switches) {
      await ready()
      await page.evaluate((given) => (globalThis as unknown as Handle).latchkeyTestWallet.set(given), switches)
    },
    async revoke() {
      await page.evaluate(() => (globalThis as unknown as Handle).latchkeyTestWallet.revoke())
    },
    async selectAccount(index) {
      await ready()
      await page.evaluate((given) => (globalThis as unknown as Handle).latchkeyTestWallet.selectAccount(given), index)
    },
    async selectChain(chainId) {
      await ready()
      await page.evaluate((given) => (globalThis as unknown as Handle).latchkeyTestWallet.selectChain(given), chainId)
    },
    async accounts() {
      await ready()
      return page.evaluate(() => [...(globalThis as unknown as Handle).latchkeyTestWallet.accounts])
    },
    async chainId() {
      await ready()
      return page.evaluate(() => (globalThis as unknown as Handle).latchkeyTestWallet.chainId)
    },
    async asked() {
      await ready()
      return page.evaluate(() => (globalThis as unknown as Handle).latchkeyTestWallet.requests.map((r) => r.method))
    },
  }
}
