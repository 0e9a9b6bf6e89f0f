/** A provider of the convention: answers are JSON-RPC 2.0, or wrapped with a status. @see https://docs.xverse.app/sats-connect */
export type SatsProvider = {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?: (event: string, listener: (told: unknown) => void) => unknown
}

/** Asks a provider and gives its result, or throws its error with the meaning that the convention has for the number. */
export type SatsAsk = (method: string, params?: unknown) => Promise<unknown>

/** A provider of Unisat's shape; of everything but the accounts there are wallets that lack it. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
export type UnisatProvider = {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getPublicKey?(): Promise<unknown>
  getChain?(): Promise<unknown>
  getNetwork?(): Promise<unknown>
  switchChain?(chain: string): Promise<unknown>
  switchNetwork?(network: string): Promise<unknown>
  signMessage(message: string, type?: string): Promise<unknown>
  signPsbt(psbt: string, options?: unknown): Promise<unknown>
  pushPsbt?(psbt: string): Promise<unknown>
  sendBitcoin?(to: string, amount: number): Promise<unknown>
  disconnect?(): Promise<unknown>
  on?(event: string, listener: (told: unknown) => void): unknown
  removeListener?(event: string, listener: (told: unknown) => void): unknown
}
