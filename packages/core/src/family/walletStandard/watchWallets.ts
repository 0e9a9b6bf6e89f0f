/**
 * Listens to the wallets of a page that register themselves, and tells those that wait that an app is ready.
 *
 * @param target - The page.
 * @param registered - Called for each object that is registered, whatever it is; gives what to do when it is taken back.
 * @returns The way to stop.
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/DESIGN.md
 */
export function watchWallets(target: Window, registered: (wallet: unknown) => () => void): () => void {
  let isOver = false
  const api = Object.freeze({
    register(...wallets: readonly unknown[]) {
      const backs = isOver ? [] : wallets.map(registered)
      return () => {
        for (const back of backs.splice(0)) back()
      }
    },
  })
  const announced = (event: Event) => {
    try {
      ;(event as CustomEvent<(given: typeof api) => void>).detail(api)
    } catch {
      // A wallet that fails while it registers itself is no wallet, and keeps no other from it.
    }
  }
  target.addEventListener('wallet-standard:register-wallet', announced)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    isOver = true
    target.removeEventListener('wallet-standard:register-wallet', announced)
  }
}
