import type { Env } from './env.js'
import type { WalletAppOptions } from './walletApp.js'

const hour = 3_600_000
const day = 24 * hour

/** The settings of the wallet's modules, in their own names and units. */
export function walletSettings(
  env: Env,
): Pick<
  WalletAppOptions,
  'name' | 'deviceLink' | 'newDevice' | 'freezeLife' | 'mailLimits' | 'retention' | 'deletionWait' | 'hasPasskeyLogin'
> {
  return {
    name: env.LATCHKEY_WALLET_NAME,
    deviceLink: env.LATCHKEY_DEVICE_LINK,
    newDevice: env.LATCHKEY_NEW_DEVICE,
    freezeLife: env.LATCHKEY_FREEZE_HOURS * hour,
    mailLimits: {
      address: { hour: env.LATCHKEY_MAILS_ADDRESS_HOUR, day: env.LATCHKEY_MAILS_ADDRESS_DAY },
      network: {
        hour: env.LATCHKEY_MAILS_NETWORK_HOUR,
        day: env.LATCHKEY_MAILS_NETWORK_DAY,
        addresses: env.LATCHKEY_MAILS_NETWORK_ADDRESSES,
      },
      site: { hour: env.LATCHKEY_MAILS_SITE_HOUR },
    },
    retention: {
      sessions: env.LATCHKEY_RETENTION_SESSIONS,
      signIns: env.LATCHKEY_RETENTION_SIGN_INS,
      browsers: env.LATCHKEY_RETENTION_BROWSERS,
      emailChanges: env.LATCHKEY_RETENTION_EMAIL_CHANGES,
      freezes: env.LATCHKEY_RETENTION_FREEZES,
      notices: env.LATCHKEY_RETENTION_NOTICES,
      restores: env.LATCHKEY_RETENTION_RESTORES,
    },
    deletionWait: env.LATCHKEY_DELETION_DAYS * day,
    hasPasskeyLogin: env.LATCHKEY_PASSKEY_LOGIN === 'on',
  }
}
