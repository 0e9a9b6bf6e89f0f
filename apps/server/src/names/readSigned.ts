import { randomBytes } from 'node:crypto'
import { nameMessageLife } from '@latchkey/protocol/namesApi'
import { safeParse } from 'zod/mini'
import { parseJson } from '../platform/http/json.js'
import { Refusal } from '../platform/http/refusal.js'
import { type MadeMessage, madeMessage, plainMessage } from './nameRequests.js'

/** The signed text of a registration: that of this server or of a stock client. */
export type SignedText =
  | { made: true; text: MadeMessage }
  | { made: false; text: { name: string; attributes: Record<string, string>; timestamp: number } }

/**
 * Writes a text to sign. It begins with what stock clients sign; the rest binds it to one account, chain, service and moment.
 *
 * @param content - What is to be done, and with which name.
 * @param now - The time.
 * @returns The text, and until when it counts, in seconds since 1970.
 */
export function makeMessage(
  content: { name: string; attributes?: object | undefined; [more: string]: unknown },
  now: Date,
): { message: string; expires: number } {
  const { name, attributes = {}, ...more } = content
  const timestamp = Math.floor(now.getTime() / 1000)
  const expires = timestamp + nameMessageLife / 1000
  const nonce = randomBytes(16).toString('hex')
  return { message: JSON.stringify({ name, attributes, timestamp, ...more, expires, nonce }, undefined, 2), expires }
}

/**
 * Reads a signed text.
 *
 * @param message - The text.
 * @param now - The time, from which that of a stock client may be 5 minutes away.
 * @throws Refusal 400 for another text, and for one that is too old or of the future.
 */
export function readSigned(message: string, now: Date): SignedText {
  const value = parse(message)
  const made = safeParse(madeMessage, value)
  if (made.success) return { made: true, text: made.data }
  const plain = safeParse(plainMessage, value)
  if (!plain.success) throw new Refusal(400, 'message', 'message is not a JSON text of name, attributes and timestamp')
  const { name, attributes = {}, timestamp } = plain.data
  if (Math.abs(now.getTime() - timestamp * 1000) > nameMessageLife)
    throw new Refusal(400, 'timestamp', 'The time in the signed text is more than 5 minutes away from now')
  return { made: false, text: { name, attributes, timestamp } }
}

function parse(message: string): unknown {
  try {
    return parseJson(message)
  } catch (cause) {
    throw new Refusal(400, 'message', 'message is not a JSON text of name, attributes and timestamp', { cause })
  }
}
