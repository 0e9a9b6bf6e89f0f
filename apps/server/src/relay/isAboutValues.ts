/** Whether a database refused a statement for what was in it, by the class of the SQLSTATE; with other values it may take the same. */
export function isAboutValues(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^(?:22|23|54)/.test(code)
}
