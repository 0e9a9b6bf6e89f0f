import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits, toHex } from 'viem'
import { accounts } from './accounts.js'
import { localTokens, multicall3Address, swapAddresses } from './contractAddresses.js'
import { nodeCall } from './nodeCall.js'
import { sendFromOperator } from './sendFromOperator.js'

type Call = { target: Address; allowFailure: boolean; value: bigint; callData: Hex }

/** What lies in each pool, in whole units, at the prices of the local table; `ETH` is ether as a token. */
const pools = [
  { ETH: '1000', USDC: '2500000' },
  { ETH: '1000', DAI: '2500000' },
  { ETH: '2400', WBTC: '100' },
  { USDC: '5000000', DAI: '5000000' },
] as const satisfies readonly { readonly [symbol: string]: string }[]

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function createPair(address tokenA, address tokenB) returns (address)',
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function deposit() payable',
  'function mint(address to, uint256 amount)',
  'function mint(address to)',
  'function transfer(address to, uint256 amount)',
])

/** Makes the pools of a chain and fills them; one that is there stays as it is. */
export async function fillPools(url: string): Promise<void> {
  for (const pool of pools) await fillPool(url, Object.entries(pool))
}

async function fillPool(url: string, sides: readonly (readonly [symbol: string, amount: string])[]): Promise<void> {
  const [first, second] = sides.map(([symbol]) => token(symbol).address)
  if (first === undefined || second === undefined) throw new Error('A pool has two tokens')
  const { factory } = swapAddresses
  const find = encodeFunctionData({ abi, functionName: 'getPair', args: [first, second] })
  const read = async () =>
    `0x${String(await nodeCall(url, 'eth_call', [{ to: factory, data: find }, 'latest'])).slice(26)}`
  if (!/^0x0{40}$/.test(await read())) return
  const data = encodeFunctionData({ abi, functionName: 'createPair', args: [first, second] })
  await sendFromOperator(url, { to: factory, data })
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
  calls.push(call(pair, { functionName: 'mint', args: [operator()] }))
  const value = calls.reduce((sum, one) => sum + one.value, 0n)
  await lend(url, value)
  await sendFromOperator(url, {
    to: multicall3Address,
    data: encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] }),
    value,
  })
}

/** The operator pays for the pools with ether that nobody had: its own balance is what pages show. */
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
  const found = localTokens.find((one) => one.symbol === symbol)
  if (found === undefined) throw new Error(`No token ${symbol}`)
  return found
}

type Data =
  | { functionName: 'deposit'; args: [] }
  | { functionName: 'transfer'; args: [Address, bigint] }
  | { functionName: 'mint'; args: [Address] | [Address, bigint] }

function call(target: Address, data: Data): Call {
  return { target, allowFailure: false, value: 0n, callData: encodeFunctionData({ abi, ...data }) }
}
