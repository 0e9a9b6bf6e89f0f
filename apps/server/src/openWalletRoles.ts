import { LatchkeyError } from '@latchkey/protocol/errors'
import { awsCredentials } from './awsCredentials.js'
import { createLocalKeyring } from './custody/keys/createLocalKeyring.js'
import { createLocalKeys } from './custody/keys/createLocalKeys.js'
import type { KeyProvider } from './custody/keys/keyProvider.js'
import { openKeys } from './custody/keys/openKeys.js'
import { type KeyRing, readKeyRing } from './custody/keys/readKeyRing.js'
import type { Env } from './env.js'
import { openAuthBox } from './openAuthBox.js'
import type { Db } from './platform/db/db.js'
import { createSmtpMail } from './platform/mail/createSmtpMail.js'
import type { Mail } from './platform/mail/mail.js'
import type { WalletAppOptions, WalletRole } from './walletApp.js'

/** Where the settings of a server are read: a local world makes the rings that it lacks, in its folder. */
type Place = { env: Env; folder: string | undefined; isLocal: boolean }

/**
 * Opens what the roles that run here keep secrets with and send their mails by.
 *
 * @param place - The settings, the folder of the database, and whether this is a local world.
 * @param options - The roles, and the database.
 * @returns What the wallet app takes, and the way to close it; what was opened is closed where something else cannot be.
 * @throws LatchkeyError INVALID_CONFIG that names the setting.
 */
export async function openWalletRoles(
  place: Place,
  { roles, db }: { roles: readonly WalletRole[]; db: Db },
): Promise<{ open: Pick<WalletAppOptions, 'box' | 'mail' | 'recoveryMail' | 'keys'>; close(): Promise<void> }> {
  const { env } = place
  const keys: WalletAppOptions['keys'] = {}
  const open: Pick<WalletAppOptions, 'box' | 'mail' | 'recoveryMail' | 'keys'> = { keys }
  async function close(): Promise<void> {
    open.mail?.close()
    open.recoveryMail?.close()
    await Promise.all([keys.vault?.close(), keys.recovery?.close()])
  }
  try {
    if (roles.includes('auth')) {
      const ring = openRing(place, 'auth', env.LATCHKEY_AUTH_KEYS)
      open.mail = openMail(env, env.LATCHKEY_SMTP_URL)
      open.box = await openAuthBox(db, ring)
    }
    if (roles.includes('recovery'))
      open.recoveryMail = openMail(env, env.LATCHKEY_RECOVERY_SMTP_URL ?? env.LATCHKEY_SMTP_URL)
    if (roles.includes('vault'))
      keys.vault = await openCustodyKeys(place, 'vault', env.LATCHKEY_VAULT_KEYS, env.LATCHKEY_VAULT_PIN)
    if (roles.includes('recovery'))
      keys.recovery = await openCustodyKeys(place, 'recovery', env.LATCHKEY_RECOVERY_KEYS, env.LATCHKEY_RECOVERY_PIN)
    return { open, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openCustodyKeys(
  place: Place,
  role: 'vault' | 'recovery',
  where: string | undefined,
  pin: string | undefined,
): Promise<KeyProvider> {
  if (where === undefined) return createLocalKeys(openRing(place, role, undefined))
  const { env, isLocal } = place
  return openKeys(where, { name: settingOf(role), allowRepository: isLocal, pin, aws: awsCredentials(env) })
}

function openRing({ folder, isLocal }: Place, role: WalletRole, path: string | undefined): KeyRing {
  if (path !== undefined) return readKeyRing(path, { allowRepository: isLocal })
  if (!isLocal) throw missing(settingOf(role))
  return createLocalKeyring(role, folder)
}

function openMail(env: Env, url: string | undefined): Mail {
  if (url === undefined) throw missing('LATCHKEY_SMTP_URL')
  return createSmtpMail({ url, from: env.LATCHKEY_MAIL_FROM })
}

/** The setting that names the keys of a role. */
function settingOf(role: WalletRole): string {
  return `LATCHKEY_${role.toUpperCase()}_KEYS`
}

function missing(setting: string): LatchkeyError {
  return new LatchkeyError('INVALID_CONFIG', `${setting} must be set`)
}
