import type { WalletDeps } from '../walletDeps.js'
import { openEmail } from './emailIndex.js'

/** An address as its row holds it. */
export type SealedAddress = { index: string; sealed: string }

/**
 * Decrypts the addresses of rows for work that goes on without those that the keys do not open: one such row must not keep
 * everybody else's from being done.
 *
 * @param context - What addresses are kept with, and the log.
 * @param found - The addresses as they are kept.
 * @returns Those that could be opened; an account that signed in with a social account may have an empty one.
 */
export function openAddresses(
  { box, log }: Pick<WalletDeps, 'box' | 'log'>,
  found: readonly SealedAddress[],
): { index: string; email: string }[] {
  return found.flatMap(({ index, sealed }) => {
    try {
      return [{ index, email: openEmail(box, sealed, index) }]
    } catch {
      log.error('An e-mail address cannot be opened: see LATCHKEY_AUTH_KEYS')
      return []
    }
  })
}
