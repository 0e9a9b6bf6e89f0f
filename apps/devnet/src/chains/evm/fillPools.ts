import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits, toHex } from 'viem'
import { accounts } from './accounts.js'
import { localTokens, multicall3Address, permitToken, swapAddresses, swapV3Addresses } from './contractAddresses.js'
import { nodeCall } from './nodeCall.js'
import { sendFromOperator } from './sendFromOperator.js'

type Call = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

type Pool = { readonly fee?: number; readonly sides: { readonly [symbol: string]: string } }

/**
 * What lies in each pool, in whole units, at the prices of the local table; `ETH` is ether as a token. Those with a fee, in
 * millionths, are of the v3 kind.
 */
const pools: readonly Pool[] = [
  { sides: { ETH: '1000', USDC: '2500000' } },
  { sides: { ETH: '1000', DAI: '2500000' } },
  { sides: { ETH: '2400', WBTC: '100' } },
  { sides: { USDC: '5000000', DAI: '5000000' } },
  { fee: 500, sides: { ETH: '4000', USDC: '10000000' } },
  { fee: 3_000, sides: { ETH: '1200', WBTC: '50' } },
  { fee: 100, sides: { USDC: '20000000', DAI: '20000000' } },
  { fee: 100, sides: { EURC: '20000000', USDC: '20000000' } },
]

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function createPair(address tokenA, address tokenB) returns (address)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function createPool(address tokenA, address tokenB, uint24 fee) returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
  'function fill()',
  'function deposit() payable',
  'function mint(address to, uint256 amount)',
  'function mint(address to)',
  'function transfer(address to, uint256 amount)',
])

/** Creates the pools of a chain and fills them; one that is there stays as it is. */
export async function fillPools(url: string): Promise<void> {
  for (const pool of pools) await fillPool(url, pool)
}

async function fillPool(url: string, { fee, sides: amounts }: Pool): Promise<void> {
  const sides = Object.entries(amounts)
  const [first, second] = sides.map(([symbol]) => token(symbol).address)
  if (first === undefined || second === undefined) throw new Error('A pool has two tokens')
  const { factory, find, make } = callsOf(first, second, fee)
  const read = async () =>
    `0x${String(await nodeCall(url, 'eth_call', [{ to: factory, data: find }, 'latest'])).slice(26)}`
  if (!/^0x0{40}$/.test(await read())) return
  await sendFromOperator(url, { to: factory, data: make })
  const pair = (await read()) as Address
  const calls = sides.flatMap(([symbol, amount]) => {
    const { address, decimals } = token(symbol)
    const units = parseUnits(amount, decimals)
    if (symbol !== 'ETH') return [call(address, { functionName: 'mint', args: [pair, units] })]
    return [
      { ...call(address, { functionName: 'deposit', args: [] }), value: units },
      call(address, { functionName: 'transfer', args: [pair, units] }),
    ]
  })
  // What lies in the pool before it counts it is anybody's: all in one transaction.
  calls.push(
    fee === undefined
      ? call(pair, { functionName: 'mint', args: [operator()] })
      : call(pair, { functionName: 'fill', args: [] }),
  )
  const value = calls.reduce((sum, one) => sum + one.value, 0n)
  await lend(url, value)
  await sendFromOperator(url, {
    to: multicall3Address,
    data: encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] }),
    value,
  })
}

/** What finds the pool of two tokens, and what makes it. */
function callsOf(first: Address, second: Address, fee: number | undefined): { factory: Address; find: Hex; make: Hex } {
  if (fee === undefined) {
    const args = [first, second] as const
    const find = encodeFunctionData({ abi, functionName: 'getPair', args })
    return { factory: swapAddresses.factory, find, make: encodeFunctionData({ abi, functionName: 'createPair', args }) }
  }
  const args = [first, second, fee] as const
  const find = encodeFunctionData({ abi, functionName: 'getPool', args })
  return { factory: swapV3Addresses.factory, find, make: encodeFunctionData({ abi, functionName: 'createPool', args }) }
}

/** The operator funds the pools with newly minted ether: pages show its own balance. */
async function lend(url: string, value: bigint): Promise<void> {
  const address = operator()
  const balance = BigInt(String(await nodeCall(url, 'eth_getBalance', [address, 'latest'])))
  await nodeCall(url, 'anvil_setBalance', [address, toHex(balance + value + parseEther('0.1'))])
}

function operator(): Address {
  const [first] = accounts
  if (first === undefined) throw new Error('No account 0')
  return first.address
}

function token(symbol: string): { address: Address; decimals: number } {
  if (symbol === 'ETH') return { address: swapAddresses.wrapped, decimals: 18 }
  const found = [...localTokens, permitToken].find((one) => one.symbol === symbol)
  if (found === undefined) throw new Error(`No token ${symbol}`)
  return found
}

type Data =
  | { functionName: 'deposit' | 'fill'; args: [] }
  | { functionName: 'transfer'; args: [Address, bigint] }
  | { functionName: 'mint'; args: [Address] | [Address, bigint] }

function call(target: Address, data: Data): Call {
  return { target, allowFailure: false, value: 0n, callData: encodeFunctionData({ abi, ...data }) }
}
