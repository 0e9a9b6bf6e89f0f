import type { Outbox } from '../platform/mail/createOutbox.js'
import type { WalletDeps } from '../walletDeps.js'

/** The shared types of this module. */
export type AuthContext = WalletDeps & {
  /** Its `poke` also has recovery look for what was asked of it, where both run in this process. */
  outbox: Outbox
  /** Notifies custody that a device may open nothing any more. */
  onDeviceRevoked: (userId: string) => Promise<void>
}

/** The client of a request, by its IP address and user agent. */
export type Asker = { ip: string; browser: string }
