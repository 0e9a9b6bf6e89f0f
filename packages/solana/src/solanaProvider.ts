import type { ChainId } from '@latchkey/core'
import type { preflightCommitments } from '@latchkey/protocol/internal/solana'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'

/** How a Solana node checks and sends a transaction. */
export type SolanaSendOptions = {
  readonly skipPreflight?: boolean
  readonly preflightCommitment?: (typeof preflightCommitments)[number]
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

/** INTERFACE: what `getProvider('solana')` gives, whichever way the wallet is reached. Rejects with a coded error. */
export type SolanaProvider = {
  /** 64 bytes of ed25519 over the message as it stands. */
  signMessage(request: { readonly address: string; readonly message: Uint8Array }): Promise<Uint8Array>
  /** Signs wire bytes of a transaction and gives wire bytes back; nothing is sent. */
  signTransaction(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly transaction: Uint8Array
  }): Promise<Uint8Array>
  /** Signs several with one approval; a wallet without that is asked for each. */
  signAllTransactions(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly transactions: readonly Uint8Array[]
  }): Promise<readonly Uint8Array[]>
  /** Signs and sends; base58 of the first signature. Absent: the wallet only signs, and the caller sends. */
  signAndSendTransaction?(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly transaction: Uint8Array
    readonly options?: SolanaSendOptions
  }): Promise<string>
  /** Connects and signs in with one approval (`solana:signIn`). */
  signIn?(request: SignInRequest & { readonly chainId: ChainId }): Promise<SignInProof>
}
