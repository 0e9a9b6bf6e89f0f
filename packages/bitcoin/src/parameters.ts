/** The parameters of `bitcoin`. */
export type BitcoinParameters = {
  /** False: the page is not searched for wallets. Default true. */
  readonly wallets?: boolean
  /** Where wallets put themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
}
