/** An extension as it puts itself on a page; nothing of it is checked. @see https://github.com/polkadot-js/extension */
export type Extension = { readonly version?: unknown; enable(origin: string): Promise<unknown> }

/** What an extension gives once it allows the page; nothing of it is checked. */
export type Injected = {
  readonly accounts: {
    get(): Promise<unknown>
    subscribe?(listener: (accounts: unknown) => void): unknown
  }
  readonly signer: {
    signRaw?(request: { readonly address: string; readonly data: string; readonly type: 'bytes' }): Promise<unknown>
    signPayload?(payload: { readonly [field: string]: unknown }): Promise<unknown>
  }
}
