import type { ReadContext } from '@latchkey/core'
import { base64 } from '@scure/base'
import { ask, askValue, badAnswer, type Nodes, toInteger } from './rpc.js'

/** An account of the chain as its bytes. */
export type ChainAccount = {
  readonly lamports: bigint
  /** The program that may change it. */
  readonly owner: string
  readonly data: Uint8Array
  readonly isProgram: boolean
}

/** Reads accounts in the order of their addresses, all of each or its first `bytes`; undefined for those that do not exist. */
export async function getAccounts(
  nodes: Nodes,
  context: ReadContext,
  addresses: readonly string[],
  bytes?: number,
): Promise<readonly (ChainAccount | undefined)[]> {
  const part = bytes === undefined ? {} : { dataSlice: { offset: 0, length: bytes } }
  const options = { encoding: 'base64', commitment: 'confirmed', ...part }
  const value = await askValue(nodes, context, 'getMultipleAccounts', [addresses, options])
  if (!Array.isArray(value) || value.length !== addresses.length) throw badAnswer()
  return value.map(readAccount)
}

/** What an account of so many bytes must hold at least to be kept, in lamports. */
export async function getRent(nodes: Nodes, context: ReadContext, bytes: number): Promise<bigint> {
  return toInteger(await ask(nodes, context, 'getMinimumBalanceForRentExemption', [bytes]))
}

function readAccount(value: unknown): ChainAccount | undefined {
  if (value === null) return undefined
  const { lamports, owner, data, executable } = (value ?? {}) as { [name: string]: unknown }
  const text: unknown = Array.isArray(data) ? data[0] : undefined
  if (typeof owner !== 'string' || typeof text !== 'string') throw badAnswer()
  try {
    return { lamports: toInteger(lamports), owner, data: base64.decode(text), isProgram: executable === true }
  } catch (cause) {
    throw badAnswer(cause)
  }
}
