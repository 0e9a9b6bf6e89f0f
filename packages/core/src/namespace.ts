import type { TokenBalance } from '@latchkey/protocol/api'
import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { Network } from './network.js'

/** What leaves an account: base units of a token, or of the native coin when `token` is absent. */
export type Transfer = {
  readonly from: string
  readonly to: string
  /** Amount in base units (wei, lamports, satoshi). */
  readonly amount: bigint
  /** Plain address of the token; absent for the native coin. */
  readonly token?: string
}

/** What a transfer will cost. */
export type TransferQuote = {
  /** Highest network fee in base units of the native coin. */
  readonly fee: bigint
  /** Native balance of the sender in base units. */
  readonly nativeBalance: bigint
}

/** A family's transaction as its wallets take it: `{ to, value, data }` for `eip155`. */
export type TransactionRequest = {
  readonly to?: string
  readonly value?: bigint
  readonly data?: string
  readonly gas?: bigint
}

/** How a submitted transaction ended. */
export type TransactionOutcome = { readonly status: 'confirmed' | 'failed'; readonly blockNumber: bigint }

/** What the verbs of a family are called with: where to read, and whom to ask. */
export type ReadContext = { readonly network: Network; readonly rpcUrls: readonly string[] }

/** CONTRACT: what a chain family can do. Everything heavy is loaded at the first use. */
export type NamespaceAdapter = {
  readonly namespace: Namespace
  isAddress(value: string): boolean
  /** False when the text has the form of an address but its checksum is wrong. */
  hasValidChecksum(value: string): Promise<boolean>
  getBalance(context: ReadContext, address: string): Promise<bigint>
  /** Native coin and the network's listed tokens, read from the node. */
  getBalances(context: ReadContext, address: string): Promise<readonly TokenBalance[]>
  quoteTransfer(context: ReadContext, transfer: Transfer): Promise<TransferQuote>
  toTransaction(transfer: Transfer): TransactionRequest
  signMessage(provider: unknown, parameters: { address: string; message: string | Uint8Array }): Promise<string>
  signTypedData?(provider: unknown, parameters: { address: string; typedData: unknown }): Promise<string>
  sendTransaction(
    provider: unknown,
    parameters: { address: string; chainId: ChainId; transaction: TransactionRequest },
  ): Promise<string>
  waitForTransaction(
    context: ReadContext,
    parameters: { hash: string; signal?: AbortSignal },
  ): Promise<TransactionOutcome>
  /** Ends what runs by itself, such as the ranking of RPC URLs. */
  destroy?(): void
}
