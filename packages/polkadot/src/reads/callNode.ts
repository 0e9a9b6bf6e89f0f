import type { ReadContext } from '@latchkey/core'
import { parseJson, readUrl } from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Calls a method of a Substrate node.
 *
 * @see https://www.jsonrpc.org/specification
 */
export async function callNode(context: ReadContext, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await readUrl(context, { body, contentType: 'application/json' })
  const value = parseJson(answer)
  if (typeof value !== 'object' || value === null) throw badAnswer()
  const { id, result, error } = value as { id?: unknown; result?: unknown; error?: unknown }
  if ('result' in value === 'error' in value || (id !== 1 && id !== null)) throw badAnswer()
  if (!('error' in value)) return result
  throw new LatchkeyError('RPC_ERROR', 'The node refused this request.', {
    details: JSON.stringify(error).slice(0, 300),
  })
}

/** Refuses a node whose chain began with another block than the chain that was meant. */
export async function refuseOtherChain(context: ReadContext): Promise<void> {
  // A node that does not say which chain it is of may still be right.
  const genesis = await callNode(context, 'chain_getBlockHash', [0]).catch(() => undefined)
  if (typeof genesis !== 'string' || !/^0x[0-9a-f]{64}$/i.test(genesis)) return
  const { id, name } = context.chain
  if (genesis.slice(2, 34).toLowerCase() === String(id).toLowerCase()) return
  throw new LatchkeyError('RPC_BAD_ANSWER', `The node that is set for ${name} serves another network.`, {
    details: `expected a chain that begins with ${id}, found ${genesis}`,
  })
}

function badAnswer(): LatchkeyError {
  return new LatchkeyError('RPC_BAD_ANSWER', 'The network returned an unexpected response.')
}
