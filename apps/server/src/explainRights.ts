import { LatchkeyError } from '@latchkey/protocol/errors'

/** PostgreSQL's code for a missing right. */
const insufficientPrivilege = '42501'

/**
 * Explains why a command failed on its database. The statement stays out of it: its parameters may name a user or an account.
 *
 * @param error - What the command failed with.
 * @param command - The command, such as `user delete`.
 * @param role - The database role that it takes.
 * @returns INVALID_CONFIG where the database user lacks rights, else what the database said.
 */
export function explainRights(error: unknown, command: string, role: string): unknown {
  const fault = error instanceof Error && error.message.startsWith('Failed query') ? error.cause : error
  if ((fault as { code?: unknown } | undefined)?.code !== insufficientPrivilege) return fault
  return new LatchkeyError('INVALID_CONFIG', `${command} takes a database user in the role ${role}`, {
    hints: ['DATABASE_URL names another one, or latchkey-server grants was not run after the last upgrade.'],
    cause: fault,
  })
}
