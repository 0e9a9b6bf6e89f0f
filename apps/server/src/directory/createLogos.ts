import { LatchkeyError } from '@latchkey/protocol/errors'
import { bundledWallets } from './bundledWallets.js'
import { walletImages } from './walletImages.generated.js'

/** A logo, with the hash that it is asked for by. */
export type Logo = { readonly svg: string; readonly sha256: string }

/** The logo of the wallet with this id; undefined where there is none, or where the operator wants none. */
export type Logos = (walletId: string) => Logo | undefined

/**
 * Finds the logos of the bundled wallets.
 *
 * @param removed - Names of wallets whose logo is not served, in any case; `*` for all.
 * @returns What tells the logo of a wallet.
 * @throws LatchkeyError INVALID_CONFIG for a name that has no logo here: it is misspelt, and the logo would stay.
 */
export function createLogos(removed: readonly string[] = []): Logos {
  const none = new Set(removed.map((name) => name.toLowerCase()))
  const known = new Set(['*', ...Object.keys(walletImages).map((name) => name.toLowerCase())])
  const unknown = removed.find((name) => !known.has(name.toLowerCase()))
  if (unknown !== undefined) {
    throw new LatchkeyError(
      'INVALID_CONFIG',
      `LATCHKEY_WALLET_LETTERS names '${unknown.slice(0, 100)}', which has no logo here`,
    )
  }
  const logos = new Map(
    bundledWallets.flatMap(({ id, name }) => {
      const logo = walletImages[name]
      return logo && !none.has('*') && !none.has(name.toLowerCase()) ? [[id, logo] as const] : []
    }),
  )
  return (walletId) => logos.get(walletId)
}
