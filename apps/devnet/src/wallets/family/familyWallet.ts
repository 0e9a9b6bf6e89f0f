import type { ApprovalRequest, FamilyWalletChain } from '../approvalRequest.js'
import type { Switches } from '../switches.js'

/** How to make a test wallet of another family than EVM. */
export type FamilyWalletOptions = {
  /** The network it is on; `url` is where it reads and sends. */
  chain: FamilyWalletChain
  /** How many accounts it has, 1 to 9. Default: 2. */
  accounts?: number
  /** Overrides what it says of itself. */
  info?: Partial<FamilyWalletInfo>
  /** Asks the person; without it everything is approved. The signal aborts when the answer no longer matters. */
  approve?: (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>
  /** Keeps permission and account between visits. Default: memory. */
  storage?: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The site that asks. Default: the page's origin. */
  origin?: string
  /** The switches to begin with. */
  switches?: Partial<Switches>
}

/** The metadata of a wallet. */
export type FamilyWalletInfo = { readonly name: string; readonly icon: `data:image/${string}` }

/** The common part of test wallets. */
export type FamilyWallet = {
  readonly info: FamilyWalletInfo
  /** The number of the account that is selected. */
  readonly selected: number
  /** Whether the site may see the accounts. */
  readonly permitted: boolean
  readonly switches: Switches
  set(switches: Partial<Switches>): void
  /** Disconnects the site in the wallet. */
  revoke(): void
  /** Selects another account in the wallet. */
  selectAccount(index: number): void
  /** The last 1,000 requests, oldest first. */
  readonly requests: readonly { method: string; params: unknown }[]
}
