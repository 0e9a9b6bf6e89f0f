/** The switches that the page shows, by the names that the test wallet gives them. */
export type TestWalletSwitches = {
  readonly reject: boolean
  readonly neverAnswer: boolean
  readonly wrongChain: boolean
  readonly unknownChain: boolean
  readonly disconnected: boolean
  readonly slow: number
  readonly nonsense: boolean
  readonly pending: boolean
  readonly autoApprove: boolean
}

/** What the page uses of the test wallet that local chains come with. */
export type TestWallet = {
  readonly accounts: readonly string[]
  readonly selected: number
  readonly switches: TestWalletSwitches
  set(switches: Partial<TestWalletSwitches>): void
  selectAccount(index: number): void
  revoke(): void
}
