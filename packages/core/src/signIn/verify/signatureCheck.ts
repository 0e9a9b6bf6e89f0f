import type { ChainId } from '@latchkey/protocol/caip'

/** The account, the text and the signature to verify. */
export type SignatureCheck = {
  readonly address: string
  readonly chainId: ChainId
  /** The signed text, byte for byte. */
  readonly message: string
  readonly signature: string
  /** RPC URLs; only contract accounts need them. */
  readonly rpcUrls: readonly string[]
}
