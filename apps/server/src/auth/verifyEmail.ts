import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { type Query, rows } from '../platform/db/rows.js'
import { noticeMail } from '../platform/mail/writeMails.js'
import { randomId } from '../platform/secrets/randomId.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { AuthContext } from './authContext.js'
import { consumeChallenge } from './consumeChallenge.js'
import { openEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'
import { liveUndo } from './liveUndo.js'
import { openSession } from './openSession.js'
import { hasOwnerFactor } from './ownerFactor.js'

/**
 * Ends a sign-in: takes the challenge that recovery saw answered, makes user and device known, and opens a session.
 *
 * @throws WalletRefusal CODE_EXPIRED, CONFLICT.
 */
export async function verifyEmail(
  context: AuthContext,
  given: {
    challengeId: string
    typedIn: 'frame' | 'host'
    deviceId: string
    deviceKey: DevicePublicKey
  },
): Promise<EmailVerifyAnswer> {
  const { db, now } = context
  const { challengeId, deviceId } = given
  const challenge = await consumeChallenge(context, { challengeId, deviceId, kind: 'login' })
  const answer = await db.query.transaction(async (query) => {
    const [user] = await rows<{ id: string }>(
      query,
      sql`insert into auth.users (id, email_index, email_box, created_at)
        values (${randomId()}, ${challenge.emailIndex}, ${challenge.emailBox}, ${now()})
        on conflict (email_index) do update set email_index = excluded.email_index returning id`,
    )
    if (user === undefined) throw new Error('A user was neither made nor found')
    // Looked at after the account was made or found, so that a change which ends in this moment is seen.
    const moved = await rows(query, liveUndo(context, challenge.emailIndex))
    // A second account here would stand in the way of the undo link.
    if (moved.length > 0)
      throw new WalletRefusal(
        'CONFLICT',
        'This address was replaced a short time ago. Use the link in your mail to undo that.',
      )
    const { isFirstDevice, ...opened } = await openSession(context, query, {
      userId: user.id,
      device: { id: deviceId, key: given.deviceKey, name: challenge.deviceName },
      projectId: challenge.projectId,
      parentOrigin: challenge.parentOrigin,
      openedBy: 'mail',
      mailId: challengeId,
      typedIn: given.typedIn,
    })
    if (opened.isNewDevice && !isFirstDevice) {
      const to = openEmail(context.box, challenge.emailBox, challenge.emailIndex)
      const text = `The browser “${challenge.deviceName}” is signed in. ${await whatItCan(context, query, user.id)}`
      const freezeUrl = await makeFreezeLink(context, query, challenge.emailIndex)
      const notice = noticeMail(
        { ...challenge, to, wallet: context.name, freezeUrl },
        { title: 'A new browser is signed in to your wallet', text },
      )
      await context.outbox.put(query, notice)
    }
    return opened
  })
  context.outbox.poke()
  return answer
}

/** The abilities of a new browser, for the mail about it. */
async function whatItCan({ newDevice }: AuthContext, query: Query, userId: string): Promise<string> {
  const day = 'For 24 hours it cannot change who can restore the wallet, or your e-mail.'
  if (await hasOwnerFactor(query, userId)) return 'It opens your wallet only with your passkey or your recovery code.'
  if (newDevice === 'wait')
    return `It can have your wallet 24 hours after it asks for it, unless you stop it: another e-mail says how. ${day}`
  if (newDevice === 'approve')
    return `It gets your wallet only when you allow it in a browser that you already use. ${day}`
  return `It can use your wallet and everything in it now. Anyone who can read this mailbox can open your wallet. Add a passkey or a recovery code under Security to prevent that. ${day}`
}
