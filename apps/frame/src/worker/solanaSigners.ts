/**
 * Returns whether bytes could be the message of a transaction, which a signature over them would then be good for.
 *
 * @param message - The bytes.
 * @returns True also for versions that are yet to come.
 */
export function isTransactionMessage(message: Uint8Array): boolean {
  // No text starts with these bytes, but transactions of any later version will.
  const isVersioned = ((message[0] ?? 0) & 0xc0) === 0x80
  return isVersioned || readSigners(message) !== undefined
}

/**
 * Returns the accounts that must sign when the bytes can be read as a transaction's message. It reads as far as the number of
 * instructions: reading less strictly than a node refuses more, never less.
 *
 * @param bytes - The message.
 * @returns Their public keys; undefined when the bytes are no such message.
 */
export function readSigners(bytes: Uint8Array): Uint8Array[] | undefined {
  const first = bytes[0] ?? 0
  const at = first & 0x80 ? 1 : 0
  if (at === 1 && (first & 0x7f) > 0) return undefined
  const signers = bytes[at] ?? 0
  const accounts = readShort(bytes, at + 3)
  if (!accounts || signers === 0 || signers > accounts.value) return undefined
  const end = accounts.next + accounts.value * 32
  if (!readShort(bytes, end + 32)) return undefined
  return Array.from({ length: signers }, (_, index) =>
    bytes.subarray(accounts.next + index * 32, accounts.next + index * 32 + 32),
  )
}

/**
 * Reads a "compact-u16" of Solana: seven bits a byte, at most three bytes.
 *
 * @param bytes - Where it stands.
 * @param start - At which byte.
 * @returns The number and the byte behind it; undefined when there is none.
 */
export function readShort(bytes: Uint8Array, start: number): { value: number; next: number } | undefined {
  let value = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[start + at]
    if (byte === undefined) return undefined
    value |= (byte & 0x7f) << (at * 7)
    if (byte < 0x80) return { value, next: start + at + 1 }
  }
  return undefined
}
