import type { StoredMessage } from './message.js'
import type { RelayRefusal } from './relayRefusal.js'

/** The JSON of a delivery. */
export function deliveryFrame(id: number, subscriptionId: string, stored: StoredMessage): string {
  const { topic, message, tag, publishedAt, attestation } = stored
  const data = { topic, message, publishedAt, tag, ...(attestation === null ? {} : { attestation }) }
  return JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscriptionId, data } })
}

/** The JSON of a result; `id` is JSON already. */
export function resultFrame(id: string, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** The JSON of an error; `id` is JSON already. */
export function errorFrame(id: string, { rpcCode, message, problem }: RelayRefusal): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify({ code: rpcCode, message, data: problem })}}`
}
