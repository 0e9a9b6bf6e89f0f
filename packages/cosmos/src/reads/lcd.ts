import type { ReadContext } from '@latchkey/core'
import { parseJson, readUrl } from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** An answer of the REST interface: its status, and an object. */
export type LcdAnswer = { readonly status: number; readonly body: { readonly [name: string]: unknown } }

/** Reads from the REST interface of a node. @see https://docs.cosmos.network/api */
export async function readLcd(context: ReadContext, path: string, signal?: AbortSignal): Promise<LcdAnswer> {
  const answer = await readUrl(context, { path, signal })
  return { status: answer.status, body: record(parseJson(answer)) }
}

/** The object of a good answer, or the node's own reason. */
export function expectGood({ status, body }: LcdAnswer): LcdAnswer['body'] {
  if (status < 300) return body
  throw new LatchkeyError('RPC_ERROR', 'The node refused this request.', {
    details: `HTTP status ${status}: ${String(body.message).slice(0, 300)}`,
  })
}

/** Refuses a node that says it is of another chain. */
export async function refuseOtherChain(context: ReadContext): Promise<void> {
  const found = await readLcd(context, '/cosmos/base/tendermint/v1beta1/node_info').catch(() => undefined)
  const info = found?.body.default_node_info
  const chain = isRecord(info) ? info.network : undefined
  // A node that does not say which chain it is of may still be right.
  if (typeof chain !== 'string' || chain === String(context.chain.id)) return
  throw new LatchkeyError('RPC_BAD_ANSWER', `The node that is set for ${context.chain.name} serves another network.`, {
    details: `expected ${context.chain.id}, found ${chain.slice(0, 100)}`,
  })
}

/** An object, or a clear error. */
export function record(value: unknown): { readonly [name: string]: unknown } {
  if (isRecord(value)) return value
  throw badAnswer()
}

/** A whole number that was written as text, or a clear error. */
export function whole(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,60}$/.test(value)) return BigInt(value)
  throw badAnswer()
}

/** What is thrown for an invalid answer. */
export function badAnswer(): LatchkeyError {
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.')
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
