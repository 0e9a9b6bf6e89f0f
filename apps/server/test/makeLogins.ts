import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPostgres } from '../src/platform/db/openPostgres.js'
import { runCommand } from '../src/runCommand.js'

/**
 * Brings a PostgreSQL up to date with its grants, and makes a user in each of some roles.
 *
 * @param url - The database, as its owner.
 * @param roles - The roles, without `_rw`.
 * @returns The URL of each role's user, and a connection of the owner, to be ended.
 */
export async function makeLogins<role extends string>(
  url: string,
  roles: readonly role[],
): Promise<{ logins: { [name in role]: string }; owner: pg.Client }> {
  await (await openPostgres(url)).close()
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(await runCommand(['grants']))
  const made: [role, string][] = []
  for (const role of roles) {
    const name = `test_${role}_${randomBytes(4).toString('hex')}`
    await owner.query(`create user ${name} password 'x' in role ${role}_rw`)
    made.push([role, Object.assign(new URL(url), { username: name, password: 'x' }).href])
  }
  return { logins: Object.fromEntries(made) as { [name in role]: string }, owner }
}
