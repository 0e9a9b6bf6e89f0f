/**
 * Runs in a page: notes what goes wrong there from the first call on, and hands over what was noted since the last.
 * For a browser that tells nobody what its console says.
 */
export function watchProblems(): string[] {
  const key = Symbol.for('latchkey-problems')
  const holder = globalThis as unknown as Record<symbol, string[] | undefined>
  const known = holder[key]
  if (known) return known.splice(0)
  const noted: string[] = []
  holder[key] = noted
  // What WebKit says of a size that changed while sizes were told is no error: it is told in the next frame.
  const isError = (message: string) => message !== '' && !message.startsWith('ResizeObserver loop')
  addEventListener('error', ({ message }) => isError(message) && noted.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => noted.push(`unhandled: ${String(reason)}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    noted.push(`policy violated: ${violatedDirective} ${blockedURI}`),
  )
  for (const level of ['error', 'warn'] as const) {
    const own = console[level]
    console[level] = (...args: unknown[]) => {
      noted.push(`console ${level}: ${args.map(String).join(' ')}`)
      own.apply(console, args)
    }
  }
  return []
}
