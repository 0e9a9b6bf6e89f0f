import {
  type Abi,
  decodeFunctionData,
  domainSeparator,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
} from 'viem'
import { onTestFinished } from 'vitest'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function multicall(bytes[]) returns (bytes[])',
])

/** Has `http://node.test` tell of a token that takes permits, and of routers that bring them. */
export function permitNode(token: Hex): void {
  const before = globalThis.fetch
  const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
  const results: { readonly [name: string]: unknown } = {
    name: domain.name,
    version: domain.version,
    nonces: 0n,
    DOMAIN_SEPARATOR: domainSeparator({ domain }),
    multicall: ['0x'],
  }
  const answer = (data: Hex): Hex | undefined => {
    try {
      const { functionName } = decodeFunctionData({ abi, data })
      return encodeFunctionResult({ abi: abi as Abi, functionName, result: results[functionName] })
    } catch {
      return undefined
    }
  }
  const answerAll = (data: Hex): Hex => {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const result = (args[0] as readonly { callData: Hex }[]).map(({ callData }) => {
      const told = answer(callData)
      return { success: told !== undefined, returnData: told ?? '0x' }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: result as never })
  }
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('http://node.test') || typeof init?.body !== 'string') return before(input, init)
    const { id, method, params } = JSON.parse(init.body) as { id: number; method: string; params: { data: Hex }[] }
    if (method === 'eth_getCode') return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: '0x' }))
    if (method !== 'eth_call') return before(input, init)
    const data = params[0]?.data ?? '0x'
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answer(data) ?? answerAll(data) }))
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}
