import type { Call } from './readCall.js'

/** Gives the token that a call was made with; undefined when it has none of the right form. */
export function readBearer(call: Call): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(call.header('authorization') ?? '')?.[1]
}
