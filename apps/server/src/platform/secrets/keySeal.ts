/** INTERFACE: encrypts secrets for rows of the database under keys that are not in it. */
export type KeySeal = {
  /**
   * Encrypts a secret, bound to the row that it is for.
   *
   * @throws LatchkeyError API_UNREACHABLE when the external key service does not respond.
   */
  seal(secret: Uint8Array, row: { readonly [name: string]: string }): Promise<string>
  close(): Promise<void>
}
