/** How the wallet that stands in for ours behaves in its frame. */
export type WalletPageSettings = {
  /** It does not let the page in. */
  readonly refuses?: boolean
  /** Requests that it never answers. */
  readonly silent?: readonly string[]
  /** The chains, by number, on which it says that its account is a contract. */
  readonly smartAccountNetworks?: readonly number[]
}
