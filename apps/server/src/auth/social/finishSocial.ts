import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { plusMs } from '../../platform/db/dbClock.js'
import { rows } from '../../platform/db/rows.js'
import { noticeMail } from '../../platform/mail/writeMails.js'
import { hashToken } from '../../platform/secrets/randomId.js'
import { type LoginName, labelOf } from '../../platform/social/loginName.js'
import type { SocialProfile } from '../../platform/social/oauthProviders.js'
import { stepUpLife } from '../../platform/wallet/requireFresh.js'
import { WalletRefusal } from '../../platform/wallet/walletRefusal.js'
import type { AuthContext } from '../authContext.js'
import { makeFreezeLink } from '../freezeLink.js'
import { readAddresses } from '../logins/readAddresses.js'
import { openSession } from '../openSession.js'
import { writeSocialUser } from './writeSocialUser.js'

/** How long the check of recovery is waited for, in milliseconds. */
const proofWait = 15_000

/** A session that a social login opened, with what the provider calls its person. */
export type SocialAnswer = EmailVerifyAnswer & { provider: LoginName; userName: string | null; email: string | null }

/**
 * Ends a sign-in at a provider: who has the result and is the browser that began gets a session, once recovery has checked the provider's
 * word by itself.
 *
 * @throws WalletRefusal CODE_EXPIRED, PROOF_WRONG with what went wrong at the provider, CONFLICT.
 */
export async function finishSocial(
  context: AuthContext,
  given: { challengeId: string; result: string; deviceId: string; deviceKey: DevicePublicKey },
): Promise<SocialAnswer> {
  const { db, now, box } = context
  const { challengeId, deviceId } = given
  await waitForRecovery(context, { challengeId, deviceId })
  const answer = await db.query.transaction(async (query) => {
    type Spent = {
      provider: LoginName
      projectId: string
      parentOrigin: string
      deviceName: string
      browser: string
      place: string
      sealed: string
    }
    const [spent] = await rows<Spent>(
      query,
      sql`update auth.social_logins set consumed_at = ${now()}
        where id = ${challengeId} and device_id = ${deviceId} and result_hash = ${hashToken(given.result)}
          and purpose = 'sign-in' and consumed_at is null and expires_at > ${now()}
          and exists (select 1 from recovery.mail_codes m where m.id = social_logins.id and m.kind = 'login'
            and m.device_id = social_logins.device_id and ${plusMs(sql`m.proven_at`, stepUpLife)} > ${now()})
        returning provider, project_id as "projectId", parent_origin as "parentOrigin", device_name as "deviceName", browser,
          place, profile_box as sealed`,
    )
    if (spent === undefined) throw new WalletRefusal('CODE_EXPIRED', 'This sign-in has expired. Start again.')
    const { provider, projectId, parentOrigin, deviceName: name } = spent
    const profile = JSON.parse(box.open(spent.sealed, `social/${challengeId}/profile`)) as SocialProfile
    const user = await writeSocialUser(context, query, { provider, profile })
    // What the provider said of the person is not kept beyond its use.
    await query.execute(
      sql`update auth.social_logins set profile_box = null, subject_index = ${user.account} where id = ${challengeId}`,
    )
    const { isFirstDevice, ...opened } = await openSession(context, query, {
      userId: user.id,
      device: { id: deviceId, key: given.deviceKey, name },
      projectId,
      parentOrigin,
      openedBy: 'mail',
      mailId: challengeId,
      // Nothing was typed in the page around the wallet.
      typedIn: 'frame',
    })
    if (opened.isNewDevice && !isFirstDevice) {
      const text = `The browser “${name}” is signed in with your ${labelOf(provider)} account. If that was not you, freeze the wallet and secure that account.`
      for (const { index, email: to } of (await readAddresses(context, query, user.id)).addresses) {
        const facts = { ...spent, to, wallet: context.name, freezeUrl: await makeFreezeLink(context, query, index) }
        await context.outbox.put(query, noticeMail(facts, { title: 'A new browser is signed in to your wallet', text }))
      }
    }
    return { ...opened, provider, userName: profile.userName, email: user.email === '' ? null : user.email }
  })
  context.outbox.poke()
  return answer
}

/** Waits until recovery has decided; earlier failures are returned at once. */
async function waitForRecovery(
  { db, now }: AuthContext,
  { challengeId, deviceId }: { challengeId: string; deviceId: string },
): Promise<void> {
  const end = performance.now() + proofWait
  for (;;) {
    const [login] = await rows<{ failure: string | null; isProven: boolean; isLive: boolean }>(
      db.query,
      sql`select failure, consumed_at is null and called_at is not null and expires_at > ${now()} as "isLive",
          exists (select 1 from recovery.mail_codes m where m.id = l.id and m.proven_at is not null) as "isProven"
        from auth.social_logins l where id = ${challengeId} and device_id = ${deviceId}`,
    )
    if (login === undefined || login.isProven) return
    if (login.failure !== null) throw new WalletRefusal('PROOF_WRONG', login.failure)
    if (!login.isLive) return
    if (performance.now() > end)
      throw new WalletRefusal('UNAVAILABLE', 'The wallet could not check the sign-in in time. Try again.')
    await sleep(100)
  }
}
