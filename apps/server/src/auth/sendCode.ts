import { sql } from 'drizzle-orm'
import { plusMs } from '../platform/db/dbClock.js'
import type { Query } from '../platform/db/rows.js'
import { askRecovery } from '../platform/wallet/mailAsk.js'
import { loginLife, stepUpCodeLife } from '../platform/wallet/oneTimeCode.js'
import type { AuthContext } from './authContext.js'
import { openEmail } from './emailIndex.js'
import { makeFreezeToken } from './freezeLink.js'

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
  sessionId: string | null
  byLink: boolean
}

/** The columns of a challenge row, by the names they have here. */
export const challengeColumns = sql`id, kind, email_index as "emailIndex", email_box as "emailBox", project_id as "projectId",
  parent_origin as "parentOrigin", device_id as "deviceId", browser, place, session_id as "sessionId", token_hash is not null as "byLink"`

/**
 * Has recovery make and mail a code for a challenge, and ends older challenges of the same kind, address and browser. Challenges of
 * other browsers stay valid, so that strangers cannot end the owner's.
 */
export async function sendCode(context: AuthContext, query: Query, challenge: ChallengeRow): Promise<void> {
  const { box, now } = context
  const { id, kind, emailIndex, emailBox, deviceId, sessionId, byLink, parentOrigin, browser, place } = challenge
  const life = kind === 'login' ? loginLife : stepUpCodeLife
  await query.execute(
    sql`update auth.challenges set expires_at = ${now()}
      where email_index = ${emailIndex} and kind = ${kind} and id <> ${id} and device_id = ${deviceId}
        and (token_hash is null or approved_at is not null) and consumed_at is null and expires_at > ${now()}`,
  )
  await query.execute(sql`update auth.challenges set expires_at = ${plusMs(now(), life)} where id = ${id}`)
  const email = openEmail(box, emailBox, emailIndex)
  const freezeToken = await makeFreezeToken(context, query, emailIndex)
  const shown = { parentOrigin, browser, place, freezeToken }
  const code = { id, kind, email, authIndex: emailIndex, deviceId, sessionId, byLink, ...shown }
  await askRecovery(query, now, { ask: 'code', ...code })
}
