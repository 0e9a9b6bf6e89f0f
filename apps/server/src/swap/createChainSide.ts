import { evmNativeAddress } from '@latchkey/protocol/caip'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import type { NodeCall } from '../platform/upstream/answer.js'
import { readQuantity, readWord } from '../platform/upstream/readHex.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import type { Reads } from './createReads.js'
import type { Address, SwapFilling, SwapPort } from './swapPort.js'

/** The maximum gas of an approval, for costly tokens too. */
const approvalGas = 100_000n
const [blocks, shares] = [5, [50, 90]]

/**
 * Creates the part that every filling shares: fees, allowances, approvals and balances, read from the chain's own nodes.
 *
 * @param options - The chain, how its nodes are asked, and which contract is approved.
 * @returns That part of the port.
 */
export function createChainSide(options: {
  chain: Chain
  reads: Reads
  spender: Address
}): Omit<SwapPort, keyof SwapFilling> {
  const { chain, reads, spender } = options
  const isNative = (token: Address) => token === evmNativeAddress

  async function estimate(user: Address, { to, data, value }: { to: Address; data: `0x${string}`; value: bigint }) {
    const call: NodeCall = {
      method: 'eth_estimateGas',
      params: [{ from: user, to, data, value: `0x${value.toString(16)}` }],
    }
    const [gas] = await reads.node([call])
    return readQuantity(gas)
  }

  return {
    estimate,
    idOf: (token) => `${chain.caip2}:${token}`,
    async gasPrice() {
      const [price, history] = await reads.node([
        { method: 'eth_gasPrice', params: [] },
        { method: 'eth_feeHistory', params: [`0x${blocks.toString(16)}`, 'latest', shares] },
      ])
      const standard = readQuantity(price)
      if (standard === undefined) throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'No gas price.' })
      const { base, tips } = readFees(history)
      // A chain without a market of fees tells only one price.
      const [half, most] = base === undefined ? [standard / 10n, standard / 4n] : tips
      const fast = highest(standard, base === undefined ? standard + half : (base * 5n) / 4n + half)
      const instant = highest(fast, base === undefined ? standard + most : (base * 3n) / 2n + most)
      return { standard, fast, instant }
    },
    async allowance(token, user) {
      if (isNative(token)) return maxUint256
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [user, spender] })
      const [answer] = await reads.calls([{ to: token, data }])
      return readWord(answer) ?? 0n
    },
    async balance(token, user) {
      if (isNative(token)) {
        const [answer] = await reads.node([{ method: 'eth_getBalance', params: [user, 'latest'] }])
        return readQuantity(answer) ?? 0n
      }
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [user] })
      const [answer] = await reads.calls([{ to: token, data }])
      return readWord(answer) ?? 0n
    },
    async buildApprove(token, user, amount) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
      const gas = await estimate(user, { to: token, data, value: 0n })
      return { data, gas: gas === undefined ? approvalGas : (gas * 11n + 9n) / 10n }
    },
  }
}

const highest = (first: bigint, second: bigint) => (first > second ? first : second)

/** The next block's base fee, and the tips that half and nine tenths of the gas of recent blocks paid, in the middle of the blocks. */
function readFees(value: unknown): { base: bigint | undefined; tips: [bigint, bigint] } {
  const { baseFeePerGas, reward } = (typeof value === 'object' && value !== null ? value : {}) as {
    baseFeePerGas?: unknown
    reward?: unknown
  }
  const base = Array.isArray(baseFeePerGas) ? readQuantity(baseFeePerGas.at(-1)) : undefined
  const middle = (at: number) => {
    const tips = (Array.isArray(reward) ? reward : [])
      .flatMap((block) => (Array.isArray(block) ? (readQuantity(block[at]) ?? []) : []))
      .sort((first, second) => (first < second ? -1 : first > second ? 1 : 0))
    return tips[tips.length >> 1] ?? 0n
  }
  return { base, tips: [middle(0), middle(1)] }
}
