/** How a page stands to the other tabs of its site. */
export type Tabs = {
  /** What is changed now was done in another tab, which has told the wallet and kept it: neither is done again here. */
  isFollowing?: boolean
  /** Takes in what another tab has kept meanwhile, before something is changed and kept here. */
  catchUp?: () => void
  /** Looks again whether there is a sign-in: another tab has kept or ended one. */
  lookForSignIn?: () => void
  /** By the key under which something stands in the storage alone: tells those who watch it to look again. */
  readonly kept: Map<string, () => void>
}
