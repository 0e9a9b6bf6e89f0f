import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { putNotice } from '../platform/mail/putNotice.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { CodeVerifyRequest } from '../platform/wallet/codeRequests.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { openSession } from './openSession.js'

/**
 * Opens a session for a browser whose recovery code or passkey the vault has found, without any mailbox. What needs a mailbox asks for its code
 * as before.
 *
 * @throws WalletRefusal ORIGIN_REFUSED, CODE_EXPIRED.
 */
export async function openByCode(context: AuthContext, request: CodeVerifyRequest): Promise<EmailVerifyAnswer> {
  const { db, now } = context
  const { voucher, projectId, parentOrigin, devicePublicKey, deviceName } = request
  if (!context.isAllowedOrigin(projectId, parentOrigin))
    throw new WalletRefusal('ORIGIN_REFUSED', 'This site may not use this wallet')
  const device = { id: deviceIdOf(devicePublicKey), key: devicePublicKey, name: deviceName }
  const { isFirstDevice: _, ...answer } = await db.query.transaction(async (query) => {
    const [spent] = await rows<{ userId: string; isPasskey: boolean }>(
      query,
      sql`update vault.vouchers set used_at = ${now()}
        where hash = ${hashToken(voucher)} and device_id = ${device.id} and used_at is null and expires_at > ${now()}
        returning user_id as "userId", factor_id is not null as "isPasskey"`,
    )
    if (spent === undefined) throw new WalletRefusal('CODE_EXPIRED', 'Use your passkey or your recovery code again')
    const { userId, isPasskey } = spent
    // A wallet whose passkey signs in has no mailbox to tell.
    if (!isPasskey)
      await putNotice(query, now, userId, {
        title: 'A browser signed in with your recovery code',
        text: `The browser “${deviceName}” found your wallet with your recovery code, without this mailbox.`,
      })
    const openedBy = isPasskey ? 'passkey' : 'code'
    return openSession(context, query, { userId, device, projectId, parentOrigin, openedBy, typedIn: 'frame' })
  })
  context.outbox.poke()
  return answer
}
