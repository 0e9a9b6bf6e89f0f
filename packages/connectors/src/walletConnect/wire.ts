/** The relay tags of each message, and its time to live, in seconds. */
export const messages = {
  wc_sessionPropose: { request: 1100, response: 1101, rejection: 1120, ttl: 300 },
  wc_sessionSettle: { request: 1102, response: 1103, rejection: 1103, ttl: 300 },
  wc_sessionUpdate: { request: 1104, response: 1105, rejection: 1105, ttl: 86_400 },
  wc_sessionExtend: { request: 1106, response: 1107, rejection: 1107, ttl: 86_400 },
  wc_sessionRequest: { request: 1108, response: 1109, rejection: 1109, ttl: 300 },
  wc_sessionEvent: { request: 1110, response: 1111, rejection: 1111, ttl: 300 },
  wc_sessionDelete: { request: 1112, response: 1113, rejection: 1113, ttl: 86_400 },
  wc_sessionPing: { request: 1114, response: 1115, rejection: 1115, ttl: 86_400 },
  // The protocol allows an hour; here it expires with its pairing.
  wc_sessionAuthenticate: { request: 1116, response: 1117, rejection: 1118, ttl: 300 },
  wc_pairingDelete: { request: 1000, response: 1001, rejection: 1001, ttl: 86_400 },
  wc_pairingPing: { request: 1002, response: 1003, rejection: 1003, ttl: 86_400 },
} as const

/** A method of the protocol. */
export type WireMethod = keyof typeof messages

/** The error codes of the protocol for refused requests. @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
export const refusals = {
  invalidUpdate: { code: 1003, message: 'Invalid update request' },
  invalidExtend: { code: 1004, message: 'Invalid extend request' },
  unauthorized: { code: 3003, message: 'Unauthorized update request' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains' },
  disconnected: { code: 6000, message: 'User disconnected.' },
  expired: { code: 8000, message: 'Request expired.' },
  settlementFailed: { code: 7000, message: 'Session settlement failed' },
  unsupportedMethod: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const

/** An error as it goes over the wire. */
export type WireError = { readonly code: number; readonly message: string; readonly data?: unknown }

/** A JSON-RPC message between the two sides of a pairing or a session. */
export type WireMessage =
  | { readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: WireError }

/** Reads a decrypted message; undefined when invalid. */
export function readWireMessage(text: string): WireMessage | undefined {
  const value = asRecord(parse(text))
  const { id, method, params, error } = value
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined
  if (typeof method === 'string') return { id, method, params }
  if (error !== undefined && error !== null) return { id, error: readWireError(error) }
  return 'result' in value ? { id, result: value.result } : undefined
}

function readWireError(value: unknown): WireError {
  const { code, message, data } = asRecord(value)
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message.slice(0, 1000) : 'An error occurred',
    ...(data === undefined ? {} : { data }),
  }
}

/** Creates message ids: the time in microseconds, strictly increasing. */
export function createIds(): () => number {
  let last = 0
  return () => {
    const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
    last = Math.max(last + 1, Date.now() * 1000 + (random % 1000))
    return last
  }
}

/** A value as a record; empty when invalid. */
export function asRecord(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: unknown })
    : {}
}

/** Reads JSON; undefined when invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
