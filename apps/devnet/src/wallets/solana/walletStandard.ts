/** An account as the Wallet Standard shows it. @see https://github.com/wallet-standard/wallet-standard */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
  readonly label: string
}

/** A wallet as the Wallet Standard shows it to pages. */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly chains: readonly `${string}:${string}`[]
  readonly features: { readonly [feature: `${string}:${string}`]: unknown }
  readonly accounts: readonly StandardAccount[]
}

/** The page's API for wallets that register. */
type PageApi = { register(...wallets: StandardWallet[]): () => void }

/**
 * Announces a wallet to a page, whichever of the two was there first.
 *
 * @param target - The page.
 * @param wallet - The wallet.
 * @returns The way to leave the page again.
 */
export function registerWallet(target: EventTarget, wallet: StandardWallet): () => void {
  const leaves = new Set<() => void>()
  const register = (api: PageApi) => {
    leaves.add(api.register(wallet))
  }
  const onAppReady = (event: Event) => register((event as CustomEvent<PageApi>).detail)
  target.addEventListener('wallet-standard:app-ready', onAppReady)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', onAppReady)
    for (const leave of leaves) leave()
  }
}
