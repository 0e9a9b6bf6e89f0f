/** The id of a JSON-RPC request. */
export type CallId = string | number | null

/** One checked JSON-RPC call. */
export type Call = { id: CallId; method: string; params: unknown }

/** A call that is not JSON-RPC 2.0, with the id to answer it by if it has a usable one. */
export type BadCall = { id: CallId; problem: string }

/**
 * Checks one item of a JSON-RPC request.
 *
 * @param value - Anything that was parsed from JSON.
 * @returns The call, or what is wrong with it.
 * @see https://www.jsonrpc.org/specification#request_object
 */
export function readCall(value: unknown): Call | BadCall {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { id: null, problem: 'The request is not an object' }
  const { jsonrpc, id, method, params } = value as {
    jsonrpc?: unknown
    id?: unknown
    method?: unknown
    params?: unknown
  }
  const known = typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null
  if (jsonrpc !== '2.0') return { id: known, problem: 'jsonrpc must be "2.0"' }
  if (known === null && id !== null) return { id: null, problem: 'id must be a string, a number or null' }
  if (typeof method !== 'string') return { id: known, problem: 'method must be a string' }
  if (params !== undefined && (typeof params !== 'object' || params === null))
    return { id: known, problem: 'params must be an array or an object' }
  return { id: known, method, params }
}
