/**
 * Returns the CRC-32C (Castagnoli) of bytes.
 *
 * @param bytes - The bytes.
 * @returns The checksum as an unsigned number.
 * @see https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4
 */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
