import { type Logger, type LoggerOptions, pino } from 'pino'
import { createRepeatFilter } from './createRepeatFilter.js'

/** The log of the server; bodies are never logged. */
export type Log = Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>

/**
 * Creates the log of one server; it writes JSON lines to standard output. An error or a warning that comes again and again is
 * written once in 10 seconds, with `leftOut`, the number of its like that were not.
 *
 * @param level - The lowest level that is written.
 * @param options - Where the lines go, and for tests how long the like of a line is left out, in milliseconds.
 * @returns The log.
 */
export function createLog(
  level: string,
  { every = 10_000, write }: { every?: number; write?: (line: string) => void } = {},
): Log {
  const filter = createRepeatFilter(every)
  const warn = pino.levels.values.warn ?? 40
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: ['*.authorization', '*.key', '*.password', '*.url'], censor: '[hidden]' },
    hooks: {
      logMethod(given, method, at) {
        const [fields, text] = given as unknown as [object | string, string | undefined]
        const line = typeof fields === 'string' ? { fields: {}, text: fields } : { fields, text: text ?? '' }
        const put = (more: object) => method.call(this, { ...line.fields, ...more }, line.text)
        if (at < warn) put({})
        else filter(`${at} ${line.text}`, line.fields, put)
      },
    },
  }
  return write === undefined ? pino(options) : pino(options, { write })
}
