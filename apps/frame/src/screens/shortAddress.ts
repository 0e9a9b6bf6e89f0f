/**
 * Shortens an address in its middle.
 *
 * @param address - The address, of whichever family.
 * @returns Its first and last letters. What stands before the 1 of Bech32 says whose chain it is and not whose address, so it does
 * not count.
 */
export function shortAddress(address: string): string {
  const [head] = /^([a-z]+1(?=[a-z\d]+$)|..).{4}/.exec(address) ?? [address]
  return address.length <= 12 ? address : `${head}…${address.slice(-4)}`
}
