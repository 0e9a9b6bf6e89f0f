import { decodeFunctionResult, encodeFunctionData, erc20Abi, multicall3Abi } from 'viem'
import type { Chain } from '../../platform/chains/chain.js'
import type { NodeAnswer, NodeCall } from '../../platform/upstream/answer.js'
import type { ChainReader, Holdings } from '../../platform/upstream/chainReader.js'
import type { HeadMemory } from '../../platform/upstream/createHeadMemory.js'
import type { Nodes } from '../../platform/upstream/nodes.js'
import { readQuantity, readWord } from '../../platform/upstream/readHex.js'
import { UpstreamFault } from '../../platform/upstream/upstreamFault.js'

type Address = `0x${string}`
type AtBlock = Holdings & { block: bigint }

const blockNumberAbi = [
  { type: 'function', name: 'getBlockNumber', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
] as const
const ethBalanceAbi = [
  {
    type: 'function',
    name: 'getEthBalance',
    stateMutability: 'view',
    inputs: [{ type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
] as const
const tokensPerCall = 200

/**
 * Creates the reader of balances of EVM chains over our own nodes: one multicall for a chain that has the contract, else one batch.
 *
 * @param options - The nodes, and the check for a stale block.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://www.multicall3.com
 */
export function createEvmReader({ nodes, isAtHead }: { nodes: Nodes; isAtHead: HeadMemory }): ChainReader {
  return async (chain, address) => {
    const tokens = chain.tokens.map((token) => token.address).filter(isAddress)
    const slices = [tokens.slice(0, tokensPerCall)]
    for (let at = tokensPerCall; at < tokens.length; at += tokensPerCall)
      slices.push(tokens.slice(at, at + tokensPerCall))
    const read = chain.multicall3 === undefined ? batch : multicall
    const accept = (block: bigint) => isAtHead(chain.caip2, block)
    if (!isAddress(address)) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: false, details: 'No EVM address.' })
    const parts = await Promise.all(slices.map((slice) => read(nodes, chain, address, slice, accept)))
    const [first] = parts
    if (first === undefined) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true })
    return { native: first.native, tokens: new Map(parts.flatMap((part) => [...part.tokens])) }
  }
}

function isAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

type Read = (
  nodes: Nodes,
  chain: Chain,
  address: Address,
  tokens: readonly Address[],
  accept: (block: bigint) => boolean,
) => Promise<AtBlock>

const multicall: Read = async (nodes, chain, address, tokens, accept) => {
  const to = chain.multicall3 ?? '0x'
  const calls = [
    {
      target: to,
      allowFailure: false,
      callData: encodeFunctionData({ abi: blockNumberAbi, functionName: 'getBlockNumber' }),
    },
    {
      target: to,
      allowFailure: false,
      callData: encodeFunctionData({ abi: ethBalanceAbi, functionName: 'getEthBalance', args: [address] }),
    },
    ...tokens.map((target) => ({ target, allowFailure: true, callData: balanceOf(address) })),
  ]
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const call: NodeCall = { method: 'eth_call', params: [{ to, data }, 'latest'] }
  const decode = (answer: NodeAnswer): AtBlock => {
    const results = decoded(() =>
      decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: hex(answer) }),
    )
    return holdings(
      results.map(({ success, returnData }) => (success ? readWord(returnData) : undefined)),
      tokens,
    )
  }
  return decode(await nodes.read(chain.caip2, call, { accept: (answer) => accept(decode(answer).block) }))
}

const batch: Read = async (nodes, chain, address, tokens, accept) => {
  const calls: NodeCall[] = [
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
    ...tokens.map((to) => ({ method: 'eth_call', params: [{ to, data: balanceOf(address) }, 'latest'] })),
  ]
  const decode = (answers: readonly NodeAnswer[]): AtBlock =>
    holdings(
      answers.map((answer, at) =>
        at < 2 ? readQuantity(hex(answer)) : answer.ok ? readWord(answer.result) : undefined,
      ),
      tokens,
    )
  return decode(await nodes.readBatch(chain.caip2, calls, { accept: (answers) => accept(decode(answers).block) }))
}

function holdings(values: readonly (bigint | undefined)[], tokens: readonly Address[]): AtBlock {
  const [block, native, ...rest] = values
  if (block === undefined || native === undefined || rest.length !== tokens.length) {
    throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'The node gave no block number or balance.' })
  }
  const held = new Map<Address, bigint>()
  for (const [at, address] of tokens.entries()) {
    const amount = rest[at]
    if (amount !== undefined) held.set(address, amount)
  }
  return { block, native, tokens: held }
}

function balanceOf(address: Address): `0x${string}` {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}

function hex(answer: NodeAnswer): `0x${string}` {
  if (answer.ok && typeof answer.result === 'string' && /^0x[0-9a-fA-F]*$/.test(answer.result))
    return answer.result as `0x${string}`
  throw new UpstreamFault('RPC_BAD_ANSWER', {
    sent: true,
    details: answer.ok ? 'No hexadecimal text.' : answer.error.message,
  })
}

function decoded<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new UpstreamFault('RPC_BAD_ANSWER', {
      sent: true,
      details: 'The answer of the contract cannot be read.',
      cause,
    })
  }
}
