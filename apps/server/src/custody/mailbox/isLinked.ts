import { type SQL, sql } from 'drizzle-orm'

/** The condition under which a mailbox or an account of this index was linked to the wallet of a user, by recovery's own rows. */
export function isLinked(index: SQL, userId: string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from recovery.logins g where g.user_id = ${userId} and g.mailbox_index = ${index})`
}
