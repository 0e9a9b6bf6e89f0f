import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import type { NodeAnswer, NodeCall } from '../platform/upstream/answer.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { Address } from './swapPort.js'

/** A question to a contract. */
export type ContractCall = { to: Address; data: `0x${string}` }

/** Questions to the nodes of one chain. */
export type Reads = {
  /** Asks contracts in one round trip; nothing for one that refuses. */
  calls(calls: readonly ContractCall[]): Promise<readonly (`0x${string}` | undefined)[]>
  /** Asks the node itself in one round trip; nothing for what it refuses. */
  node(calls: readonly NodeCall[]): Promise<readonly unknown[]>
}

/** How many questions go into one multicall: nodes limit the gas of a call. */
const together = 64

/**
 * Creates the questions to a chain: one multicall where the chain has the contract, else one batch.
 *
 * @param nodes - The nodes.
 * @param chain - The chain.
 * @returns The questions; each rejects with an `UpstreamFault` when no node answers.
 * @see https://www.multicall3.com
 */
export function createReads(nodes: Nodes, chain: Chain): Reads {
  const { caip2, multicall3 } = chain

  async function multicall(to: Address, calls: readonly ContractCall[]) {
    const parts: (readonly ContractCall[])[] = []
    for (let at = 0; at < calls.length; at += together) parts.push(calls.slice(at, at + together))
    const asked = parts.map((part) => {
      const args = part.map(({ to: target, data: callData }) => ({ target, allowFailure: true, callData }))
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [args] })
      return { method: 'eth_call', params: [{ to, data }, 'latest'] }
    })
    const [only, ...more] = asked
    const answers =
      only === undefined || more.length > 0 ? await nodes.readBatch(caip2, asked) : [await nodes.read(caip2, only)]
    return parts.flatMap((part, at) => readMulticall(answers[at], part.length))
  }

  return {
    async calls(calls) {
      if (calls.length === 0) return []
      if (multicall3 !== undefined) return multicall(multicall3, calls)
      const asked = calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] }))
      return (await nodes.readBatch(caip2, asked)).map(hex)
    },
    async node(calls) {
      return (await nodes.readBatch(caip2, calls)).map((answer) => (answer.ok ? answer.result : undefined))
    },
  }
}

function hex(answer: NodeAnswer): `0x${string}` | undefined {
  if (!answer.ok || typeof answer.result !== 'string') return undefined
  return /^0x[0-9a-fA-F]*$/.test(answer.result) ? (answer.result as `0x${string}`) : undefined
}

function readMulticall(answer: NodeAnswer | undefined, count: number): readonly (`0x${string}` | undefined)[] {
  const data = answer && hex(answer)
  let results: readonly { success: boolean; returnData: `0x${string}` }[] = []
  try {
    results = data === undefined ? [] : decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data })
  } catch (cause) {
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The multicall cannot be read.', cause })
  }
  if (results.length !== count)
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The multicall lacks answers.' })
  return results.map(({ success, returnData }) => (success ? returnData : undefined))
}
