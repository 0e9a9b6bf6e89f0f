import { createConfig } from '@latchkey/core'
import { buildSwap, buildSwapApproval, getSwapQuote } from '@latchkey/core/swap'
import {
  type EvmChains,
  faucet,
  type LocalChain,
  localTokens,
  placeSettlement,
  settlementAddresses,
  startEvmChains,
  swapAddresses,
} from '@latchkey/devnet'
import type { AccountId } from '@latchkey/protocol/caip'
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toChainInput } from '../../../test/localChains.js'
import { type SwapAnswer, type SwapServices, startSwapServices, zeroXKey } from '../../../test/startSwapServices.js'
import { startTestServer } from '../../../test/startTestServer.js'
import type { RunningServer } from '../../startServer.js'

const chainId = 'eip155:31337'
const idOf = (address: string): AccountId => `${chainId}:${address}`
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const [{ address: usdc }, { address: dai }] = localTokens
const { router, wrapped } = swapAddresses
const { holder, settler } = settlementAddresses
const owner = privateKeyToAccount(generatePrivateKey())
const abi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'struct Least { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Least least, bytes[] actions, bytes32 id)',
  'function transferFrom(address token, address owner, address recipient, uint256 amount)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
])
const action = (target: Address, value: bigint, data: Hex) =>
  encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }], [target, value, data])

/** What 0x would answer where the pools of the local chain are all there is. */
function settle({ from, to, receiver, amount, minimum }: SwapAnswer): { data: Hex } {
  const later = 9_999_999_999n
  const actions =
    from === coin
      ? [
          action(
            router,
            amount,
            encodeFunctionData({
              abi,
              functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
              args: [0n, [wrapped, to], settler, later],
            }),
          ),
        ]
      : [
          action(
            holder,
            0n,
            encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, receiver, settler, amount] }),
          ),
          action(from, 0n, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })),
          action(
            router,
            0n,
            encodeFunctionData({
              abi,
              functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
              args: [amount, 0n, [from, to], settler, later],
            }),
          ),
        ]
  const least = { recipient: receiver, buyToken: to, minAmountOut: minimum }
  const inner = encodeFunctionData({ abi, functionName: 'execute', args: [least, actions, `0x${'00'.repeat(32)}`] })
  if (from === coin) return { data: inner }
  return { data: encodeFunctionData({ abi, functionName: 'exec', args: [settler, from, amount, settler, inner] }) }
}

describe('0x, from its answer to the block', () => {
  let chains: EvmChains
  let chain: LocalChain
  let services: SwapServices
  let server: RunningServer
  beforeAll(async () => {
    chains = await startEvmChains()
    chain = chains.chains[0]
    services = await startSwapServices()
    services.lie = settle
    await placeSettlement(chain.url)
    await faucet(chain, owner.address)
    server = await startTestServer({
      roles: ['data'],
      chains: [toChainInput(chain)],
      env: {
        LATCHKEY_SWAPS: JSON.stringify({ [chainId]: { provider: '0x' } }),
        LATCHKEY_ZEROX_URL: services.url,
        LATCHKEY_ZEROX_KEY: zeroXKey,
      },
    })
  })
  afterAll(async () => {
    await server?.close()
    await services?.stop()
    await chains?.stop()
  })

  it.each([
    ['a token, by the contract that is approved', usdc, 100_000_000n, 900_000_000_000_000n, holder],
    ['the native coin, by the contract that settles', coin, 10n ** 17n, 2_000_000n, settler],
  ] as const)('sells %s: what the server built the page has signed', async (_, sold, amount, price, target) => {
    services.price = price
    const client = createWalletClient({
      account: owner,
      transport: http(chain.url),
      chain: {
        id: 31337,
        name: 'Local',
        nativeCurrency: chain.nativeCurrency,
        rpcUrls: { default: { http: [chain.url] } },
      },
    }).extend(publicActions)
    const config = createConfig({
      chains: [client.chain],
      api: { url: server.url },
      swapRouters: { [chainId]: [holder] },
      storage: null,
    })
    const pair = { account: idOf(owner.address), from: idOf(sold), to: idOf(dai), amount }
    const { toAmount } = await getSwapQuote(config, pair)
    const demand = { ...pair, minimum: (toAmount * 99n) / 100n }
    const send = async (call: { to: Address; data: Hex; value: bigint }) =>
      client.waitForTransactionReceipt({ hash: await client.sendTransaction(call) })
    const held = () =>
      client.readContract({ address: dai, abi: erc20Abi, functionName: 'balanceOf', args: [owner.address] })
    if (sold !== coin) await send(await buildSwapApproval(config, demand))
    const before = await held()
    const { to, data, value } = await buildSwap(config, demand)
    expect(to.toLowerCase()).toBe(target.toLowerCase())
    expect((await send({ to, data, value })).status).toBe('success')
    expect((await held()) - before).toBeGreaterThanOrEqual(demand.minimum)
    config.destroy()
  })
})
