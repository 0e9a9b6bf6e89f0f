import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import { type Query, rows } from '../platform/db/rows.js'
import type { AuthContext } from './authContext.js'
import { openEmail } from './emailIndex.js'
import { makeFreezeLink } from './freezeLink.js'
import { codeMail } from './mails/writeMails.js'
import { loginLife, newCode, sealCode, stepUpCodeLife } from './oneTimeCode.js'

/** What a challenge tells about itself when its mail is written. */
export type ChallengeRow = {
  id: string
  kind: 'login' | 'step-up' | 'change-primary' | 'change-secondary'
  emailIndex: string
  emailBox: string
  projectId: string
  parentOrigin: string
  deviceId: string
  browser: string
  place: string
}

/** The columns of a challenge row, by the names they have here. */
export const challengeColumns = sql`id, kind, email_index as "emailIndex", email_box as "emailBox", project_id as "projectId",
  parent_origin as "parentOrigin", device_id as "deviceId", browser, place`

/**
 * Gives a challenge a new code, ends older challenges of the same kind, address and browser, and queues the mail. Challenges of other
 * browsers stay valid, so that strangers cannot end the owner's.
 */
export async function sendCode(context: AuthContext, query: Query, challenge: ChallengeRow): Promise<void> {
  const { box, now, outbox } = context
  const code = newCode()
  const { salt, mac } = sealCode(box, challenge, code)
  const life = challenge.kind === 'login' ? loginLife : stepUpCodeLife
  await query.execute(
    sql`update auth.challenges set expires_at = ${now()}
      where email_index = ${challenge.emailIndex} and kind = ${challenge.kind} and id <> ${challenge.id}
        and device_id = ${challenge.deviceId}
        and code_mac is not null and consumed_at is null and expires_at > ${now()}`,
  )
  await rows(
    query,
    sql`update auth.challenges set code_salt = ${salt}, code_mac = ${mac}, attempts = 0, expires_at = ${plusMs(now(), life)}
      where id = ${challenge.id}`,
  )
  const to = openEmail(box, challenge.emailBox, challenge.emailIndex)
  const freezeUrl = await makeFreezeLink(context, query, challenge.emailIndex)
  await outbox.put(query, codeMail({ ...challenge, to, wallet: context.name, freezeUrl }, challenge.kind, code), life)
}
