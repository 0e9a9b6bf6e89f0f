import type { PasskeyAssertion } from '@latchkey/protocol/internal/walletApi'
import { type DevicePublicKey, deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { isLoopback } from '../platform/http/clientIp.js'
import { networkOf } from '../platform/limits/networkOf.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import type { SecretBox } from '../platform/secrets/secretBox.js'
import { takeLimit } from '../platform/wallet/takeLimit.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { CustodyContext } from './custodyContext.js'
import { voucherLife } from './findByCode.js'
import { verifyPasskey } from './verifyPasskey.js'

/** How long a person may take to choose a passkey and to confirm that it is them, in milliseconds. */
const findLife = 300_000
// No release has this purpose, so that neither challenge can be answered in the place of the other.
const purpose = 'sign-in'

/** The stored hash that finds a discoverable passkey: without the vault's key it cannot be matched to one. */
export function credentialIndex(box: SecretBox, credentialId: string): string {
  return box.index('credential', credentialId)
}

/**
 * Issues a challenge to one browser for a passkey whose wallet is not known yet.
 *
 * @throws WalletRefusal NOT_FOUND where passkeys do not sign in, RATE_LIMITED.
 */
export async function askForPasskey(
  context: CustodyContext,
  { devicePublicKey }: { devicePublicKey: DevicePublicKey },
  ip: string,
): Promise<{ challenge: string }> {
  const { box, db, now } = context
  requireOffered(context)
  const deviceId = deviceIdOf(devicePublicKey)
  await takeLimit(db.query, now, [
    { key: `vault/passkey/device/${deviceId}`, max: 30, windowMs: 600_000 },
    ...(context.exemptLoopback && isLoopback(ip)
      ? []
      : [{ key: `vault/passkey/net/${box.index('network', networkOf(ip))}`, max: 120, windowMs: 600_000 }]),
  ])
  const challenge = randomToken()
  await db.query.execute(
    sql`insert into vault.challenges (hash, factor_id, session_id, purpose, expires_at)
      values (${hashToken(challenge)}, '', ${deviceId}, ${purpose}, ${plusMs(now(), findLife)})`,
  )
  return { challenge }
}

/**
 * Finds the wallet of a passkey that answers, without the address of anybody. What comes back opens one session, of this browser
 * alone; there the half of this passkey is released once without another answer. All of it is the vault's own doing: `auth` can
 * neither make such a word nor use one, since it cannot sign as the browser.
 *
 * @throws WalletRefusal NOT_FOUND, SPENT, PROOF_WRONG.
 */
export async function findByPasskey(
  context: CustodyContext,
  given: { challenge: string; assertion: PasskeyAssertion; devicePublicKey: DevicePublicKey },
): Promise<{ voucher: string; walletId: string; factorId: string }> {
  const { box, db, now, origin } = context
  requireOffered(context)
  const { challenge, assertion } = given
  const deviceId = deviceIdOf(given.devicePublicKey)
  const spent = await rows(
    db.query,
    sql`update vault.challenges set consumed_at = ${now()}
      where hash = ${hashToken(challenge)} and factor_id = '' and session_id = ${deviceId} and purpose = ${purpose}
        and consumed_at is null and expires_at > ${now()} returning 1 as one`,
  )
  if (spent.length === 0) throw new WalletRefusal('SPENT', 'This challenge was used, or it is too old')
  const [found] = await rows<{
    factorId: string
    walletId: string
    userId: string
    passkey: { credentialId: string; publicKey: DevicePublicKey }
  }>(
    db.query,
    sql`select f.id as "factorId", f.passkey, w.id as "walletId", w.user_id as "userId"
      from vault.factors f join vault.wallets w on w.id = f.wallet_id
      where f.credential_mac = ${credentialIndex(box, assertion.credentialId)} and f.kind = 'passkey' and f.epoch = w.epoch
        and w.state = 'active'`,
  )
  if (found === undefined) throw new WalletRefusal('NOT_FOUND', 'No wallet has this passkey')
  const { factorId, walletId, userId, passkey } = found
  if (!verifyPasskey(passkey, { assertion, challenge, parentOrigin: undefined }, origin))
    throw new WalletRefusal('PROOF_WRONG', 'The passkey did not answer this')
  const voucher = randomToken()
  await db.query.execute(
    sql`insert into vault.vouchers (hash, user_id, device_id, factor_id, expires_at)
      values (${hashToken(voucher)}, ${userId}, ${deviceId}, ${factorId}, ${plusMs(now(), voucherLife)})`,
  )
  return { voucher, walletId, factorId }
}

/** Takes, once, that a passkey has just answered in this browser to be found. */
export async function takeFound(
  { db, now }: CustodyContext,
  { deviceId, factorId }: { deviceId: string; factorId: string },
): Promise<boolean> {
  const taken = await rows(
    db.query,
    sql`update vault.vouchers set released_at = ${now()}
      where factor_id = ${factorId} and device_id = ${deviceId} and released_at is null
        and expires_at > ${now()} returning 1 as one`,
  )
  return taken.length > 0
}

function requireOffered({ hasPasskeyLogin }: CustodyContext): void {
  if (hasPasskeyLogin !== true)
    throw new WalletRefusal('NOT_FOUND', 'Signing in with a passkey is not set up on this server')
}
