import { type AccountId, type ChainId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { type Call, simulateSwap } from './simulateSwap.js'
import { priceMoved, type SwapCall, unsafe } from './swapCalls.js'
import { allowanceHolder, isNative, routersOf } from './swapNetworks.js'

/** A transaction that was checked and may be put before a wallet. */
export type CheckedCall = {
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly value: bigint
  readonly gas?: bigint
}

/** The requested swap. */
export type SwapDemand = {
  readonly account: AccountId
  readonly from: AccountId
  readonly to: AccountId
  /** In base units of the source token. */
  readonly amount: bigint
  /** The least that must come out, in base units of the target token. */
  readonly minimum: bigint
}

/**
 * Checks an approval: it goes to the token, lets a known router take exactly the amount, and moves nothing.
 *
 * @throws SWAP_UNSAFE when it does anything else.
 */
export async function checkApproval(config: Config, call: SwapCall, demand: SwapDemand): Promise<CheckedCall> {
  const { decodeFunctionData, erc20Abi } = await import('viem')
  const { chainId, address: token } = parseAccountId(demand.from)
  if (!isSame(call.to, token) || isNative(demand.from)) throw unsafe('The approval does not go to the token.')
  if (call.value !== 0n) throw unsafe('The approval sends coins.')
  const [spender, amount] = read()
  if (!routersOf(config, chainId).includes(spender.toLowerCase())) throw unsafe(`${spender} is no known router.`)
  if (amount !== demand.amount) throw unsafe(`The approval is for ${amount}, not for ${demand.amount}.`)
  return { to: token as `0x${string}`, data: call.data, value: 0n }

  function read(): readonly [string, bigint] {
    try {
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data })
      if (functionName === 'approve') return args as readonly [string, bigint]
    } catch {
      // Falls through to the refusal: the data are no call of ERC-20 at all.
    }
    throw unsafe('The data are no approval.')
  }
}

/**
 * Checks a swap: a known router is called with no more than the amount, for the account itself, and at least the minimum comes
 * out. What the call promises is read from its data, and a call that cannot be read is refused: what a node says of it may be said
 * by whom it is to protect from. Where the node can, the swap is tried out besides, after the calls that come before it.
 *
 * @throws SWAP_UNSAFE when the call does not match; EXECUTION_REVERTED and others of the node when it would fail.
 */
export async function checkSwap(
  config: Config,
  call: SwapCall,
  demand: SwapDemand,
  before: readonly Call[] = [],
): Promise<CheckedCall> {
  const { readSwapCall } = await import('./readSwapCall.js')
  const { chainId, address } = parseAccountId(demand.account)
  const to = call.to.toLowerCase()
  const promise = readSwapCall(call.data)
  if (!promise) throw unsafe('Its data do not say what it gives.')
  await checkRouter(config, chainId, to, promise.settlers)
  const value = isNative(demand.from) ? demand.amount : 0n
  const { receiver, minimum, amount, deadline } = promise
  if (receiver !== 'sender' && !isSame(receiver, address)) throw unsafe(`It pays ${receiver}.`)
  if (minimum < demand.minimum) throw priceMoved()
  if (amount !== undefined && amount !== demand.amount) throw unsafe(`It takes ${amount}, not ${demand.amount}.`)
  if (!isToken(promise.from, demand.from)) throw unsafe(`It takes the token ${promise.from}.`)
  if (!isToken(promise.to, demand.to)) throw unsafe(`It gives the token ${promise.to}.`)
  if (deadline !== undefined && Number(deadline) * 1000 < Date.now()) throw unsafe('Its deadline is over.')
  const calls = [...before, { to: call.to, data: call.data, value }]
  const received = await simulateSwap(config, { account: demand.account, calls, to: demand.to })
  if (received !== undefined && received < demand.minimum) throw priceMoved()
  return { to: call.to as `0x${string}`, data: call.data, value, ...(call.gas ? { gas: call.gas } : {}) }
}

/**
 * A call goes to a router that the config or the package names. What 0x promises is kept by contracts that change: the called
 * contract has to hand over to one of them, or be one itself, where 0x is a router of the chain.
 */
async function checkRouter(
  config: Config,
  chainId: ChainId,
  to: string,
  settlers: readonly string[] | undefined,
): Promise<void> {
  const routers = routersOf(config, chainId)
  const isSettler = settlers?.length === 0
  if (!routers.includes(isSettler ? allowanceHolder : to)) throw unsafe(`${to} is no known router.`)
  if (!settlers) return
  const { readSettlers } = await import('./readSettlers.js')
  const known = await readSettlers(config, chainId)
  for (const settler of isSettler ? [to] : settlers)
    if (!known.includes(settler.toLowerCase())) throw unsafe(`${settler} does not settle for 0x.`)
  if (new Set(settlers).size > 1) throw unsafe('It lets another contract take the token than the one that settles.')
}

function isToken(address: string, token: AccountId): boolean {
  return isSame(address, parseAccountId(token).address)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
