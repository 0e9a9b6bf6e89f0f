/** The number of a JSON-RPC quantity; undefined where a node answered with something else, or with more than 256 bits. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined
}

/** One word of a contract: an address without a contract answers with nothing, a strange contract with anything. */
export function readWord(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? BigInt(value) : undefined
}
