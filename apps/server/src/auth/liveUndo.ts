import { type SQL, sql } from 'drizzle-orm'
import type { AuthContext } from './authContext.js'

/** The changes that can still give an account back to an address; for that long no other account may have it. */
export function liveUndo({ now }: Pick<AuthContext, 'now'>, index: string): SQL {
  return sql`select 1 from auth.email_changes where old_index = ${index} and undone_at is null and undo_until > ${now()}`
}
