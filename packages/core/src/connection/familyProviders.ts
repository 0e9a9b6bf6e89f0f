import type { AccountId, ChainId } from '@latchkey/protocol/caip'
import type { AccountFacts } from '../connector.js'

/** An input of a PSBT that the wallet is asked to sign. */
export type PsbtInput = { readonly index: number; readonly address: string; readonly sighashTypes?: readonly number[] }

/** CONTRACT: what `getProvider('bip122')` gives. Rejects with a coded error. */
export type BitcoinProvider = {
  /** The accounts with their kind, public key and path, the payment account first. */
  getAccounts(): Promise<readonly ({ readonly account: AccountId } & AccountFacts)[]>
  /** Base64. BIP-322 where the wallet knows it, else the signature of BIP-137. */
  signMessage(request: {
    readonly address: string
    readonly message: string
    readonly protocol?: 'bip322' | 'ecdsa'
  }): Promise<string>
  /** Signs the inputs, finalises and sends if `broadcast`; the signed PSBT as bytes, and the transaction id if it was sent. */
  signPsbt(request: {
    readonly chainId: ChainId
    readonly psbt: Uint8Array
    readonly inputs: readonly PsbtInput[]
    readonly broadcast?: boolean
  }): Promise<{ readonly psbt: Uint8Array; readonly txid?: string }>
  /** Lets the wallet choose coins and fee. Absent: the caller builds a PSBT. Gives the transaction id. */
  sendTransfer?(request: {
    readonly address: string
    readonly chainId: ChainId
    readonly to: string
    /** Satoshi. */
    readonly amount: bigint
  }): Promise<string>
}

/** CONTRACT: what `getProvider('polkadot')` gives. Rejects with a coded error. */
export type PolkadotProvider = {
  /** The signature over `<Bytes>…</Bytes>` around the message, as wallets wrap it; 0x hex. */
  signMessage(request: { readonly address: string; readonly message: Uint8Array }): Promise<string>
  /** Signs an extrinsic's payload in the JSON form of the extension interface; 0x hex. */
  signPayload?(payload: { readonly [field: string]: unknown }): Promise<string>
}
