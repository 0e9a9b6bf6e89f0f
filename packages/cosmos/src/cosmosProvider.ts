import type { ChainId } from '@latchkey/core'

/** INTERFACE: what `getProvider('cosmos')` gives. Rejects with a coded error. */
export type CosmosProvider = {
  /** ADR-36: base64 signature, and the hex of the compressed public key. */
  signMessage(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly message: string | Uint8Array
  }): Promise<{ readonly signature: string; readonly publicKey: string }>
  /** Signs a StdSignDoc (JSON form). */
  signAmino?(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly signDoc: { readonly [field: string]: unknown }
  }): Promise<{ readonly signature: string; readonly publicKey: string; readonly signed: unknown }>
  /** Signs a SignDoc, its bytes as they go into the signature. */
  signDirect?(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly bodyBytes: Uint8Array
    readonly authInfoBytes: Uint8Array
    readonly accountNumber: bigint
  }): Promise<{
    readonly signature: string
    readonly publicKey: string
    readonly bodyBytes: Uint8Array
    readonly authInfoBytes: Uint8Array
  }>
}
