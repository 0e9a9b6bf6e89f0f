import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'

/** The extra fields of errors of Node.js and PostgreSQL. */
type SystemFault = Error & {
  code?: string
  syscall?: string
  path?: string
  address?: string
  hostname?: string
  port?: number
  severity?: string
  errors?: readonly Error[]
}

/** By what PostgreSQL answers (SQLSTATE), what the operator can do. */
const databaseHints: { readonly [code: string]: string } = {
  '28P01': 'Check the user and the password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL, and whether pg_hba.conf lets it in from this machine.',
  '3D000': 'Make the database first: createdb <name>.',
  '42501': 'Run latchkey-server migrate as the owner of the database, then the statements of latchkey-server grants.',
  '53300':
    'Raise max_connections of PostgreSQL; each process of the server opens up to LATCHKEY_RELAY_POOL, LATCHKEY_WALLET_POOL and LATCHKEY_DATA_POOL.',
  '57P03': 'PostgreSQL is starting or stopping; try again in some seconds.',
}

const fileFaults: { readonly [code: string]: string } = {
  ENOENT: 'it is not there',
  ENOTDIR: 'part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EROFS: 'the file system takes no changes',
  ENOSPC: 'the disk is full',
}

/**
 * Describes an error that ends a start or a command in the words of its operator: which setting is at fault, and what to do.
 *
 * @param error - What was thrown.
 * @returns The error with words for it; undefined for one that no setting can mend, whose stack is worth more than words.
 *
 * @example
 * import { explainFault } from './explainFault.js'
 * const known = explainFault(Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen', port: 3080 }))
 * console.log(known?.message) // 'Port 3080 is taken'
 */
export function explainFault(error: unknown): LatchkeyError | undefined {
  if (isLatchkeyError(error)) return error
  if (!(error instanceof Error)) return undefined
  // What a statement was given stands around the words of PostgreSQL.
  if (error.message.startsWith('Failed query')) return explainFault(error.cause)
  const fault: SystemFault = error
  const say = (message: string, hint: string) =>
    new LatchkeyError('INVALID_CONFIG', message, { cause: error, hints: [hint] })
  const code = fault.code ?? ''
  if (code.startsWith('ERR_PARSE_ARGS'))
    return say(error.message.split('. ')[0] ?? '', 'latchkey-server --help lists what there is.')
  if (fault.syscall === 'listen') {
    if (code === 'EADDRINUSE')
      return say(
        `Port ${fault.port} is taken`,
        'Stop the program that has it, or name others with PORT, METRICS_PORT and LATCHKEY_WALLET_PORT.',
      )
    if (code === 'EACCES')
      return say(
        `This user may not listen on port ${fault.port}`,
        'Name a port above 1023, with a proxy in front of it.',
      )
    return say(
      `Cannot listen on ${fault.address ?? 'this address'} (${code})`,
      'HOST must be an address of this machine; 0.0.0.0 is all of them.',
    )
  }
  // Every other connection of a start has words of its own.
  if (/^(connect|getaddrinfo)$/.test(fault.syscall ?? firstOf(fault)?.syscall ?? ''))
    return say(
      `The database does not answer: ${error.message || firstOf(fault)?.message}`,
      'Check host and port in DATABASE_URL, and whether PostgreSQL runs there and may be reached from here.',
    )
  if (
    /timeout exceeded when trying to connect|terminated due to connection timeout|^timeout expired$/i.test(
      error.message,
    )
  )
    return say('The database does not answer within 5 seconds', 'Check host and port in DATABASE_URL, and firewalls.')
  if (fault.severity !== undefined)
    return say(
      `The database refuses: ${error.message}`,
      databaseHints[code] ?? `PostgreSQL calls it ${code}; its own log says more.`,
    )
  const reason = fileFaults[code]
  if (fault.path !== undefined && reason !== undefined)
    return say(`${fault.path} cannot be used: ${reason}`, 'Name another path, or give this user the right to it.')
  return undefined
}

/** A name with several addresses fails once for each. */
function firstOf({ errors }: SystemFault): SystemFault | undefined {
  return errors?.[0]
}
