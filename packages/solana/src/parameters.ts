import type { SolanaSendOptions } from './solanaProvider.js'

/** The parameters of `solana`: how nodes check and send what a wallet signed, and whether the page is searched for wallets. */
export type SolanaParameters = SolanaSendOptions & {
  /** False: the page is not searched for wallets. Default true. */
  readonly wallets?: boolean
  /** Where wallets register themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
}
