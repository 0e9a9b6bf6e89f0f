/** A statement that failed carries every value it was given, and PostgreSQL names some in its words: neither belongs into a log. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (!error.message.startsWith('Failed query')) {
    const cause = withoutValues(error.cause)
    return cause === error.cause ? error : cause
  }
  const { code, table, constraint } = (error.cause ?? {}) as { [name: string]: unknown }
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return { message: 'A statement failed', code, table, constraint, stack }
}
