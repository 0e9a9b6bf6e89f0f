import { fromRpcError } from '@latchkey/protocol/errors'
import {
  type Chain,
  type Client,
  encodeFunctionData,
  formatTransactionRequest,
  getContractError,
  type Hex,
  isHex,
  RawContractError,
  type RpcTransactionRequest,
  type Transport,
} from 'viem'
import * as viem from 'viem/actions'
import { toContractError } from './toContractError.js'

type OnChain = Client<Transport, Chain>

/** Calls of contracts by viem, loaded with the first one; what fails is thrown as a coded error. */
async function coded<value>(run: () => Promise<value>): Promise<value> {
  try {
    return await run()
  } catch (cause) {
    throw toContractError(cause)
  }
}

/** Reads one function. */
export function read(client: OnChain, parameters: viem.ReadContractParameters): Promise<unknown> {
  return coded(() => viem.readContract(client, parameters))
}

/** Tries a call out. */
export function simulate(
  client: OnChain,
  parameters: viem.SimulateContractParameters,
): Promise<viem.SimulateContractReturnType> {
  return coded(() => viem.simulateContract(client, parameters as never))
}

/** Estimates the gas of a contract call or transaction. */
export function estimate(client: OnChain, parameters: viem.EstimateGasParameters): Promise<bigint> {
  return coded(() => viem.estimateGas(client, parameters))
}

/** The newest block. */
export function blockNumber(client: OnChain, cacheTime: number | undefined): Promise<bigint> {
  return coded(() => viem.getBlockNumber(client, cacheTime === undefined ? {} : { cacheTime }))
}

/** Watches new blocks. */
export function watchBlocks(client: OnChain, parameters: viem.WatchBlockNumberParameters): () => void {
  const { onError } = parameters
  return viem.watchBlockNumber(client, {
    ...parameters,
    ...(onError ? { onError: (cause: Error) => onError(toContractError(cause)) } : {}),
  } as never)
}

/** The transactions of the block that the node would make now. */
export async function pendingHashes(client: OnChain): Promise<readonly Hex[]> {
  return (await coded(() => viem.getBlock(client, { blockTag: 'pending' }))).transactions
}

/** Watches the events of a contract. */
export function watchEvents(client: OnChain, parameters: viem.WatchContractEventParameters): () => void {
  const { onError } = parameters
  return viem.watchContractEvent(client, {
    ...parameters,
    ...(onError ? { onError: (cause: Error) => onError(toContractError(cause)) } : {}),
  } as never)
}

/** A call as a wallet takes it with `eth_sendTransaction`. */
export async function toRequest(
  parameters: viem.WriteContractParameters,
  sender: Hex,
  chainId: number,
): Promise<RpcTransactionRequest> {
  const { abi, functionName, args, address, dataSuffix = '0x', account: _, chain: __, ...rest } = parameters as Call
  return coded(async () => {
    const data = encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
    const call = { ...rest, to: address, data: `${data}${dataSuffix.slice(2)}` as Hex, chainId }
    return { ...formatTransactionRequest(call as Parameters<typeof formatTransactionRequest>[0]), from: sender }
  })
}

type Call = viem.WriteContractParameters & { readonly dataSuffix?: Hex; readonly account?: unknown }

/** The error of a wallet that failed to send a call; a revert carries the contract's reason. */
export function toWriteError(thrown: unknown, parameters: viem.WriteContractParameters, sender: Hex): Error {
  const { abi, address, args, functionName } = parameters
  const raw = new RawContractError({ data: refusalOf(thrown), message: fromRpcError(thrown).details ?? '' })
  return toContractError(getContractError(raw, { abi, address, args, functionName, sender } as never))
}

/** The bytes with which the contract refused; wallets put them in different places. */
function refusalOf(thrown: unknown, depth = 0): Hex | undefined {
  if (isHex(thrown)) return thrown
  if (typeof thrown !== 'object' || thrown === null || depth > 8) return undefined
  const { data, originalError, error, cause } = thrown as { [place: string]: unknown }
  for (const place of [data, originalError, error, cause]) {
    const found = refusalOf(place, depth + 1)
    if (found) return found
  }
  return undefined
}
