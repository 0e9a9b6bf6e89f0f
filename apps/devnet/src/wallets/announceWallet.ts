import type { TestProvider, WalletInfo } from './testWallet.js'

/**
 * Announces a provider to a page, now and whenever the page asks.
 *
 * @returns The way to stop announcing.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function announceWallet(target: EventTarget, info: WalletInfo, provider: TestProvider): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () => {
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}
