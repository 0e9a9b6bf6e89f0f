import { evmNativeAddress, parseChainId } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import { decodeFunctionData, parseAbi } from 'viem'
import * as z from 'zod'
import type { Chain } from '../../platform/chains/chain.js'
import { minimumOf } from '../minimumOf.js'
import type { Address, SwapCall, SwapFilling, SwapOrder } from '../swapPort.js'
import { distrusted, type SwapService } from './createSwapService.js'
import { keepPromise } from './keepPromise.js'
import { addressForm, amountForm, dataForm } from './wireForms.js'

const name = '1inch'
const abi = parseAbi([
  'struct Swap { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Swap desc, bytes data) payable returns (uint256, uint256)',
])
const quoteForm = z.object({ dstAmount: amountForm, gas: amountForm.optional() })
const swapForm = z.object({
  dstAmount: amountForm,
  tx: z.object({ from: addressForm, to: addressForm, data: dataForm, value: amountForm, gas: amountForm.optional() }),
})
const tokensForm = z.object({
  tokens: z.record(
    z.string(),
    z.object({
      name: z.string(),
      symbol: z.string(),
      address: addressForm,
      decimals: z.int().min(0).max(255),
      logoURI: z.string().nullish(),
      eip2612: z.boolean().nullish(),
    }),
  ),
})
/** Where a node cannot tell and neither does the service. */
const enoughGas = 600_000n
const tokensFresh = 3_600_000

/** The contract that swaps for 1inch v6 on a chain, which is also the one that is approved. */
export function oneInchRouter(chain: Chain): Address {
  return chain.caip2 === 'eip155:324'
    ? '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'
    : '0x111111125421ca6dc452d289314280a0f8842a65'
}

/**
 * Creates swaps by 1inch's classic swap, version 6. What it answers is read and compared with what was asked for: contract, tokens,
 * receiver, amount and minimum.
 *
 * @param options - The chain, the contract, the service, the tokens that the chain knows itself, and the clock.
 * @returns The filling.
 * @see https://portal.1inch.dev/documentation/apis/swap/classic-swap/introduction
 */
export function createOneInch(options: {
  chain: Chain
  router: Address
  service: SwapService
  tokens: SwapFilling['tokens']
  clock: () => Date
}): SwapFilling {
  const { chain, router, service, clock } = options
  const path = `/${parseChainId(chain.caip2).reference}`
  let kept: { tokens: readonly SwapTokenInfo[]; until: number } | undefined

  async function listed(): Promise<readonly SwapTokenInfo[]> {
    if (kept !== undefined && kept.until > clock().getTime()) return kept.tokens
    const answer = await service(`${path}/tokens`, {}, tokensForm)
    const tokens = Object.values(answer?.tokens ?? {}).map((token): SwapTokenInfo => {
      const { address, decimals, logoURI, eip2612 } = token
      return {
        name: cleanName(token.name, 100),
        symbol: cleanName(token.symbol, 100),
        address: `${chain.caip2}:${address}`,
        decimals,
        logoUri: logoURI?.startsWith('https://') ? logoURI : null,
        eip2612: eip2612 ?? null,
      }
    })
    const isNative = ({ address }: SwapTokenInfo) => address.endsWith(evmNativeAddress)
    kept = {
      tokens: [...tokens.filter(isNative), ...tokens.filter((token) => !isNative(token))],
      until: clock().getTime() + tokensFresh,
    }
    return kept.tokens
  }

  async function ask(order: SwapOrder, slippage: number): Promise<SwapCall | undefined> {
    const { from, to, amount, user } = order
    const answer = await service(
      `${path}/swap`,
      {
        src: from,
        dst: to,
        amount: String(amount),
        from: user,
        origin: user,
        slippage: String(slippage / 100),
        disableEstimate: 'true',
        allowPartialFill: 'false',
        // Its short calls name neither receiver nor tokens, and could not be checked.
        compatibility: 'true',
      },
      swapForm,
    )
    if (answer === undefined) return undefined
    const { tx, dstAmount } = answer
    const value = from === evmNativeAddress ? amount : 0n
    if (tx.to !== router) throw distrusted(name, 'another contract than its router')
    if (tx.from !== user) throw distrusted(name, 'a transaction of another account')
    if (tx.value !== value) throw distrusted(name, 'another value')
    const desc = read(tx.data)
    if (desc.srcToken.toLowerCase() !== from || desc.dstToken.toLowerCase() !== to)
      throw distrusted(name, 'other tokens')
    if (desc.dstReceiver.toLowerCase() !== user) throw distrusted(name, 'another receiver')
    if (desc.amount !== amount || (desc.flags & 1n) !== 0n) throw distrusted(name, 'another amount')
    // One unit less is how it rounds.
    if (desc.minReturnAmount + 1n < minimumOf(dstAmount, { slippage, promised: 0n }))
      throw distrusted(name, 'a lower minimum')
    return {
      to: router,
      data: tx.data,
      value,
      gas: tx.gas === undefined || tx.gas === 0n ? enoughGas : tx.gas,
      toAmount: dstAmount,
      minimum: desc.minReturnAmount,
      deadline: undefined,
    }
  }

  return {
    spender: router,
    takes: (to) => to === router,
    async tokens(asked) {
      const tokens = await listed()
      if (asked === undefined) return tokens
      const found = tokens.find(({ address }) => address === `${chain.caip2}:${asked}`)
      return found === undefined ? options.tokens(asked) : [found]
    },
    async quote({ from, to, amount }) {
      const query = { src: from, dst: to, amount: String(amount), includeGas: 'true' }
      const answer = await service(`${path}/quote`, query, quoteForm)
      if (answer === undefined || answer.dstAmount === 0n) return undefined
      return { toAmount: answer.dstAmount, priceImpact: undefined, route: undefined, gas: answer.gas }
    },
    buildTransaction: (order) => keepPromise(order, (slippage) => ask(order, slippage)),
  }
}

function read(data: `0x${string}`) {
  try {
    return decodeFunctionData({ abi, data }).args[1]
  } catch {
    throw distrusted(name, 'a call that cannot be checked')
  }
}
