import type { SwapToken } from '@latchkey/core'
import type { Locator, Page } from 'playwright-core'

/** A sign-in as the app's own code reads it. */
export type AppSignIn = {
  readonly data: { readonly accountAddress: string; readonly chainId: string; readonly domain: string }
  readonly message: string
  readonly signature: string
  readonly publicKey?: string
}

type Handle = {
  app: {
    modal: { open(route?: { view: string }): void; close(): boolean; back(): void }
    switchChain(chainId: string): Promise<unknown>
    switchConnection(connectorId: string): Promise<unknown>
    getPrices(addresses: readonly string[]): Promise<readonly unknown[]>
    getSwapTokens(account: string): Promise<readonly SwapToken[]>
    getSignInSession(): AppSignIn | undefined
    request(namespace: string, method: string, params: unknown): Promise<unknown>
  }
}

/** The small app, driven as its own code would. */
export type App = {
  readonly address: Locator
  /** The view of the modal as the app is told; `none` while closed. */
  readonly view: Locator
  open(view?: string): Promise<void>
  close(): Promise<boolean>
  back(): Promise<void>
  /** Switches the network by the app's own code: `done`, or the code of the error. */
  switchChain(chainId: string): Promise<string>
  /** Uses another wallet by the app's own code. */
  switchConnection(connectorId: string): Promise<void>
  /** The sign-in of the active account. */
  getSignInSession(): Promise<AppSignIn | undefined>
  /** Asks the connected wallet itself, through its provider of a family; rejects with the message of a refusal. */
  request(namespace: 'eip155' | 'solana', method: string, params: unknown): Promise<unknown>
  /** The tokens of a CAIP-10 account, as pickers take them. */
  getSwapTokens(account: string): Promise<readonly SwapToken[]>
  /** Asks for the prices of CAIP-10 tokens. */
  getPrices(addresses: readonly string[]): Promise<readonly unknown[]>
}

/** Takes hold of the small app. */
export function createApp(page: Page): App {
  const ready = () => page.waitForFunction(() => 'app' in globalThis)
  return {
    address: page.getByTestId('account'),
    view: page.getByTestId('view'),
    async open(view) {
      await ready()
      await page.evaluate((given) => {
        ;(globalThis as unknown as Handle).app.modal.open(given === undefined ? undefined : { view: given })
      }, view)
    },
    close: () => page.evaluate(() => (globalThis as unknown as Handle).app.modal.close()),
    back: () => page.evaluate(() => (globalThis as unknown as Handle).app.modal.back()),
    async switchChain(chainId) {
      await ready()
      return page.evaluate(
        (given) =>
          (globalThis as unknown as Handle).app.switchChain(given).then(
            () => 'done',
            (error: { code: string }) => error.code,
          ),
        chainId,
      )
    },
    switchConnection: (connectorId) =>
      page.evaluate(async (given) => {
        await (globalThis as unknown as Handle).app.switchConnection(given)
      }, connectorId),
    getSignInSession: () => page.evaluate(() => (globalThis as unknown as Handle).app.getSignInSession()),
    request: (...given) =>
      page.evaluate(
        ([namespace, method, params]) =>
          (globalThis as unknown as Handle).app.request(namespace as string, method as string, params),
        given,
      ),
    async getSwapTokens(account) {
      await ready()
      return page.evaluate((given) => (globalThis as unknown as Handle).app.getSwapTokens(given), account)
    },
    async getPrices(addresses) {
      await ready()
      return page.evaluate((given) => (globalThis as unknown as Handle).app.getPrices(given), addresses)
    },
  }
}
