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

/** The amount in base units of a token, or of the native coin when `token` is absent. */
export type Transfer = {
  readonly from: string
  readonly to: string
  /** Amount in base units (wei, lamports, satoshi). */
  readonly amount: bigint
  /** Plain address of the token, or of the collectible's contract; absent for the native coin. */
  readonly token?: string
  /** Which item of the contract it is; of ERC-721 and Metaplex the amount is 1. EVM chains and Solana only. */
  readonly collectible?: TransferredCollectible
  /** The maximum network fee in base units of the native coin, where the family and not the wallet sets it. */
  readonly maxFee?: bigint
}

/** The cost of a transfer. */
export type TransferQuote = {
  /** Highest network fee in base units of the native coin. */
  readonly fee: bigint
  /** Native balance of the sender in base units. */
  readonly nativeBalance: bigint
  /** The reserve that must remain besides amount and fee (rent), in base units of the native coin. */
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

/** The content of a payment link. */
export type Payment = {
  /** Plain address of the receiver; on EVM chains it may be a name that leads to one. */
  readonly to: string
  /** The chain to pay on; absent where the link leaves it open. */
  readonly chainId?: ChainId
  /** Plain address of the token; absent for the native coin. */
  readonly token?: string
  /** Base units; a decimal text where the link does not say how many decimals the token has. Absent: left to the payer. */
  readonly amount?: bigint | string
}

/** A payment that a link is to ask for. */
export type AskedPayment = {
  /** Plain address of the receiver. */
  readonly to: string
  /** CAIP-2 id of the chain to be paid on. */
  readonly chainId: ChainId
  /** The token, by its plain address; absent for the native coin. */
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
  /** The amount in base units; the payer chooses when absent. */
  readonly amount?: bigint | undefined
}

/** The outcome of a submitted transaction. */
export type TransactionOutcome = {
  /** The hash of the transaction, or of its replacement. */
  readonly status: 'confirmed' | 'failed'
  readonly blockNumber: bigint
  /** Another transaction of the same sender and number is in the block instead (`eip155`). */
  readonly replacement?: {
    readonly hash: `0x${string}`
    /** `repriced`: the same with another fee; `cancelled`: nothing, to the sender itself; `replaced`: something else. */
    readonly reason: 'repriced' | 'cancelled' | 'replaced'
  }
}

/** The context of a family's reads. */
export type ReadContext = { readonly chain: Chain; readonly rpcUrls: readonly string[] }

/** One question to a node, as EIP-1193 has it. */
export type RpcRequest = { readonly method: string; readonly params?: unknown }

/** INTERFACE: what a chain family can do. Everything heavy is loaded at the first use. */
export type NamespaceAdapter = {
  readonly namespace: Namespace
  /** The protocol of its nodes through the data API; JSON-RPC when absent. */
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
  /** Builds the transaction of a transfer; may call a node. Throws before the wallet opens when it cannot succeed. */
  toTransaction(context: ReadContext, transfer: Transfer): Promise<TransactionRequest>
  /** The signature as the family writes it, see `SignInProof`. */
  signMessage(
    provider: unknown,
    parameters: { address: string; chainId: ChainId; message: string | Uint8Array },
  ): Promise<string>
  signTypedData?(provider: unknown, parameters: { address: string; typedData: unknown }): Promise<string>
  /** Signs and sends with the wallet; where the wallet only signs, the context's node broadcasts. */
  sendTransaction(
    provider: unknown,
    parameters: { address: string; chainId: ChainId; transaction: TransactionRequest; context: ReadContext },
  ): Promise<string>
  waitForTransactionReceipt(
    context: ReadContext,
    parameters: { hash: string; signal?: AbortSignal },
  ): Promise<TransactionOutcome>
  /** Sends a request to the chain's node; for families with JSON-RPC nodes. */
  request?(context: ReadContext, asked: RpcRequest): Promise<unknown>
  /** Ways to reach the wallets of the family; they come after those of `createConfig({ connectors })`. */
  readonly connectors?: readonly CreateConnector[]
  /** The family in WalletConnect sessions; without it, sessions leave the family out. */
  readonly walletConnect?: WalletConnectNamespace
  /** The family in the embedded wallet; without it, the wallet leaves the family out. */
  readonly embedded?: EmbeddedNamespace
  /** Links that ask for a payment, as wallets of the family write them; without it, the family has none. */
  readonly payments?: {
    /** The URI scheme, such as `ethereum:`. */
    readonly scheme: string
    /** Rejects with INVALID_REQUEST where the link cannot be followed to the letter. */
    read(link: string): Promise<Payment>
    /** Rejects with INVALID_REQUEST where the family has no link for such a payment. */
    write(payment: AskedPayment): Promise<string>
  }
  /** Verifies the signature of an account over a text, for sign-ins. */
  verifySignature?(check: SignatureCheck): Promise<boolean>
  /** Ends what runs by itself, such as the ranking of RPC URLs. */
  destroy?(): void
}
