import { evmNativeAddress, parseChainId } from '@latchkey/protocol/caip'
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import { readWord } from '../../platform/upstream/readHex.js'
import type { Reads } from '../createReads.js'
import { minimumOf } from '../minimumOf.js'
import type { Address, SwapCall, SwapFilling, SwapOrder } from '../swapPort.js'
import { distrusted, type SwapService } from './createSwapService.js'
import { keepPromise } from './keepPromise.js'
import { addressForm, amountForm, dataForm } from './wireForms.js'

const name = '0x'
const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
])
const settlerAbi = parseAbi([
  'struct Least { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Least least, bytes[] actions, bytes32 id)',
])
const registryAbi = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
])
/** The registry of the contracts that settle swaps; the feature is that of swaps which the taker sends. */
const registry: Address = '0x00000000000004533fe15556b1e086bb1a72ceae'
const feature = 2n

/** The contract of 0x that is approved, on chains with the instructions of Cancun. */
export const zeroXSpender: Address = '0x0000000000001ff3684f28c67538d4d072c22734'

const nothing = z.object({ liquidityAvailable: z.literal(false) })
const priceForm = z.union([
  nothing,
  z.object({ liquidityAvailable: z.literal(true), buyAmount: amountForm, gas: amountForm.nullish() }),
])
const quoteForm = z.union([
  nothing,
  z.object({
    liquidityAvailable: z.literal(true),
    buyAmount: amountForm,
    sellAmount: amountForm,
    allowanceTarget: addressForm.nullish(),
    issues: z.object({ allowance: z.object({ spender: addressForm }).nullish() }).optional(),
    transaction: z.object({ to: addressForm, data: dataForm, value: amountForm, gas: amountForm.nullish() }),
  }),
])
/** Where a node cannot tell and neither does the service. */
const enoughGas = 800_000n

/**
 * Creates swaps by 0x's Swap API, version 2, over allowances. What it answers is read and compared with what was asked for:
 * spender, contract, tokens, receiver, amount and minimum. Which contracts may settle is read from the registry on the chain.
 *
 * @param options - The chain, how its nodes are asked, the contract that is approved, the service and the chain's tokens.
 * @returns The filling.
 * @see https://0x.org/docs/api#tag/Swap
 */
export function createZeroX(options: {
  chain: Chain
  reads: Reads
  spender: Address
  service: SwapService
  tokens: SwapFilling['tokens']
}): SwapFilling {
  const { chain, reads, spender, service } = options
  const chainId = parseChainId(chain.caip2).reference

  /** The contract that settles now, and the one before, which answers name for a while yet. */
  async function settlers(): Promise<readonly (Address | undefined)[]> {
    const answers = await reads.calls([
      { to: registry, data: encodeFunctionData({ abi: registryAbi, functionName: 'ownerOf', args: [feature] }) },
      { to: registry, data: encodeFunctionData({ abi: registryAbi, functionName: 'prev', args: [feature] }) },
    ])
    // It refuses to name any while swaps are halted.
    if (answers[0] === undefined) return []
    return answers.map((answer) => {
      const word = readWord(answer)
      return word ? (`0x${word.toString(16).padStart(40, '0')}` as const) : undefined
    })
  }

  async function ask(order: SwapOrder, slippage: number): Promise<SwapCall | undefined> {
    const { from, to, amount, user } = order
    const isNative = from === evmNativeAddress
    const query = { chainId, sellToken: from, buyToken: to, sellAmount: String(amount), taker: user }
    const [answer, known] = await Promise.all([
      service('/swap/allowance-holder/quote', { ...query, slippageBps: String(slippage) }, quoteForm),
      settlers(),
    ])
    if (answer === undefined || !answer.liquidityAvailable) return undefined
    const { transaction: tx, buyAmount } = answer
    for (const approved of [answer.allowanceTarget, answer.issues?.allowance?.spender])
      if (approved != null && approved !== spender) throw distrusted(name, 'another spender')
    if (answer.sellAmount !== amount) throw distrusted(name, 'another amount')
    if (tx.value !== (isNative ? amount : 0n)) throw distrusted(name, 'another value')
    const { settler, data } = tx.to === spender ? readHolder(tx.data, order) : { settler: tx.to, data: tx.data }
    if (tx.to !== spender && !isNative) throw distrusted(name, 'another contract')
    if (!known.includes(settler)) throw distrusted(name, 'a contract that the registry does not know')
    const least = readSettler(data)
    if (least.recipient.toLowerCase() !== user) throw distrusted(name, 'another receiver')
    if (least.buyToken.toLowerCase() !== to) throw distrusted(name, 'another token')
    // One unit less is how it rounds.
    if (least.minAmountOut + 1n < minimumOf(buyAmount, { slippage, promised: 0n }))
      throw distrusted(name, 'a lower minimum')
    return {
      to: tx.to,
      data: tx.data,
      value: tx.value,
      gas: tx.gas ? tx.gas : enoughGas,
      toAmount: buyAmount,
      minimum: least.minAmountOut,
      deadline: undefined,
    }
  }

  return {
    spender,
    takes: async (to) => to === spender || (await settlers()).includes(to),
    tokens: options.tokens,
    async quote({ from, to, amount }, user) {
      const query = { chainId, sellToken: from, buyToken: to, sellAmount: String(amount) }
      const answer = await service('/swap/allowance-holder/price', user ? { ...query, taker: user } : query, priceForm)
      if (!answer?.liquidityAvailable || answer.buyAmount === 0n) return undefined
      return { toAmount: answer.buyAmount, priceImpact: undefined, route: undefined, gas: answer.gas ?? undefined }
    },
    buildTransaction: (order) => keepPromise(order, (slippage) => ask(order, slippage)),
  }
}

function readHolder(call: `0x${string}`, { from, amount }: SwapOrder): { settler: Address; data: `0x${string}` } {
  const [operator, token, taken, target, data] = decoded(() => decodeFunctionData({ abi: holderAbi, data: call }).args)
  // Of the native coin nothing is taken, so that another token must not be either.
  const most = from === evmNativeAddress ? 0n : amount
  if (token.toLowerCase() !== from && taken !== 0n) throw distrusted(name, 'another token to take')
  if (taken !== most && token.toLowerCase() !== evmNativeAddress) throw distrusted(name, 'another amount to take')
  if (operator !== target) throw distrusted(name, 'another spender')
  return { settler: target.toLowerCase() as Address, data }
}

function readSettler(data: `0x${string}`) {
  return decoded(() => decodeFunctionData({ abi: settlerAbi, data }).args[0])
}

function decoded<T>(work: () => T): T {
  try {
    return work()
  } catch {
    throw distrusted(name, 'a call that cannot be checked')
  }
}
