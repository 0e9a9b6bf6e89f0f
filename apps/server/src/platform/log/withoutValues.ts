/** A failed statement, without its values, for the log. */
export type FailedStatement = {
  message: 'A statement failed'
  code?: unknown
  table?: unknown
  constraint?: unknown
  stack?: readonly string[] | undefined
}

/**
 * Takes the values out of an error before it goes to the log: a statement that failed carries every value it was given, and
 * PostgreSQL names some in its words.
 *
 * @param error - What was thrown.
 * @returns The error itself, or the failed statement without its values if it or its cause has one.
 */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isWrapped = error.message.startsWith('Failed query')
  // A transaction that fails at its end has no statement around its error.
  if (!isWrapped && !isFromDatabase(error)) {
    const cause = withoutValues(error.cause)
    return cause === error.cause ? error : cause
  }
  const { code, table, constraint } = ((isWrapped ? error.cause : error) ?? {}) as { [name: string]: unknown }
  return { message: 'A statement failed', code, table, constraint, stack: placesOf(error) } satisfies FailedStatement
}

/**
 * Describes in a few words why something failed, for the log.
 *
 * @param error - What was thrown.
 * @returns Its message without values; of a statement that failed its SQLSTATE.
 */
export function reasonOf(error: unknown): string {
  const known = withoutValues(error)
  if (known instanceof Error) return known.message
  if (known === error) return 'unknown'
  const { message, code } = known as FailedStatement
  return code === undefined ? message : `${message} (${code})`
}

function isFromDatabase(error: Error): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return severity !== undefined && typeof code === 'string'
}

/** The lines of a stack after its message, which may have lines that look like them. */
function placesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message)
  return at === -1
    ? []
    : stack
        .slice(at + message.length)
        .split('\n')
        .filter((line) => line.startsWith('    at '))
}
