import type { Db } from './platform/db/db.js'
import type { DbClock } from './platform/db/dbClock.js'
import type { ClientIp } from './platform/http/clientIp.js'
import type { Log } from './platform/log/log.js'
import type { Mail } from './platform/mail/mail.js'
import type { SecretBox } from './platform/secrets/secretBox.js'
import type { Socials } from './platform/social/createSocials.js'
import type { MailLimits } from './platform/wallet/mailLimits.js'
import type { Retention } from './platform/wallet/retention.js'

/** The dependencies of the wallet's modules. */
export type WalletDeps = {
  /** The origin that serves the frame, for example `http://localhost:4402`. */
  origin: string
  /** The name of the wallet in mails and pages. */
  name: string
  /** Returns whether a page may embed the wallet for a project. */
  isAllowedOrigin: (projectId: string, origin: string) => boolean
  /** When a device must be confirmed by link: `always` does not reveal whether an address is known; `returning` spares a first sign-up the link. */
  deviceLink: 'always' | 'returning'
  /** When a browser gets a wallet that only a mailbox guards: at once, when an older one allows it, or after a day in which it can be stopped. */
  newDevice: 'at-once' | 'approve' | 'wait'
  /** How long a wallet stays frozen that has neither passkey nor recovery code, in milliseconds. */
  freezeLife: number
  /** How many mails strangers may ask for; the defaults when absent. */
  mailLimits?: MailLimits
  /** For how many days what ended is kept; the defaults when absent. */
  retention?: Retention
  /** How long a user that is to be deleted can be kept, in milliseconds. */
  deletionWait: number
  /** Exempts this machine from limits by network, for a local world. */
  exemptLoopback: boolean
  /** The city of an IP address; empty when unknown. */
  placeOf: (ip: string) => string
  clientIp: ClientIp
  db: Db
  now: DbClock
  box: SecretBox
  mail: Mail
  /** The providers of social logins that the operator has set up. */
  socials?: Socials
  /** Whether a passkey alone signs up and in. */
  hasPasskeyLogin?: boolean
  log: Log
}
