import { LatchkeyError } from '@latchkey/protocol/errors'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddress,
  parseAbi,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { accounts } from './accounts.js'
import { collectibleAddress, type LocalTokenSymbol, localTokens, multicall3Address } from './contractAddresses.js'
import { nodeCall } from './nodeCall.js'
import { sendFromOperator } from './sendFromOperator.js'

/** The options of a transfer of test funds. */
export type FaucetOptions = {
  /** Ether to send, in whole units as a decimal string. Default: '10'. */
  eth?: string
  /** Which tokens to mint: all (default), none, or those named. */
  tokens?: boolean | readonly LocalTokenSymbol[]
  /** Mint one collectible. Default: true. */
  nft?: boolean
  /** Give only what the account lacks, so that calling twice changes nothing. Default: false. */
  topUp?: boolean
}

/** How much of each token the faucet gives, in whole units. */
export const faucetAmounts: { readonly [name in LocalTokenSymbol]: string } = {
  USDC: '1000',
  DAI: '1000',
  WBTC: '0.05',
  TICKET: '3',
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount)', 'function mint(address to)'])
const aggregateAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
])

/**
 * Fills an account of a local chain: ether, 1,000 USDC, 1,000 DAI, 0.05 WBTC, 3 tickets and one collectible, in one
 * transaction.
 *
 * @param chain - The chain, or anything with its `url`.
 * @param address - The receiver.
 * @param options - What to give.
 * @returns The transaction hash, or undefined when nothing was lacking.
 * @throws LatchkeyError INVALID_ADDRESS, INVALID_AMOUNT, or what the node answered.
 *
 * @example
 * import { faucet, startEvmChains } from '@latchkey/devnet'
 * const { chains } = await startEvmChains()
 * await faucet(chains[0], '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', { eth: '5', topUp: true })
 */
export async function faucet(
  chain: { url: string },
  address: Address,
  options: FaucetOptions = {},
): Promise<Hex | undefined> {
  const { eth = '10', tokens = true, nft = true, topUp = false } = options
  if (!isAddress(address, { strict: false })) throw new LatchkeyError('INVALID_ADDRESS', `Not an address: ${address}`)
  const wanted = localTokens.filter(({ symbol }) => (typeof tokens === 'boolean' ? tokens : tokens.includes(symbol)))
  const read = async (to: Address, data: Hex) => BigInt(String(await nodeCall(chain.url, 'eth_call', [{ to, data }])))
  const lacking = async (amount: bigint, held: () => Promise<bigint>) => {
    const lack = topUp ? amount - (await held()) : amount
    return lack > 0n ? lack : 0n
  }
  const holding = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] })

  const value = await lacking(ether(eth), async () =>
    BigInt(String(await nodeCall(chain.url, 'eth_getBalance', [address, 'latest']))),
  )
  const calls: { target: Address; allowFailure: boolean; value: bigint; callData: Hex }[] = []
  if (value > 0n) calls.push({ target: address, allowFailure: false, value, callData: '0x' })
  for (const token of wanted) {
    const amount = await lacking(parseUnits(faucetAmounts[token.symbol], token.decimals), () =>
      read(token.address, holding),
    )
    if (amount === 0n) continue
    const callData = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address, amount] })
    calls.push({ target: token.address, allowFailure: false, value: 0n, callData })
  }
  if (nft && (await lacking(1n, () => read(collectibleAddress, holding))) > 0n) {
    const callData = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [address] })
    calls.push({ target: collectibleAddress, allowFailure: false, value: 0n, callData })
  }
  if (calls.length === 0) return undefined

  await keepOperatorFunded(chain.url, value)
  const data = encodeFunctionData({ abi: aggregateAbi, functionName: 'aggregate3Value', args: [calls] })
  return sendFromOperator(chain.url, { to: multicall3Address, data, value })
}

function ether(amount: string): bigint {
  if (!/^\d{1,9}(\.\d{1,18})?$/.test(amount)) throw new LatchkeyError('INVALID_AMOUNT', `Not an amount: ${amount}`)
  return parseEther(amount)
}

async function keepOperatorFunded(url: string, spending: bigint): Promise<void> {
  const operator = accounts[0]?.address
  const held = BigInt(String(await nodeCall(url, 'eth_getBalance', [operator, 'latest'])))
  const needed = spending + parseEther('10')
  if (held < needed) await nodeCall(url, 'anvil_setBalance', [operator, toHex(needed + parseEther('10000'))])
}
