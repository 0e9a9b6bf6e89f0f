/**
 * An address shortened in the middle, never at the end: `0x7099…79C8`, `bc1qcr8…6fyu`. What stands before the 1 of Bech32 says
 * whose chain it is and not whose address, so it does not count.
 */
export function shorten(address: string): string {
  return address.replace(/^(([a-z]+1(?=[a-z\d]+$)|..).{4}).{3,}(.{4})$/, '$1…$3')
}
