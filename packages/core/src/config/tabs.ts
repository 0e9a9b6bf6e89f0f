/** Synchronises a page with the other tabs of its site. */
export type Tabs = {
  /** The change comes from another tab, which has called the wallet and stored it: neither is repeated here. */
  isFollowing?: boolean
  /** Reads what other tabs have stored, before a change is stored here. */
  catchUp?: () => void
  /** Looks again whether there is a sign-in: another tab has kept or ended one. */
  lookForSignIn?: () => void
  /** By storage key: notifies the subscribers of entries that are in storage only. */
  readonly kept: Map<string, () => void>
}
