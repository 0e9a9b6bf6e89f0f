import { LatchkeyError } from '@latchkey/protocol/errors'
import { parseJson } from '../platform/http/json.js'
import { RelayRefusal } from './relayRefusal.js'

/** A message of a client: a call, or the response to a delivery. */
export type Frame =
  | { kind: 'call'; id: string; method: string; params: { readonly [name: string]: unknown } }
  | { kind: 'answer'; id: number; isAccepted: boolean }
  | { kind: 'problem'; id: string; refusal: RelayRefusal }

/**
 * Reads one frame of a socket.
 *
 * @param text - The frame.
 * @returns What it is. The id of a call is its JSON as it was written: clients count in 19 digits, some as numbers, and take an
 * answer for another's when one digit is lost.
 */
export function readFrame(text: string): Frame {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error
    return problem('null', 'Serialization', error.message)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return problem('null', 'Serialization', 'The frame is not an object')
  const { id, jsonrpc, method, params, result, error } = value as { readonly [name: string]: unknown }
  if (method === undefined && (result !== undefined || error !== undefined))
    return { kind: 'answer', id: Number(id), isAccepted: error === undefined }
  const written =
    typeof id === 'string' || Number.isSafeInteger(id) ? JSON.stringify(id) : (numberAsWritten(text) ?? 'null')
  if (jsonrpc !== '2.0' || written === 'null' || written.length > 128)
    return problem(
      written.length > 128 ? 'null' : written,
      'Serialization',
      'The frame is not a JSON-RPC 2.0 call with an id',
    )
  if (typeof method !== 'string') return problem(written, 'Serialization', 'method must be a string')
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return problem(written, 'InvalidParams', 'params must be an object')
  return { kind: 'call', id: written, method, params: params as { readonly [name: string]: unknown } }
}

function problem(id: string, name: 'Serialization' | 'InvalidParams', message: string): Frame {
  return { kind: 'problem', id, refusal: new RelayRefusal(name, message) }
}

/** The id of the outermost object when it is a whole number that loses digits as a JavaScript number. */
function numberAsWritten(text: string): string | undefined {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*(?::\s*\d{1,40}(?=\s*[,}]))?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1) {
      const id = /^"id"\s*:\s*(\d+)/.exec(token)?.[1]
      if (id !== undefined) return id
    }
  }
  return undefined
}
