import { LatchkeyError } from '@latchkey/protocol/errors'
import { parseJson } from './json.js'
import { Refusal } from './refusal.js'

/** The value of a body, whatever type the request says it is; refused with 400 where it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!(cause instanceof LatchkeyError)) throw cause
    throw new Refusal(400, 'body', text.trim() === '' ? 'The body is empty' : cause.message, { cause })
  }
}
