/** The parameters of `polkadot`. */
export type PolkadotParameters = {
  /** False: the page is not searched for extensions. Default true. */
  readonly wallets?: boolean
  /** Where extensions put themselves. Default: the page's window; nothing is found without one. */
  readonly target?: Window
}
