import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'

type Address = `0x${string}`

/** What a service builds into a call; a test bends it to see that it is noticed. */
export type SwapAnswer = {
  router: Address
  account: Address
  from: Address
  to: Address
  receiver: Address
  amount: bigint
  minimum: bigint
  value: bigint
  flags: bigint
  spender: Address
  settler: Address
  /** What the holder of allowances is told to take. */
  taken: Address
  data?: Hex
}

/** How the services fail; `silent` keeps the connection and says nothing. */
export type SwapServiceFault = 'ok' | 'silent' | 'nonsense' | { status: number; times?: number }

/** Services that speak the wire of 1inch v6 and of 0x v2, as they document it. */
export type SwapServices = {
  url: string
  /** The path and the query of each call. */
  readonly calls: URL[]
  fault: SwapServiceFault
  /** Bends the next answers. */
  lie: (answer: SwapAnswer) => Partial<SwapAnswer>
  /** What a unit of what is sold gives, in thousandths; 0: there is no route. */
  price: bigint
  stop(): Promise<void>
}

export const oneInchKey = 'one-inch-key'
export const zeroXKey = 'zero-x-key'
export const router: Address = '0x111111125421ca6dc452d289314280a0f8842a65'
export const spender: Address = '0x0000000000001ff3684f28c67538d4d072c22734'
export const settler: Address = '0x7c39a136ea20b3483e402ea031c1f3c019bab24b'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const abi = parseAbi([
  'struct Swap { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Swap desc, bytes data) payable returns (uint256, uint256)',
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'struct Least { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Least least, bytes[] actions, bytes32 id)',
])

/** Starts both services on one port of this machine. */
export async function startSwapServices(): Promise<SwapServices> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const services: SwapServices = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    fault: 'ok',
    lie: () => ({}),
    price: 2_000n,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '', services.url)
    services.calls.push(url)
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const { fault } = services
    if (fault === 'silent') return undefined
    if (fault === 'nonsense') return response.end('<html>It works!</html>')
    if (fault !== 'ok') {
      const left = (fault.times ?? Number.POSITIVE_INFINITY) - 1
      services.fault = left > 0 ? { ...fault, times: left } : 'ok'
      return send(fault.status, { error: 'Failed', statusCode: fault.status })
    }
    const isZeroX = url.pathname.startsWith('/swap/allowance-holder/')
    const { authorization, 'x-api-key': unused, '0x-api-key': key, '0x-version': version } = request.headers
    if (
      isZeroX ? key !== zeroXKey || version !== 'v2' : authorization !== `Bearer ${oneInchKey}` || unused !== undefined
    )
      return send(403, { error: 'Forbidden' })
    return isZeroX ? zeroX(url, send) : oneInch(url, send)
  }

  function bend(
    from: string,
    to: string,
    amount: string,
    account: string,
    slippage: bigint,
  ): SwapAnswer & { out: bigint } {
    const out = (BigInt(amount) * services.price) / 1_000n
    const honest: SwapAnswer = {
      router,
      account: account as Address,
      from: from as Address,
      to: to as Address,
      receiver: account as Address,
      amount: BigInt(amount),
      minimum: (out * (10_000n - slippage)) / 10_000n,
      value: from === native ? BigInt(amount) : 0n,
      flags: 0n,
      spender,
      settler,
      taken: from as Address,
    }
    return { ...honest, ...services.lie(honest), out }
  }

  function oneInch({ pathname, searchParams }: URL, send: (status: number, body: unknown) => void): unknown {
    const { src = '', dst = '', amount = '', from = '', slippage = '' } = Object.fromEntries(searchParams)
    const token = (address: string, symbol: string) => ({
      address,
      symbol,
      name: `A ${symbol}`,
      decimals: 18,
      tags: [],
    })
    if (pathname === '/1/tokens') {
      const coin = { ...token(native, 'ETH'), logoURI: 'https://tokens.example/eth.png' }
      const other = { ...token(`0x${'a1'.repeat(20)}`, 'A\u202eB'), eip2612: true, logoURI: 'javascript:alert(1)' }
      return send(200, { tokens: { [other.address]: other, [coin.address]: coin } })
    }
    if (services.price === 0n) return send(400, { error: 'Bad Request', description: 'insufficient liquidity' })
    if (pathname === '/1/quote')
      return send(200, { dstAmount: String((BigInt(amount) * services.price) / 1_000n), gas: 210_000 })
    const built = bend(src, dst, amount, from, BigInt(Math.round(Number(slippage) * 100)))
    const desc = {
      srcToken: built.from,
      dstToken: built.to,
      srcReceiver: router,
      dstReceiver: built.receiver,
      amount: built.amount,
      minReturnAmount: built.minimum,
      flags: built.flags,
    }
    const data = built.data ?? encodeFunctionData({ abi, functionName: 'swap', args: [router, desc, '0x'] })
    const tx = { from: built.account, to: built.router, data, value: String(built.value), gas: 0, gasPrice: '1' }
    return send(200, { dstAmount: String(built.out), tx })
  }

  function zeroX({ pathname, searchParams }: URL, send: (status: number, body: unknown) => void): unknown {
    const query = Object.fromEntries(searchParams)
    const { sellToken = '', buyToken = '', sellAmount = '', taker = '', slippageBps = '100' } = query
    if (services.price === 0n) return send(200, { liquidityAvailable: false, zid: '0x1' })
    const built = bend(sellToken, buyToken, sellAmount, taker, BigInt(slippageBps))
    const price = { liquidityAvailable: true, buyAmount: String(built.out), sellAmount: String(built.amount) }
    if (pathname.endsWith('/price')) return send(200, { ...price, gas: '210000' })
    const least = { recipient: built.receiver, buyToken: built.to, minAmountOut: built.minimum }
    const inner = encodeFunctionData({ abi, functionName: 'execute', args: [least, [], `0x${'00'.repeat(32)}`] })
    const isNative = sellToken === native
    const exec = encodeFunctionData({
      abi,
      functionName: 'exec',
      args: [built.settler, built.taken, built.amount, built.settler, inner],
    })
    const to = built.router === router ? (isNative ? built.settler : spender) : built.router
    const transaction = {
      to,
      data: built.data ?? (isNative ? inner : exec),
      gas: '300000',
      gasPrice: '1',
      value: String(built.value),
    }
    const allowance = isNative ? null : { actual: '0', spender: built.spender }
    return send(200, { ...price, allowanceTarget: isNative ? null : built.spender, issues: { allowance }, transaction })
  }

  return services
}
