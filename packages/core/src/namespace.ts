import type { TokenBalance } from '@latchkey/protocol/api'
import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { AddressOf, Chain, HashOf } from './chain.js'
import type { EmbeddedNamespace } from './connection/embeddedNamespace.js'
import type { WalletConnectNamespace } from './connection/walletConnectNamespace.js'
import type { CreateConnector } from './connector.js'
import type { SignatureCheck } from './signIn/verify/signatureCheck.js'

/** Which collectible of a contract leaves an account. */
export type TransferredCollectible = {
  /** `metaplex` on Solana, where the mint says which it is; the others on EVM chains. */
  readonly standard: 'erc721' | 'erc1155' | 'metaplex'
  /** Decimal number; `0` on Solana. */
  readonly tokenId: string
}

/** What leaves an account: base units of a token, or of the native coin when `token` is absent. */
export type Transfer = {
  readonly from: string
  readonly to: string
  /** Amount in base units (wei, lamports, satoshi). */
  readonly amount: bigint
  /** Plain address of the token, or of the collectible's contract; absent for the native coin. */
  readonly token?: string
  /** Which item of the contract it is; of ERC-721 and Metaplex the amount is 1. EVM chains and Solana only. */
  readonly collectible?: TransferredCollectible
  /** What the network fee may be at most, in base units of the native coin, where the family and not the wallet sets it. */
  readonly maxFee?: bigint
}

/** What a transfer will cost. */
export type TransferQuote = {
  /** Highest network fee in base units of the native coin. */
  readonly fee: bigint
  /** Native balance of the sender in base units. */
  readonly nativeBalance: bigint
  /** What must be left over or be held besides the amount and the fee (rent), in base units of the native coin. */
  readonly reserve?: bigint
}

type Fields<namespace extends Namespace> = {
  readonly to?: AddressOf<namespace>
  readonly value?: bigint
  readonly data?: HashOf<namespace>
  readonly gas?: bigint
  /** Families that write transactions as bytes: wire bytes, or a PSBT. Nothing else is looked at then. */
  readonly bytes?: Uint8Array
}

/** A family's transaction as its wallets take it: `{ to, value, data }` for `eip155`. */
export type TransactionRequest<namespace extends Namespace = Namespace> = Fields<namespace> &
  // Without any of these there is nothing to send.
  (
    | Required<Pick<Fields<namespace>, 'to'>>
    | Required<Pick<Fields<namespace>, 'data'>>
    | Required<Pick<Fields<namespace>, 'bytes'>>
  )

/** How a submitted transaction ended. */
export type TransactionOutcome = {
  /** Of the transaction, or of the one that took its place. */
  readonly status: 'confirmed' | 'failed'
  readonly blockNumber: bigint
  /** Another transaction of the same sender and number is in the block instead (`eip155`). */
  readonly replacement?: {
    readonly hash: `0x${string}`
    /** `repriced`: the same with another fee; `cancelled`: nothing, to the sender itself; `replaced`: something else. */
    readonly reason: 'repriced' | 'cancelled' | 'replaced'
  }
}

/** What the verbs of a family are called with: where to read, and whom to ask. */
export type ReadContext = { readonly chain: Chain; readonly rpcUrls: readonly string[] }

/** One question to a node, as EIP-1193 has it. */
export type RpcRequest = { readonly method: string; readonly params?: unknown }

/** CONTRACT: what a chain family can do. Everything heavy is loaded at the first use. */
export type NamespaceAdapter = {
  readonly namespace: Namespace
  /** How its nodes are asked through our server; by JSON-RPC when absent. */
  readonly nodeApi?: 'rest'
  /** True: what its nodes tell of a balance is less what waits for a block. */
  readonly countsPending?: boolean
  isAddress(value: string): boolean
  /** False when the text has the form of an address but its checksum is wrong. */
  hasValidChecksum(value: string): Promise<boolean>
  getBalance(context: ReadContext, address: string): Promise<bigint>
  /** Native coin and the chain's listed tokens, read from the node. */
  getBalances(context: ReadContext, address: string): Promise<readonly TokenBalance[]>
  quoteTransfer(context: ReadContext, transfer: Transfer): Promise<TransferQuote>
  /** The transaction that moves what is to be moved; may ask the node. Throws before the wallet is asked when it cannot work. */
  toTransaction(context: ReadContext, transfer: Transfer): Promise<TransactionRequest>
  /** The signature as the family writes it, see `SignInProof`. */
  signMessage(
    provider: unknown,
    parameters: { address: string; chainId: ChainId; message: string | Uint8Array },
  ): Promise<string>
  signTypedData?(provider: unknown, parameters: { address: string; typedData: unknown }): Promise<string>
  /** Asks the wallet to sign and send; a wallet that only signs has it sent by the context's node. */
  sendTransaction(
    provider: unknown,
    parameters: { address: string; chainId: ChainId; transaction: TransactionRequest; context: ReadContext },
  ): Promise<string>
  waitForTransactionReceipt(
    context: ReadContext,
    parameters: { hash: string; signal?: AbortSignal },
  ): Promise<TransactionOutcome>
  /** Asks the chain's node directly; for families whose nodes speak JSON-RPC. */
  request?(context: ReadContext, asked: RpcRequest): Promise<unknown>
  /** Ways to reach the wallets of the family; they come after those of `createConfig({ connectors })`. */
  readonly connectors?: readonly CreateConnector[]
  /** What the family is in a session of the WalletConnect protocol; without it, no session asks for the family. */
  readonly walletConnect?: WalletConnectNamespace
  /** What the family is in the embedded wallet; without it, that wallet is not asked for the family. */
  readonly embedded?: EmbeddedNamespace
  /** Tells whether a signature is of an account and over a text, for sign-ins. */
  verifySignature?(check: SignatureCheck): Promise<boolean>
  /** Ends what runs by itself, such as the ranking of RPC URLs. */
  destroy?(): void
}
