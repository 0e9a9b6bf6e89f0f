import { type SQL, sql } from 'drizzle-orm'

/**
 * The condition under which an account `a` at a provider signs in to its user: the user was made with it, or recovery has a link of it to
 * that user. A row that says it was linked and that recovery knows nothing of counts for nothing.
 */
export const isCounted: SQL<boolean> = sql<boolean>`(a.link_id is null
  or exists (select 1 from recovery.logins g where g.id = a.link_id and g.user_id = a.user_id))`
