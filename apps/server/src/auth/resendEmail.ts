import type { EmailStartAnswer, EmailStartRequest } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { rows } from '../platform/db/rows.js'
import { deviceMail } from '../platform/mail/writeMails.js'
import { hashToken, randomToken } from '../platform/secrets/randomId.js'
import { loginLife } from '../platform/wallet/oneTimeCode.js'
import { WalletRefusal } from '../platform/wallet/walletRefusal.js'
import type { Asker, AuthContext } from './authContext.js'
import { openEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'
import { type ChallengeRow, challengeColumns, sendCode } from './sendCode.js'
import { knownBudget, withSendLimits } from './withSendLimits.js'
import { takeWork } from './work.js'

/** Sends the mail of a challenge again: the code with new digits, or the link with a new token. */
export async function resendEmail(
  context: AuthContext,
  { challengeId, deviceId, work }: { challengeId: string; deviceId: string; work?: EmailStartRequest['work'] },
  asker: Asker,
): Promise<EmailStartAnswer> {
  const { db, now } = context
  const [challenge] = await rows<ChallengeRow & { match: string; waits: boolean; approved: boolean }>(
    db.query,
    sql`select ${challengeColumns}, match_number as match, token_hash is not null and approved_at is null as waits,
        approved_at is not null as approved
      from auth.challenges
      where id = ${challengeId} and device_id = ${deviceId} and kind = 'login' and consumed_at is null and expires_at > ${now()}`,
  )
  if (challenge === undefined) throw new WalletRefusal('CODE_EXPIRED', 'Start again')
  const { emailIndex, projectId } = challenge
  // Who approved the link reads the mailbox, so the browser is no stranger any more.
  const approved = challenge.approved ? ({ kind: 'link', deviceId } as const) : undefined
  const budget = approved ?? (await knownBudget(context, { emailIndex, deviceId }))
  const ask = { ip: asker.ip, emailIndex, projectId }
  const isWorked = budget === undefined && (await takeWork(context, { ...ask, deviceId }, work))
  await withSendLimits(context, { ...ask, budget, isWorked }, async (query) => {
    if (!challenge.waits) return sendCode(context, query, challenge)
    const token = randomToken()
    await query.execute(
      sql`update auth.challenges set token_hash = ${hashToken(token)}, expires_at = ${plusMs(now(), loginLife)} where id = ${challengeId}`,
    )
    const to = openEmail(context.box, challenge.emailBox, emailIndex)
    const freezeUrl = await makeFreezeLink(context, query, emailIndex)
    const facts = { ...challenge, to, wallet: context.name, freezeUrl }
    await context.outbox.put(query, deviceMail(facts, `${context.origin}/device?token=${token}`), loginLife)
  })
  context.outbox.poke()
  const action = challenge.waits ? 'VERIFY_DEVICE' : 'VERIFY_OTP'
  return { challengeId, action, matchNumber: challenge.match, retryAfterMs: 30_000 }
}
