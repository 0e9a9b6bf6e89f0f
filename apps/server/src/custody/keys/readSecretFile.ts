import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Reads a file that holds a secret, and refuses one that others could have read.
 *
 * @param path - Where it is.
 * @param what - What it is, for the message, for example `The key ring`.
 * @returns The text.
 * @throws LatchkeyError INVALID_CONFIG that never quotes the content.
 */
export function readSecretFile(path: string, what: string): string {
  const refuse = (reason: string, cause?: unknown) =>
    new LatchkeyError('INVALID_CONFIG', `${what} ${path} ${reason}`, { cause })
  let text: string
  let stats: Stats
  try {
    const file = openSync(path, 'r')
    try {
      stats = fstatSync(file)
      text = readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw refuse('cannot be read', cause)
  }
  if (!stats.isFile()) throw refuse('is no file')
  if ((stats.mode & 0o077) !== 0) throw refuse('can be read by others; give it mode 0600')
  if (process.getuid !== undefined && stats.uid !== process.getuid()) throw refuse('belongs to another user')
  return text
}
