import {
  type Abi,
  decodeFunctionData,
  domainSeparator,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { onTestFinished } from 'vitest'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function multicall(bytes[]) returns (bytes[])',
])

const aggregate = 'aggregate3((address,bool,bytes)[])'

/** Has the node of `accountModal`, asked by itself or through the data API, tell of a token that takes permits, and of routers that bring them. */
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
  const answerAll = (data: Hex): Hex | undefined => {
    if (!data.startsWith(toFunctionSelector(aggregate))) return undefined
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const result = (args[0] as readonly { callData: Hex }[]).map(({ callData }) => {
      const told = answer(callData)
      return { success: told !== undefined, returnData: told ?? '0x' }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const isNode = url.startsWith('http://node.test') || url.startsWith('http://api.test/v1?')
    if (!isNode || typeof init?.body !== 'string') return before(input, init)
    const { id, method, params } = JSON.parse(init.body) as { id: number; method: string; params: { data: Hex }[] }
    const told = (result: object) => new Response(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
    if (method === 'eth_getCode') return told({ result: '0x' })
    if (method !== 'eth_call') return before(input, init)
    const data = params[0]?.data ?? '0x'
    const result = answer(data) ?? answerAll(data)
    return told(result ? { result } : { error: { code: 3, message: 'execution reverted' } })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}
