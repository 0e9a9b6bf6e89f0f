import { swapAddresses, swapV3Addresses } from '@latchkey/devnet'
import { type AccountId, evmNativeAddress, parseAccountId } from '@latchkey/protocol/caip'
import { type Address, createPublicClient, encodeFunctionData, encodePacked, erc20Abi, http, parseAbi } from 'viem'
import { dataServer, type Seen } from './dataServer.js'

const abi = parseAbi([
  'function getAmountsOut(uint256, address[]) view returns (uint256[])',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256, address[], address, uint256)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256, uint256, address[], address, uint256)',
])

const abiV3 = parseAbi([
  'function quoteExactInput(bytes path, uint256 amount) returns (uint256)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
])

/** What a server that lies writes in place of the truth. */
export type Lies = {
  router?: Address
  spender?: Address
  receiver?: Address
  /** What it divides the promised minimum by. */
  less?: bigint
  allowed?: bigint
  data?: `0x${string}`
  /** What it multiplies the quoted amount by. */
  more?: bigint
}

/** Speaks the `convert` wire of the data API over the pools of a local chain; lies where a test sets `lies`. */
export async function swapServer(
  chain: {
    chainId: number
    url: string
    tokens: readonly { name: string; symbol: string; address: Address; decimals: number }[]
  },
  { fee }: { /** The pools of the v3 kind with this fee are used. */ fee?: number | undefined } = {},
) {
  const spender = fee === undefined ? swapAddresses.router : swapV3Addresses.router
  const lies: Lies = {}
  const client = createPublicClient({ transport: http(chain.url) })
  const caip = `eip155:${chain.chainId}` as const
  const idOf = (address: string) => `${caip}:${address}` as AccountId
  const wrapped = (id: AccountId) => {
    const { address } = parseAccountId(id)
    return (address === evmNativeAddress ? swapAddresses.wrapped : address) as Address
  }
  const pathOf = (from: AccountId, to: AccountId) =>
    encodePacked(['address', 'uint24', 'address'], [wrapped(from), fee ?? 0, wrapped(to)])
  const out = async (amount: string, from: AccountId, to: AccountId) => {
    if (fee === undefined) return outOfPair(amount, from, to)
    const args = [pathOf(from, to), BigInt(amount)] as const
    const asked = { address: swapV3Addresses.quoter, abi: abiV3, functionName: 'quoteExactInput', args } as const
    return (await client.simulateContract(asked)).result
  }
  const outOfPair = async (amount: string, from: AccountId, to: AccountId) =>
    (
      await client.readContract({
        address: swapAddresses.router,
        abi,
        functionName: 'getAmountsOut',
        args: [BigInt(amount), [wrapped(from), wrapped(to)]],
      })
    )[1] ?? 0n

  const answers: { readonly [path: string]: (seen: Seen) => unknown } = {
    '/v1/supported-chains': () => ({ http: [], ws: [] }),
    '/v1/convert/tokens': () => ({
      tokens: [
        { name: 'Ether', symbol: 'ETH', address: idOf(evmNativeAddress), decimals: 18, logoUri: null },
        ...chain.tokens.map((token) => ({ ...token, address: idOf(token.address), logoUri: null })),
      ],
    }),
    '/v1/convert/gas-price': async () => {
      const price = String(await client.getGasPrice())
      return { standard: price, fast: price, instant: price }
    },
    '/v1/convert/quotes': async ({ query }) => {
      const { amount = '', from, to } = query as { amount: string; from: AccountId; to: AccountId }
      const toAmount = (await out(amount, from, to)) * (lies.more ?? 1n)
      return {
        quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount: String(toAmount), toAccount: to }],
      }
    },
    '/v1/convert/allowance': async ({ query }) => {
      const { tokenAddress, userAddress } = query as { tokenAddress: AccountId; userAddress: AccountId }
      const args = [parseAccountId(userAddress).address as Address, spender] as const
      const token = parseAccountId(tokenAddress).address as Address
      return {
        allowance: String(
          await client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args }),
        ),
      }
    },
    '/v1/convert/build-approve': async ({ query }) => {
      const { from, to, amount } = query
      const args = [lies.spender ?? spender, lies.allowed ?? BigInt(amount ?? 0)] as const
      const data = lies.data ?? encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return { tx: { from, to, data, value: '0', eip155: { gasPrice: String(await client.getGasPrice()) } } }
    },
    '/v1/convert/build-transaction': async ({ body }) => {
      const asked = body as { amount: string; from: AccountId; to: AccountId; userAddress: AccountId }
      const { amount, from, to, userAddress } = asked
      const minimum = ((await out(amount, from, to)) * 99n) / 100n / (lies.less ?? 1n)
      const path = [wrapped(from), wrapped(to)]
      const ofPools = () => {
        const params = {
          path: pathOf(from, to),
          recipient: receiver,
          amountIn: BigInt(amount),
          amountOutMinimum: minimum,
        }
        const swap = encodeFunctionData({ abi: abiV3, functionName: 'exactInput', args: [params] })
        return encodeFunctionData({ abi: abiV3, functionName: 'multicall', args: [deadline, [swap]] })
      }
      const receiver = lies.receiver ?? (parseAccountId(userAddress).address as Address)
      const deadline = BigInt(Math.floor(Date.now() / 1000) + 1200)
      const isNative = (id: AccountId) => parseAccountId(id).address === evmNativeAddress
      const data =
        fee !== undefined
          ? ofPools()
          : isNative(from)
            ? encodeFunctionData({
                abi,
                functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
                args: [minimum, path, receiver, deadline],
              })
            : encodeFunctionData({
                abi,
                functionName: isNative(to)
                  ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
                  : 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
                args: [BigInt(amount), minimum, path, receiver, deadline],
              })
      const router = idOf(lies.router ?? spender)
      const eip155 = { gas: '400000', gasPrice: String(await client.getGasPrice()) }
      return { tx: { from: userAddress, to: router, data: lies.data ?? data, amount, eip155 } }
    },
  }
  const server = await dataServer({})
  for (const [path, answer] of Object.entries(answers)) {
    server.routes[path] = async (response) => {
      const seen = server.seen.filter((one) => one.path === path).at(-1)
      try {
        const value = seen && (await answer(seen))
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      } catch {
        response.writeHead(500).end('{}')
      }
    }
  }
  return { ...server, lies, idOf, native: idOf(evmNativeAddress) }
}
