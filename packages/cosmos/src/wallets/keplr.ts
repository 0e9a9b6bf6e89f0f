/** A wallet of Keplr's interface; nothing of what it answers is checked. @see https://docs.keplr.app/api */
export type Keplr = {
  /** What it says of itself; none of the well-known wallets does, those are known by their place. */
  readonly name?: unknown
  readonly icon?: unknown
  enable(chainIds: string | readonly string[]): Promise<unknown>
  disable?(chainIds?: readonly string[]): Promise<unknown>
  getKey(chainId: string): Promise<unknown>
  signAmino?(chainId: string, signer: string, signDoc: unknown, options?: unknown): Promise<unknown>
  signDirect?(chainId: string, signer: string, signDoc: unknown, options?: unknown): Promise<unknown>
  signArbitrary?(chainId: string, signer: string, data: string | Uint8Array): Promise<unknown>
  experimentalSuggestChain?(chainInfo: unknown): Promise<unknown>
}

/** Where wallets of this interface put themselves, what they are called, and the event by which they tell of another account. */
export const keplrPlaces: readonly { readonly path: string; readonly name: string; readonly event: string }[] = [
  { path: 'keplr', name: 'Keplr', event: 'keplr_keystorechange' },
  { path: 'leap', name: 'Leap', event: 'leap_keystorechange' },
  { path: 'cosmostation.providers.keplr', name: 'Cosmostation', event: 'cosmostation_keystorechange' },
  { path: 'okxwallet.keplr', name: 'OKX Wallet', event: 'okx_keystorechange' },
  { path: 'xfi.keplr', name: 'Ctrl Wallet', event: 'keplr_keystorechange' },
]

/** What is known of a chain besides what the app's chain says, for wallets that do not know it yet. */
export type CosmosChainInfo = {
  /** What addresses begin with. Default: `cosmos`. */
  readonly bech32Prefix?: string
  /** The smallest unit's name. Default: `u` and the symbol in lower case. */
  readonly denom?: string
  /** Address of a node's Tendermint RPC. Default: the chain's own URL. */
  readonly rpc?: string
  /** The coin's number in derivation paths. Default: 118. */
  readonly coinType?: number
  /** Gas prices in the smallest unit. Default: 0.01, 0.025, 0.04. */
  readonly gasPriceStep?: { readonly low: number; readonly average: number; readonly high: number }
}
