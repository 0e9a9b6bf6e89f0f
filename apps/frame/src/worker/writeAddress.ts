const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const bech32Digits = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/**
 * Writes bytes in base58, as Solana writes its accounts.
 *
 * @param bytes - The bytes.
 * @returns The text; each zero in front is a 1.
 * @see https://datatracker.ietf.org/doc/html/draft-msporny-base58-03
 */
export function toBase58(bytes: Uint8Array): string {
  let text = ''
  let rest = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
  for (; rest > 0n; rest /= 58n) text = `${base58Digits[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/**
 * Writes the program of a witness as an address of Bitcoin's main network: bech32 for version 0, bech32m from version 1 on.
 *
 * @param version - The version of the witness.
 * @param program - The program.
 * @returns The address.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 */
export function toSegwitAddress(version: number, program: Uint8Array): string {
  const data = [version, ...toFives(program)]
  // The prefix as the sum takes it in: the high bits of 'bc', a zero, the low bits.
  const sum = sumOf([3, 3, 0, 2, 3, ...data, 0, 0, 0, 0, 0, 0]) ^ (version === 0 ? 1 : 0x2bc830a3)
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31)
  return `bc1${[...data, ...check].map((digit) => bech32Digits[digit]).join('')}`
}

function toFives(bytes: Uint8Array): number[] {
  const fives: number[] = []
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) fives.push((held >> (bits - 5)) & 31)
    held &= (1 << bits) - 1
  }
  if (bits > 0) fives.push((held << (5 - bits)) & 31)
  return fives
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generator.reduce((each, part, at) => ((sum >>> (25 + at)) & 1 ? each ^ part : each), next)
  }, 1)
}
