import type { Address, Hex } from 'viem'
import type { ApprovalRequest } from '../approvalRequest.js'
import type { FamilyWallet } from '../family/familyWallet.js'
import type { Switches } from '../switches.js'
import type { WalletChain } from '../walletChain.js'

/** The metadata of a wallet. @see https://eips.ethereum.org/EIPS/eip-6963 */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** The provider of the test wallet. @see https://eips.ethereum.org/EIPS/eip-1193 */
export type TestProvider = {
  request(request: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on(event: string, listener: (...args: never[]) => void): TestProvider
  removeListener(event: string, listener: (...args: never[]) => void): TestProvider
  isConnected(): boolean
}

/** The part of a wallet that serves another family than EVM, under the same name. */
export type Companion = FamilyWallet & {
  readonly accounts: readonly unknown[]
  /** Announces itself to pages as its family does; returns the way to stop. */
  announce(options?: { target?: EventTarget }): () => void
}

/** The parts of a wallet for other families, by their namespaces. */
export type Companions = { readonly [namespace in 'solana' | 'bip122' | 'polkadot' | 'cosmos']?: Companion }

/** How to make a test wallet. */
export type TestWalletOptions = {
  /** The networks it knows; the first is the one it begins on. */
  chains: readonly WalletChain[]
  /** The key of its first account. Default: account 1 of the local chains. */
  privateKey?: Hex
  /** How many accounts it has, 1 to 9. Default: 2. */
  accounts?: number
  /** Overrides what it says of itself. */
  info?: Partial<WalletInfo>
  /** Asks the person; without it everything is approved. The signal aborts when the answer no longer matters. */
  approve?: (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>
  /** Keeps permission, account and network between visits. Default: memory. */
  storage?: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The site that asks. Default: the page's origin. */
  origin?: string
  /** The switches to begin with. */
  switches?: Partial<Switches>
  /** Its parts for other families: switches thrown here are thrown there too, and so with `announce`, `revoke` and accounts. */
  families?: Companions
}

/** A wallet over local keys that keeps to the standards until one of its switches is thrown. */
export type TestWallet = {
  provider: TestProvider
  info: WalletInfo
  /** The addresses it holds; the selected one is `accounts[selected]`. */
  accounts: readonly Address[]
  readonly selected: number
  readonly chainId: number
  /** Whether the site may see the accounts. */
  readonly permitted: boolean
  readonly switches: Switches
  /** Its parts for other families. */
  readonly families: Companions
  set(switches: Partial<Switches>): void
  /** Announces the wallet by EIP-6963 now and whenever a page asks, its parts as their families do; returns the way to stop. */
  announce(target?: EventTarget): () => void
  /** Disconnects the site in the wallet. */
  revoke(): void
  /** Selects another account in the wallet. */
  selectAccount(index: number): void
  /** Selects another network in the wallet. */
  selectChain(chainId: number): void
  /** The last 1,000 requests, oldest first. */
  requests: readonly { method: string; params: unknown }[]
}
