import type { ChainId } from '@latchkey/core'

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
  /** The contract that swaps on it; without one there are no swaps. */
  readonly swapRouter?: `0x${string}`
}

/** A local chain of another family than EVM as the page is told of it. */
export type PageFamily = {
  /** CAIP-2. */
  readonly caipNetworkId: ChainId
  readonly name: string
  /** Where to read: JSON-RPC, or the REST API of the family's nodes. */
  readonly url: string
  readonly wsUrl?: string
  readonly nativeCurrency: PageChain['nativeCurrency']
  readonly tokens: PageChain['tokens']
}

/** What the server of the page says about its surroundings. */
export type Settings = {
  /** The chains are local ones: nothing on them is worth anything. */
  readonly local: boolean
  /** A Latchkey server; without one the page reads from the networks' own nodes. */
  readonly apiUrl?: string
  /** Where the wallet for people without one is served; without it there is no sign-in by e-mail. */
  readonly frameUrl?: string
  /** The wallet's server takes social accounts, and the page may ask it which. */
  readonly socials?: boolean
  /** The relay that carries messages to wallets on other devices; without it there are none. */
  readonly relayUrl?: string
  /** The chains to offer; the public ones when empty. */
  readonly chains: readonly PageChain[]
  /** The local chains of other families; none on public networks. */
  readonly families: readonly PageFamily[]
  /** A script that announces a wallet over a local key. */
  readonly testWalletUrl?: string
  /** Where to ask for test funds on the local chains. */
  readonly faucetUrl?: string
  /** The page on which the mails of the local world arrive. */
  readonly inboxUrl?: string
}
