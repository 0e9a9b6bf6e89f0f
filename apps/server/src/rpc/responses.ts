import type { CallId } from './call.js'

/** The JSON of a successful or failed response whose part after the id is already written. */
export function withId(id: CallId, tail: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${tail}`
}

/** The JSON of a result. */
export function resultTail(result: unknown): string {
  return `"result":${JSON.stringify(result)}}`
}

/** The JSON of an error. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes */
export function errorTail(code: number, message: string, data?: unknown): string {
  return `"error":${JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })}}`
}

/** The error for a method outside the list. */
export const notAllowed = errorTail(-32601, 'Requested RPC call is not allowed')

/** The error for `eth_getLogs` over too many blocks. */
export const wideRange = errorTail(-32602, 'The range of blocks is wider than 10000')
