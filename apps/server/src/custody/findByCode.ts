import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
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

/** How long what was found can open a session, in milliseconds. */
export const voucherLife = 300_000

/** The stored hash of a recovery code's locator: without the vault's key it cannot be matched to a code. */
export function locatorIndex(box: SecretBox, locator: string): string {
  return box.index('locator', locator)
}

/**
 * Finds the wallet of a recovery code without the address of anybody. What comes back opens one session, of this browser alone, and
 * no half: that takes the code's verifier as before.
 *
 * @throws WalletRefusal NOT_FOUND, RATE_LIMITED.
 */
export async function findByCode(
  context: CustodyContext,
  { locator, devicePublicKey }: { locator: string; devicePublicKey: DevicePublicKey },
  ip: string,
): Promise<{ voucher: string; walletId: string }> {
  const { box, db, now } = context
  // 128 bits cannot be guessed; the limit protects the database.
  if (!(context.exemptLoopback && isLoopback(ip)))
    await takeLimit(db.query, now, [
      { key: `vault/find/${box.index('network', networkOf(ip))}`, max: 20, windowMs: 3_600_000 },
    ])
  const [found] = await rows<{ walletId: string; userId: string }>(
    db.query,
    sql`select w.id as "walletId", w.user_id as "userId" from vault.factors f join vault.wallets w on w.id = f.wallet_id
      where f.locator_mac = ${locatorIndex(box, locator)} and f.kind = 'code' and f.epoch = w.epoch and w.state = 'active'`,
  )
  if (found === undefined) throw new WalletRefusal('NOT_FOUND', 'No wallet has this recovery code')
  const voucher = randomToken()
  await db.query.execute(
    sql`insert into vault.vouchers (hash, user_id, device_id, expires_at)
      values (${hashToken(voucher)}, ${found.userId}, ${deviceIdOf(devicePublicKey)}, ${plusMs(now(), voucherLife)})`,
  )
  return { voucher, walletId: found.walletId }
}
