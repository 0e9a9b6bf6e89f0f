import type { Call } from './readCall.js'

/** Returns the bearer token of a call; undefined when it is missing or malformed. */
export function readBearer(call: Call): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(call.header('authorization') ?? '')?.[1]
}
