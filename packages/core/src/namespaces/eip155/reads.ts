import type { TokenBalance } from '@latchkey/protocol/api'
import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcRank, rpcRetryCount, rpcRetryDelay } from '@latchkey/protocol/internal/limits'
import {
  type Client,
  checksumAddress,
  createClient,
  type FallbackTransport,
  fallback,
  formatUnits,
  type Hex,
  http,
  isAddress,
} from 'viem'
import { call, estimateGas, getGasPrice, getBalance as viem_getBalance } from 'viem/actions'
import type { ReadContext, RpcRequest, TransactionOutcome, Transfer, TransferQuote } from '../../namespace.js'
import { awaitReceipt } from './awaitReceipt.js'
import { checkedFetch } from './checkedFetch.js'
import { toReadError } from './toReadError.js'
import { toTransaction } from './toTransaction.js'

/** One viem client for each chain and list of URLs: ranking keeps a timer, so a second client would be a leak. */
export type Clients = { readonly known: Map<string, Client<FallbackTransport>>; isEnded: boolean }

/** A viem client over a chain's RPC URLs: 10 s each, 3 retries from 150 ms, ranked when there are several. */
export function toClient(clients: Clients, { chain, rpcUrls }: ReadContext): Client<FallbackTransport> {
  if (rpcUrls.length === 0) {
    throw new LatchkeyError('NO_RPC_URL', `No RPC url provided for chainId ${chain.id}`, {
      hints: ['Add one to the network’s rpcUrls or to customRpcUrls.'],
    })
  }
  const key = [chain.caipNetworkId, ...rpcUrls].join(' ')
  const known = clients.known.get(key)
  if (known) return known
  const transports = rpcUrls.map((url) =>
    http(url, {
      // The time of the whole answer, body included, is kept by checkedFetch.
      timeout: 0,
      retryCount: 0,
      fetchFn: checkedFetch(chain),
    }),
  )
  // viem cannot stop ranking; a sample that never resolves ends its loop and leaves nothing running.
  const ping = ({ transport }: { transport: { request(request: { method: string }): Promise<unknown> } }) =>
    clients.isEnded ? new Promise<never>(() => {}) : transport.request({ method: 'net_listening' })
  // Retries happen here and not per URL, so that the next URL is tried at once and a sample is one request.
  const client = createClient({
    transport: fallback(transports, {
      retryCount: rpcRetryCount,
      retryDelay: rpcRetryDelay,
      rank: rpcUrls.length > 1 ? { ...rpcRank, ping } : false,
    }),
  })
  clients.known.set(key, client)
  return client
}

/** Sends a request to the chain's node; errors are those of viem. */
export async function request(clients: Clients, context: ReadContext, asked: RpcRequest): Promise<unknown> {
  const ask = toClient(clients, context).request as (asked: RpcRequest) => Promise<unknown>
  return ask(asked)
}

/** False when a mixed-case address does not carry the checksum of EIP-55. */
export function hasValidChecksum(value: string): boolean {
  const digits = value.replace(/^0x/, '')
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  return isAddress(`0x${digits}`)
}

/** Native balance in wei. */
export async function getBalance(clients: Clients, context: ReadContext, address: string): Promise<bigint> {
  return coded(() => viem_getBalance(toClient(clients, context), { address: hex(address) }))
}

/** Native coin and listed tokens, straight from the node; a token whose contract fails is left out. */
export async function getBalances(
  clients: Clients,
  context: ReadContext,
  address: string,
): Promise<readonly TokenBalance[]> {
  const { chain } = context
  const client = toClient(clients, context)
  const native = await coded(() => viem_getBalance(client, { address: hex(address) }))
  const tokens = await Promise.all(
    (chain.tokens ?? []).map(async (token): Promise<TokenBalance[]> => {
      const data: Hex = `0x70a08231${hex(address).slice(2).toLowerCase().padStart(64, '0')}`
      const answer = await call(client, { to: hex(token.address), data }).catch(() => undefined)
      const amount = answer?.data?.length === 66 ? BigInt(answer.data) : 0n
      const id = toAccountId(chain.caipNetworkId, checksumAddress(hex(token.address)))
      return amount > 0n ? [balanceOf(token, amount, id)] : []
    }),
  )
  return [balanceOf(chain.nativeCurrency, native, undefined), ...tokens.flat()]

  function balanceOf(
    token: { name: string; symbol: string; decimals: number; iconUrl?: string },
    amount: bigint,
    id: AccountId | undefined,
  ): TokenBalance {
    return {
      name: token.name,
      symbol: token.symbol,
      chainId: chain.caipNetworkId,
      price: 0,
      quantity: { decimals: String(token.decimals), numeric: formatUnits(amount, token.decimals) },
      iconUrl: token.iconUrl ?? '',
      ...(id ? { address: id } : {}),
    }
  }
}

/** The maximum cost of a transfer, from the node; rejects with the node's reason when it would fail. */
export async function quoteTransfer(
  clients: Clients,
  context: ReadContext,
  transfer: Transfer,
): Promise<TransferQuote> {
  const client = toClient(clients, context)
  const account = hex(transfer.from)
  const request = { account, ...toTransaction(transfer) }
  return coded(async () => {
    const nativeBalance = await viem_getBalance(client, { address: account })
    // Not every node reports it when it estimates.
    if (transfer.token === undefined && transfer.amount > nativeBalance) {
      throw new LatchkeyError('INSUFFICIENT_FUNDS', 'The account does not hold enough for the amount.')
    }
    const [gas, gasPrice] = await Promise.all([estimateGas(client, request), getGasPrice(client)])
    // Base fees may rise by an eighth a block until the wallet answers.
    return { fee: (gas * gasPrice * 5n) / 4n, nativeBalance }
  })
}

/** Waits until a block holds the transaction, or what took its place. */
export async function waitForTransactionReceipt(
  clients: Clients,
  context: ReadContext,
  parameters: { hash: string; signal?: AbortSignal },
): Promise<TransactionOutcome> {
  return awaitReceipt(toClient(clients, context), context.chain.testnet ? 300 : 2_000, parameters)
}

async function coded<value>(run: () => Promise<value>): Promise<value> {
  try {
    return await run()
  } catch (cause) {
    throw toReadError(cause)
  }
}

function hex(address: string): Hex {
  return address.startsWith('0x') ? (address as Hex) : `0x${address}`
}
