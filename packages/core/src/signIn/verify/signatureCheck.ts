import type { ChainId } from '@latchkey/protocol/caip'

/** Whose signature, and over what. */
export type SignatureCheck = {
  readonly address: string
  readonly chainId: ChainId
  /** What was signed, byte for byte. */
  readonly message: string
  readonly signature: string
  /** Where the chain can be read; only accounts that are contracts need it. */
  readonly rpcUrls: readonly string[]
}
