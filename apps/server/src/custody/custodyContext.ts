import type { HpkeKeyPair } from '@latchkey/protocol/internal/hpke'
import type { Query } from '../platform/db/rows.js'
import type { Notice } from '../platform/mail/putNotice.js'
import type { WalletDeps } from '../walletDeps.js'
import type { KeyProvider } from './keys/keyProvider.js'

/** The context of the vault or of recovery; each has keys of its own. */
export type CustodyContext = Omit<WalletDeps, 'mail'> & {
  schema: 'vault' | 'recovery'
  keys: KeyProvider
  hpke: HpkeKeyPair
  /** Has the owner of a wallet told by mail what happens to it: in the transaction that does it, so that nothing comes between. */
  notify: (query: Query, userId: string, notice: Notice) => Promise<void>
  /** Sends queued mails now, without waiting for the next poll. */
  sendNotices: () => Promise<void>
}
