import { sql } from 'drizzle-orm'
import { rows } from '../platform/db/rows.js'
import { hashToken } from '../platform/secrets/randomId.js'
import type { AuthContext } from './authContext.js'

/** Reads the name of the browser that a link can stop; undefined when the link is used or unknown. */
export async function readStopLink({ db }: AuthContext, token: string): Promise<string | undefined> {
  const [found] = await rows<{ name: string }>(
    db.query,
    sql`select device_name as name from vault.restores where stop_hash = ${hashToken(token)} and stopped_at is null`,
  )
  return found?.name
}

/** Stops the browser behind a link, once. Gives false when there was nothing to stop. */
export async function stopByLink({ db, now }: AuthContext, token: string): Promise<boolean> {
  const stopped = await rows(
    db.query,
    sql`update vault.restores set stopped_at = ${now()} where stop_hash = ${hashToken(token)} and stopped_at is null
      returning wallet_id`,
  )
  return stopped.length > 0
}
