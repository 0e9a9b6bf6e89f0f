import { evmNativeAddress } from '@latchkey/protocol/caip'
import { decodeFunctionData, type Hex, parseAbi } from 'viem'

/** What the call of a router guarantees to its sender. */
export type SwapPromise = {
  /** The receiver of the output; `sender` where the router pays its caller. */
  readonly receiver: string
  /** The least that comes out, in base units of the target token. */
  readonly minimum: bigint
  /** What is taken; absent where the call's value says it. */
  readonly amount?: bigint
  readonly from: string
  readonly to: string
  /** In seconds since 1970. */
  readonly deadline?: bigint
  /** Contracts of 0x that the promise stands on; none: on the called one itself. Absent for other routers. */
  readonly settlers?: readonly string[]
}

const abi = parseAbi([
  // Uniswap v2's Router02 and what has its interface
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  // Uniswap v3's SwapRouter, and SwapRouter02, which leaves the deadline to its multicall, also along pools of v2
  'function swapExactTokensForTokens(uint256 amount, uint256 minimum, address[] path, address to)',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function wrapETH(uint256 value)',
  'function unwrapWETH9(uint256 minimum, address recipient)',
  // 1inch's AggregationRouterV6
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
  // 0x's AllowanceHolder, and the settler that it calls
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid)',
])

/**
 * Reads what the call of a known router guarantees: the receiver and the minimum output. Knows the routers of Uniswap v2 and v3, of 1inch
 * v6 and of 0x v2. The short calls of 1inch (`unoswap` and the like) are left out: they name pools that the router does not check,
 * and it believes what such a pool says it paid.
 *
 * @returns The promise; undefined where the call is of no known function or promises nothing.
 */
export function readSwapCall(data: Hex): SwapPromise | undefined {
  const call = readInner(data)
  switch (call?.functionName) {
    case 'swapExactETHForTokens':
    case 'swapExactETHForTokensSupportingFeeOnTransferTokens': {
      const [minimum, path, receiver, deadline] = call.args
      return { receiver, minimum, deadline, from: evmNativeAddress, to: path.at(-1) ?? '' }
    }
    case 'swapExactTokensForETH':
    case 'swapExactTokensForETHSupportingFeeOnTransferTokens': {
      const [amount, minimum, path, receiver, deadline] = call.args
      return { receiver, minimum, amount, deadline, from: path[0] ?? '', to: evmNativeAddress }
    }
    case 'swapExactTokensForTokens':
    case 'swapExactTokensForTokensSupportingFeeOnTransferTokens': {
      const [amount, minimum, path, receiver, ...[deadline]] = call.args
      const rest = deadline === undefined ? {} : { deadline }
      return { receiver, minimum, amount, from: path[0] ?? '', to: path.at(-1) ?? '', ...rest }
    }
    case 'exactInput': {
      const [{ path, recipient, amountIn, amountOutMinimum, ...rest }] = call.args
      const to = `0x${path.slice(-40)}`
      const from = path.slice(0, 42)
      return { receiver: recipient, minimum: amountOutMinimum, amount: amountIn, from, to, ...deadlineOf(rest) }
    }
    case 'exactInputSingle': {
      const [{ tokenIn, tokenOut, recipient, amountIn, amountOutMinimum, ...rest }] = call.args
      return {
        receiver: recipient,
        minimum: amountOutMinimum,
        amount: amountIn,
        from: tokenIn,
        to: tokenOut,
        ...deadlineOf(rest),
      }
    }
    case 'multicall': {
      const [first, second] = call.args
      const calls = typeof first === 'bigint' ? second : first
      return calls && readCalls(calls, typeof first === 'bigint' ? first : undefined)
    }
    case 'swap': {
      const [, { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags }] = call.args
      // With a part of the amount, a part of the minimum is enough.
      if ((flags & 1n) !== 0n) return undefined
      const receiver = BigInt(dstReceiver) === 0n ? 'sender' : dstReceiver
      return { receiver, minimum: minReturnAmount, amount, from: srcToken, to: dstToken }
    }
    case 'exec': {
      const [operator, token, amount, target, inner] = call.args
      const promise = readSwapCall(inner)
      // In a call of any other function the contract would promise nothing.
      if (promise?.settlers?.length !== 0) return undefined
      const isCoin = token.toLowerCase() === evmNativeAddress || amount === 0n
      return { ...promise, settlers: [operator, target], ...(isCoin ? {} : { amount, from: token }) }
    }
    case 'execute': {
      const [{ recipient, buyToken, minAmountOut }] = call.args
      return { receiver: recipient, minimum: minAmountOut, from: evmNativeAddress, to: buyToken, settlers: [] }
    }
    default:
      return undefined
  }
}

/** A swap of Uniswap v3 whose coin is wrapped before, or unwrapped afterwards: then that is what is sold, or what counts, and for whom. */
function readCalls(calls: readonly Hex[], outer: bigint | undefined): SwapPromise | undefined {
  const wrap = readInner(calls[0])
  const wrapped = wrap?.functionName === 'wrapETH' ? wrap.args[0] : undefined
  const [first, last, ...more] = wrapped === undefined ? calls : calls.slice(1)
  const swap = first && readSwapCall(first)
  if (!swap || swap.settlers || more.length > 0) return undefined
  // After the coin is wrapped 0 is what the router holds; any other amount would be taken from the account besides.
  if (wrapped !== undefined && swap.amount !== 0n) return undefined
  const deadline = swap.deadline ?? outer
  const sold = wrapped === undefined ? {} : { amount: wrapped, from: evmNativeAddress }
  const known = { ...swap, ...sold, ...(deadline === undefined ? {} : { deadline }) }
  if (!last) return known
  const unwrap = readInner(last)
  if (unwrap?.functionName !== 'unwrapWETH9') return undefined
  const [minimum, receiver] = unwrap.args
  return { ...known, minimum, receiver, to: evmNativeAddress }
}

function readInner(data: Hex | undefined): ReturnType<typeof decodeFunctionData<typeof abi>> | undefined {
  try {
    return data && decodeFunctionData({ abi, data })
  } catch {
    return undefined
  }
}

function deadlineOf(rest: object): { deadline?: bigint } {
  return 'deadline' in rest && typeof rest.deadline === 'bigint' ? { deadline: rest.deadline } : {}
}
