import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatEther,
  formatUnits,
  type Hex,
  isHex,
} from 'viem'
import { walletNode } from '../walletNode.js'

/** Describes a transaction for its payer. */
export type TransactionSummary = {
  action: 'send' | 'approve' | 'call' | 'deploy'
  /** The sent or approved amount, in whole units; `unlimited` for an unlimited approval. */
  amount: string
  symbol: string
  /** The receiver, the spender or the called contract; undefined for a deployment. */
  recipient: Address | undefined
  /** The most that the network can charge, in ether. */
  fee: string
}

/** A transaction as the summary needs it. */
export type SummaryInput = { to: Address | undefined; value: bigint; data: Hex; gas: bigint; maxFeePerGas: bigint }

/** Puts a transaction into words; what it cannot read it calls a contract call, never a plain payment. */
export async function transactionSummary(url: string, transaction: SummaryInput): Promise<TransactionSummary> {
  const { to, value, data, gas, maxFeePerGas } = transaction
  const fee = formatEther(gas * maxFeePerGas)
  const native = { amount: formatEther(value), symbol: 'ETH', recipient: to, fee }
  if (to === undefined) return { action: 'deploy', ...native }
  if (data === '0x') return { action: 'send', ...native }
  const call = value === 0n ? decodeTransfer(data) : undefined
  const token = call === undefined ? undefined : await readToken(url, to)
  if (call === undefined || token === undefined) return { action: 'call', ...native }
  const unlimited = call.action === 'approve' && call.amount >= 2n ** 255n
  const amount = unlimited ? 'unlimited' : formatUnits(call.amount, token.decimals)
  return { action: call.action, amount, symbol: token.symbol, recipient: call.recipient, fee }
}

function decodeTransfer(data: Hex): { action: 'send' | 'approve'; recipient: Address; amount: bigint } | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { action: 'send', recipient: args[0], amount: args[1] }
    if (functionName === 'approve') return { action: 'approve', recipient: args[0], amount: args[1] }
  } catch {
    return undefined
  }
  return undefined
}

async function readToken(url: string, to: Address): Promise<{ symbol: string; decimals: number } | undefined> {
  const read = async (functionName: 'symbol' | 'decimals') => {
    const data = await walletNode(url, 'eth_call', [
      { to, data: encodeFunctionData({ abi: erc20Abi, functionName }) },
      'latest',
    ])
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: isHex(data) ? data : '0x' })
  }
  try {
    const [symbol, decimals] = await Promise.all([read('symbol'), read('decimals')])
    return { symbol: String(symbol).slice(0, 20), decimals: Number(decimals) }
  } catch {
    return undefined
  }
}
