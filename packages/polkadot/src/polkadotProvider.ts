/** INTERFACE: what `getProvider('polkadot')` gives. Rejects with a coded error. */
export type PolkadotProvider = {
  /** The signature over `<Bytes>…</Bytes>` around the message, as wallets wrap it; 0x hex. */
  signMessage(request: { readonly address: string; readonly message: Uint8Array }): Promise<string>
  /** Signs an extrinsic's payload in the JSON form of the extension interface; 0x hex. */
  signPayload?(payload: { readonly [field: string]: unknown }): Promise<string>
}
