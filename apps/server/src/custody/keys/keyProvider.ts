/** The encryption context of a wrapped key: names and values, in any order, all needed to unwrap it. */
export type Aad = { readonly [name: string]: string }

/** A wrapped data key and what is needed to find the key that wrapped it. */
export type WrappedKey = { ct: Uint8Array; keyRef: string; keyVersion: string }

/**
 * Keeps the keys that wrap data keys; it never sees what the data keys protect. Every filling passes `keys.contract.test.ts`.
 */
export type KeyProvider = {
  readonly name: 'local' | 'vault' | 'aws' | 'gcp' | 'pkcs11'
  /** Distinguishes two providers that must not share a key: the same key gives the same text. */
  readonly identity: string
  wrap(dek: Uint8Array, aad: Aad): Promise<WrappedKey>
  /** Throws INVALID_PARAMS when anything differs from the time of wrapping, API_UNREACHABLE when the service does not answer. */
  unwrap(ct: Uint8Array, keyRef: string, aad: Aad): Promise<Uint8Array>
  /** Wraps anew with the key that is current now, under the same binding. */
  rewrap(ct: Uint8Array, keyRef: string, aad: Aad): Promise<WrappedKey>
  health(): Promise<'ok' | 'degraded'>
  close(): Promise<void>
}
