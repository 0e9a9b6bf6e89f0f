import type { Ledger } from './ledger.js'
import type { Operator } from './operator.js'
import type { Commitment, Options, Params } from './params.js'
import { countParam } from './params.js'
import { RpcError, rpcCodes } from './rpcError.js'

/** What the methods of the node work with. */
export type Node = { readonly ledger: Ledger; readonly operator: Operator }

/** A method of the node; what it returns goes out as JSON, what it throws as an error. */
export type Method = (node: Node, params: Params) => unknown

/** An answer that says in which slot it holds. */
export function withContext(node: Node, value: unknown, commitment: Commitment = 'processed'): object {
  return { context: { apiVersion: nodeVersion, slot: node.ledger.slot(commitment) }, value }
}

/** The version of the protocol that this node speaks. */
export const nodeVersion = '3.0.0'

/** Refuses a read that wants a slot which the node has not seen yet. */
export function checkContextSlot(node: Node, options: Options, commitment: Commitment): void {
  const { minContextSlot } = options
  if (minContextSlot === undefined || minContextSlot === null) return
  const contextSlot = node.ledger.slot(commitment)
  if (contextSlot >= countParam(minContextSlot, 'minContextSlot')) return
  throw new RpcError(rpcCodes.minContextSlot, 'Minimum context slot has not been reached', { contextSlot })
}
