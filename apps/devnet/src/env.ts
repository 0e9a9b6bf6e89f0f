/** The settings of a start from the environment. */
export type StartEnv = {
  /** Settings that go to the server as they are. */
  server: { readonly [name: string]: string }
  /** Colours are unwanted (`NO_COLOR`). */
  noColor: boolean
}

// What the local world decides by itself; a value from elsewhere would point its server somewhere else.
const own = [
  'LATCHKEY_CHAINS',
  'LATCHKEY_DATA_DIR',
  'LATCHKEY_FRAME_DIR',
  'LATCHKEY_MODE',
  'LATCHKEY_SMTP_URL',
  'LATCHKEY_WALLET_ORIGIN',
  'LATCHKEY_WALLET_PORT',
]

/**
 * Reads the environment of a start; this file is the only one of the package that looks at it. Of the server's settings only those that are
 * named after Latchkey count, so that a `DATABASE_URL` of another project is left alone.
 *
 * @param source - The variables.
 */
export function readStartEnv(source: { readonly [name: string]: string | undefined } = process.env): StartEnv {
  const server = Object.entries(source).flatMap(([name, value]) =>
    name.startsWith('LATCHKEY_') && !own.includes(name) && value ? [[name, value] as const] : [],
  )
  return { server: Object.fromEntries(server), noColor: Boolean(source.NO_COLOR) }
}

/** The environment of a build that people are served: a test runner's own would make it one for development. */
export function buildEnv(): { readonly [name: string]: string | undefined } {
  return { ...process.env, NODE_ENV: 'production' }
}
