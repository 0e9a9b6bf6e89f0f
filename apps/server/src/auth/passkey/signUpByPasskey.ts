import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { rows } from '../../platform/db/rows.js'
import { hashToken, randomId } from '../../platform/secrets/randomId.js'
import type { PasskeySignUpRequest } from '../../platform/wallet/passkeyRequests.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { openSession } from '../openSession.js'
import { requirePasskeyLogin } from './startPasskey.js'
import { verifyRegistration } from './verifyRegistration.js'

/**
 * Creates a user of a new passkey, without any address, and opens their first session. Nothing here signs anybody in: that a passkey
 * answers is for the vault to see.
 *
 * @throws WalletRefusal NOT_FOUND, ORIGIN_REFUSED, SPENT, PROOF_WRONG, CONFLICT for a passkey that has signed up before.
 */
export async function signUpByPasskey(context: AuthContext, request: PasskeySignUpRequest): Promise<EmailVerifyAnswer> {
  const { db, now, box, origin } = context
  const { challenge, registration, projectId, parentOrigin, devicePublicKey, deviceName } = request
  requirePasskeyLogin(context, request)
  const device = { id: deviceIdOf(devicePublicKey), key: devicePublicKey, name: deviceName }
  const spent = await rows(
    db.query,
    sql`delete from auth.passkey_challenges
      where hash = ${hashToken(challenge)} and device_id = ${device.id} and expires_at > ${now()} returning 1 as one`,
  )
  if (spent.length === 0) throw new WalletRefusal('SPENT', 'This challenge was used, or it is too old')
  if (!verifyRegistration(registration, { challenge, walletOrigin: origin }))
    throw new WalletRefusal('PROOF_WRONG', 'This passkey was not made in the wallet')
  const index = box.index('passkey', registration.credentialId)
  const { isFirstDevice: _, ...answer } = await db.query.transaction(async (query) => {
    const [user] = await rows<{ id: string }>(
      query,
      sql`insert into auth.users (id, email_index, email_box, created_at)
        values (${randomId()}, ${index}, ${box.seal('', `email/${index}`)}, ${now()})
        on conflict (email_index) do nothing returning id`,
    )
    if (user === undefined) throw new WalletRefusal('CONFLICT', 'This passkey has a wallet already: sign in with it')
    const userId = user.id
    return openSession(context, query, {
      userId,
      device,
      projectId,
      parentOrigin,
      openedBy: 'passkey',
      typedIn: 'frame',
    })
  })
  return answer
}
