import { type Logger, pino } from 'pino'

/** Where the server writes what happened: never bodies, and never an IP address beside a wallet address. */
export type Log = Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>

/** Makes the log of one server; it writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: { paths: ['*.authorization', '*.key', '*.password', '*.url'], censor: '[hidden]' },
  })
}
