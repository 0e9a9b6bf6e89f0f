/** An address shortened in the middle, never at the end: `0x7099…79C8`. */
export function shorten(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}
