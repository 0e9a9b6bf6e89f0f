import type { HpkeKeyPair } from '@latchkey/protocol/hpke'
import type { WalletDeps } from '../walletDeps.js'
import type { KeyProvider } from './keys/keyProvider.js'

/** What the vault, or recovery, works with; each has keys of its own. */
export type CustodyContext = WalletDeps & {
  schema: 'vault' | 'recovery'
  keys: KeyProvider
  hpke: HpkeKeyPair
  /** Tells the owner of a wallet by mail what has happened to it. */
  notify: (userId: string, notice: { title: string; text: string }) => Promise<void>
}
