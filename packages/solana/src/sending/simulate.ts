import type { ReadContext } from '@latchkey/core'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { base64 } from '@scure/base'
import { askValue, type Nodes, toInteger } from '../reads/rpc.js'

/** What a node says of a transaction that it ran without sending it. */
export type Trial = {
  /** Undefined: it would go through. */
  readonly error: unknown
  readonly logs: readonly string[]
  /** Compute units that it took; undefined where the node does not say. */
  readonly units: bigint | undefined
}

/** Lets the node run a transaction, unsigned as it is; undefined where it lets nobody try. */
export async function simulate(nodes: Nodes, context: ReadContext, wire: Uint8Array): Promise<Trial | undefined> {
  const options = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: false, commitment: 'confirmed' }
  const asking = askValue(nodes, context, 'simulateTransaction', [base64.encode(wire), options])
  const value = await asking.catch((error: unknown) => {
    if (isLatchkeyError(error, 'UNSUPPORTED_METHOD')) return undefined
    throw error
  })
  if (value === undefined) return undefined
  const { err, logs, unitsConsumed } = (value ?? {}) as { err?: unknown; logs?: unknown; unitsConsumed?: unknown }
  return {
    error: err ?? undefined,
    logs: Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : [],
    units: unitsConsumed === undefined || unitsConsumed === null ? undefined : toInteger(unitsConsumed),
  }
}
