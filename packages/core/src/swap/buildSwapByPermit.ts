import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { type ErrorCode, fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseSignature,
  recoverTypedDataAddress,
} from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { signTypedData } from '../actions/signTypedData.js'
import { getClient } from '../contracts/getClient.js'
import type { Config } from '../createConfig.js'
import { type CheckedCall, checkSwap, type SwapDemand } from './checkSwap.js'
import { permitAbi, permitRouterAbi } from './findPermit.js'
import { simulateSwap } from './simulateSwap.js'
import { askSwap, priceMoved } from './swapCalls.js'
import { keepSignedPermit, readSignedPermit, type SignedPermit, type SwapPermit } from './swapPermits.js'

/** The lifetime of a permit, in seconds: as long as a swap's. */
const life = 1_200
/** The minimum remaining lifetime of a reused permit, in seconds. */
const rest = 300

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Errors that end a swap by permit; after any other an approval replaces the permit. */
const ends: readonly ErrorCode[] = [
  'USER_REJECTED',
  'ABORTED',
  'WALLET_NOT_RESPONDING',
  'WALLET_DISCONNECTED',
  'NOT_CONNECTED',
]

/**
 * Has the server write a swap, checks it, has the account sign that the router may take exactly the amount, and puts that before
 * the swap, in one transaction. The wallet opens only after the swap was verified and simulated.
 *
 * @returns The transaction; undefined where this wallet, token or router takes no permit, and an approval is needed.
 * @throws What `buildSwap` throws; USER_REJECTED; ABORTED; WALLET_NOT_RESPONDING.
 */
export async function buildSwapByPermit(
  config: Config,
  demand: SwapDemand,
  options: { readonly slippage: number; readonly permit: SwapPermit; readonly signal: AbortSignal },
): Promise<CheckedCall | undefined> {
  const { permit, signal, slippage } = options
  const { account, from, to, amount } = demand
  const written = await askSwap(config, { ...demand, slippage })
  const spender = written.to.toLowerCase() as Hex
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  const swap = await checkSwap(config, written, demand, [{ to: parseAccountId(from).address, data: approval }])
  if (!permit.routers.includes(spender)) return undefined
  const signed = await sign(config, { account, token: from, amount, spender, domain: permit.domain, signal })
  if (!signed) return undefined
  const data = putBefore(swap.data, permitCall(signed))
  try {
    const received = await simulateSwap(config, { account, calls: [{ to: spender, data }], to })
    if (received !== undefined && received < demand.minimum) throw priceMoved()
    if (received === undefined) await callOnce(config, account, { to: spender, data })
  } catch (thrown) {
    if (!isLatchkeyError(thrown, 'EXECUTION_REVERTED')) throw thrown
    keepSignedPermit(config, account, undefined)
    return undefined
  }
  return { to: swap.to, data, value: 0n }
}

type Asked = {
  readonly account: AccountId
  readonly token: AccountId
  readonly amount: bigint
  readonly spender: Hex
  readonly domain: SwapPermit['domain']
  readonly signal: AbortSignal
}

/** The permit that the account signed for the very same before, else asks the wallet; undefined where it cannot sign one. */
async function sign(config: Config, asked: Asked): Promise<SignedPermit | undefined> {
  const { account, token, amount, spender, domain, signal } = asked
  const owner = parseAccountId(account).address as Hex
  const client = getClient(config, { chainId: domain.chainId as never })
  const [nonce, { timestamp }] = await Promise.all([
    readContract(client, {
      address: domain.verifyingContract,
      abi: permitAbi,
      functionName: 'nonces',
      args: [owner],
    }),
    getBlock(client),
  ])
  // The later of the two clocks: a chain of its own may be ahead of this machine.
  const now = Math.max(Math.floor(Date.now() / 1000), Number(timestamp))
  const known = readSignedPermit(config, account)
  const wanted = { token, spender, amount: String(amount), nonce: String(nonce) }
  const isSame = known && Object.entries(wanted).every(([name, value]) => known[name as keyof typeof wanted] === value)
  if (isSame && known.deadline >= now + rest) return known
  const deadline = now + life
  const message = { owner, spender, value: amount, nonce, deadline: BigInt(deadline) }
  const typedData = { domain, types, primaryType: 'Permit', message } as const
  try {
    const signature = await signTypedData(config, { typedData, namespace: 'eip155', signal })
    const signer = await recoverTypedDataAddress({ ...typedData, signature })
    if (signer.toLowerCase() !== owner.toLowerCase()) return undefined
    const signed = { ...wanted, deadline, signature }
    keepSignedPermit(config, account, signed)
    return signed
  } catch (thrown) {
    if (thrown instanceof LatchkeyError && ends.includes(thrown.code)) throw thrown
    return undefined
  }
}

/** Submits a permit, unless it was submitted by a third party already. */
function permitCall({ token, amount, deadline, signature }: SignedPermit): Hex {
  const { r, s, yParity } = parseSignature(signature)
  const address = parseAccountId(token).address as Hex
  const args = [address, BigInt(amount), BigInt(deadline), 27 + yParity, r, s] as const
  return encodeFunctionData({ abi: permitRouterAbi, functionName: 'selfPermitIfNecessary', args })
}

/** Puts a call before those of a router's multicall, or makes one of both. */
function putBefore(data: Hex, first: Hex): Hex {
  const [calls = [data], deadline] = readMulticall(data)
  const all = [first, ...calls]
  const args = deadline === undefined ? ([all] as const) : ([deadline, all] as const)
  return encodeFunctionData({ abi: permitRouterAbi, functionName: 'multicall', args })
}

/** The calls of a multicall, and its deadline. */
function readMulticall(data: Hex): readonly [calls?: readonly Hex[], deadline?: bigint] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: permitRouterAbi, data })
    if (functionName !== 'multicall') return []
    return args.length === 1 ? args : [args[1], args[0]]
  } catch {
    return []
  }
}

/** Checks whether a call would fail on a node without `eth_simulateV1`. */
async function callOnce(config: Config, account: AccountId, call: { to: Hex; data: Hex }): Promise<void> {
  const { chainId, address } = parseAccountId(account)
  const client = getClient(config, { chainId: Number(chainId.split(':')[1]) as never })
  try {
    await client.request({ method: 'eth_call', params: [{ from: address as Hex, ...call }, 'latest'] })
  } catch (thrown) {
    const error = fromRpcError(thrown)
    if (isLatchkeyError(error, 'EXECUTION_REVERTED')) throw error
  }
}
