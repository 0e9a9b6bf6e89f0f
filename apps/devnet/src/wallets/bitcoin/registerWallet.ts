type Register = (wallet: unknown) => () => void

/**
 * Registers a wallet with every library on the page that looks for wallets, whichever of the two is there first.
 *
 * @returns The way to take it back.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function registerWallet(target: EventTarget, wallet: unknown): () => void {
  const taken: (() => void)[] = []
  const register = (api: { register: Register }) => {
    taken.push(api.register(wallet))
  }
  const ready = (event: Event) => register((event as CustomEvent<{ register: Register }>).detail)
  target.addEventListener('wallet-standard:app-ready', ready)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    target.removeEventListener('wallet-standard:app-ready', ready)
    for (const stop of taken) stop()
  }
}
