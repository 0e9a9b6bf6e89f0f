/** A local chain as the page is told of it. */
export type PageChain = {
  readonly chainId: number
  readonly name: string
  readonly url: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly tokens: readonly {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }[]
}

/** What whoever serves the page says about its surroundings. */
export type Settings = {
  /** The chains are local ones: nothing on them is worth anything. */
  readonly local: boolean
  /** A Latchkey server; without one the page reads from the networks' own nodes. */
  readonly apiUrl?: string
  /** The chains to offer; the public ones when empty. */
  readonly chains: readonly PageChain[]
  /** A script that announces a wallet over a local key. */
  readonly testWalletUrl?: string
  /** Where to ask for test funds on the local chains. */
  readonly faucetUrl?: string
}
