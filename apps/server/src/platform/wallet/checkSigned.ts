import { signedCallWindow } from '@latchkey/protocol/internal/walletApi'
import { type DevicePublicKey, deviceIdOf, requestBytes } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import type { WalletDeps } from '../../walletDeps.js'
import { plusMs, toMs } from '../db/dbClock.js'
import { rows } from '../db/rows.js'
import type { Call } from './readCall.js'
import { verifyDeviceSignature } from './verifyDeviceSignature.js'
import { WalletRefusal } from './walletRefusal.js'

/**
 * Checks that a device signed this very call, now, for this session, and for the first time.
 *
 * @throws WalletRefusal UNSIGNED, CLOCK_SKEW with the server's time, so that a client whose clock is wrong can correct itself.
 */
export async function checkSigned(
  { db, now }: Pick<WalletDeps, 'db' | 'now'>,
  call: Call,
  key: DevicePublicKey,
  sessionId?: string,
): Promise<void> {
  const unsigned = () => new WalletRefusal('UNSIGNED', 'This call is not signed by its device')
  const deviceId = deviceIdOf(key)
  const nonce = call.header('x-nonce') ?? ''
  const timestamp = Number(call.header('x-timestamp') ?? Number.NaN)
  const signature = call.header('x-signature') ?? ''
  const isFormed =
    /^[A-Za-z0-9_-]{22}$/.test(nonce) && Number.isSafeInteger(timestamp) && /^[A-Za-z0-9_-]{86}$/.test(signature)
  if (!isFormed || call.header('x-device') !== deviceId) throw unsigned()
  const { method, path, body } = call
  if (!verifyDeviceSignature(key, requestBytes({ method, path, body, nonce, timestamp, sessionId }), signature))
    throw unsigned()
  const [found] = await rows<{ time: number; fresh: number }>(
    db.query,
    sql`with fresh as (
        insert into auth.nonces (device_id, nonce, expires_at)
        select ${deviceId}, ${nonce}, ${plusMs(now(), 2 * signedCallWindow)}
        where abs(${toMs(now())} - ${timestamp}::float8) <= ${signedCallWindow}::float8
        on conflict do nothing returning 1)
      select ${toMs(now())} as time, (select count(*) from fresh)::int as fresh`,
  )
  if (found === undefined || found.fresh === 1) {
    if (found === undefined) throw unsigned()
    return
  }
  if (Math.abs(found.time - timestamp) > signedCallWindow)
    throw new WalletRefusal('CLOCK_SKEW', 'The clock of this device is wrong', { serverTime: Math.round(found.time) })
  throw unsigned()
}
