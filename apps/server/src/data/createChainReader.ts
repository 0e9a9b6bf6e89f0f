import type { ChainId } from '@latchkey/protocol/caip'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, multicall3Abi } from 'viem'
import type { Chain } from '../platform/chain.js'
import type { NodeAnswer, NodeCall } from '../platform/upstream/answer.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'

type Address = `0x${string}`

/** What an account holds at one block; a token whose contract fails is left out. */
export type Holdings = { block: bigint; native: bigint; tokens: ReadonlyMap<Address, bigint> }

/** Reads the holdings of an account on one chain, never from an older block than was read before. */
export type ChainReader = (chain: Chain, address: Address) => Promise<Holdings>

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
/** After this time without a node at the newest known block, the chain itself must have gone back. */
const patience = 30_000

/**
 * Makes the reader of balances over our own nodes: one multicall for a chain that has the contract, else one batch.
 *
 * @param options - The nodes and the clock.
 * @returns The reader; it rejects with an `UpstreamFault`.
 * @see https://www.multicall3.com
 */
export function createChainReader({ nodes, clock }: { nodes: Nodes; clock: () => Date }): ChainReader {
  const heads = new Map<ChainId, { block: bigint; seen: number }>()

  function isNewEnough(chainId: ChainId, block: bigint): boolean {
    const now = clock().getTime()
    const head = heads.get(chainId)
    if (head && block < head.block && now - head.seen < patience) return false
    heads.set(chainId, { block, seen: now })
    return true
  }

  return async (chain, address) => {
    const slices: (typeof chain.tokens)[] = [chain.tokens.slice(0, tokensPerCall)]
    for (let at = tokensPerCall; at < chain.tokens.length; at += tokensPerCall) {
      slices.push(chain.tokens.slice(at, at + tokensPerCall))
    }
    const read = chain.multicall3 === undefined ? batch : multicall
    const parts = await Promise.all(
      slices.map((tokens) =>
        read(
          nodes,
          chain,
          address,
          tokens.map((token) => token.address),
          (block) => isNewEnough(chain.caip2, block),
        ),
      ),
    )
    const [first] = parts
    if (first === undefined) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true })
    return { ...first, tokens: new Map(parts.flatMap((part) => [...part.tokens])) }
  }
}

type Read = (
  nodes: Nodes,
  chain: Chain,
  address: Address,
  tokens: readonly Address[],
  accept: (block: bigint) => boolean,
) => Promise<Holdings>

const multicall: Read = async (nodes, chain, address, tokens, accept) => {
  const to = chain.multicall3 as Address
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
  const decode = (answer: NodeAnswer): Holdings => {
    const results = decoded(() =>
      decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: hex(answer) }),
    )
    return holdings(
      results.map(({ success, returnData }) => (success ? uint256(returnData) : undefined)),
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
  const decode = (answers: readonly NodeAnswer[]): Holdings =>
    holdings(
      answers.map((answer, at) => (at < 2 ? quantity(hex(answer)) : answer.ok ? uint256(answer.result) : undefined)),
      tokens,
    )
  return decode(await nodes.readBatch(chain.caip2, calls, { accept: (answers) => accept(decode(answers).block) }))
}

function holdings(values: readonly (bigint | undefined)[], tokens: readonly Address[]): Holdings {
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

function quantity(value: string): bigint | undefined {
  return value === '0x' ? undefined : BigInt(value)
}

/** One word, or nothing: an address without a contract answers with nothing, a strange contract with anything. */
function uint256(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? BigInt(value) : undefined
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
