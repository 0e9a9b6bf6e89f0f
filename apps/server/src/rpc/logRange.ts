/** The most blocks that one `eth_getLogs` may span. */
export const logRange = 10_000n

/** Tells whether the parameters of `eth_getLogs` name a span of blocks that is wider than allowed. */
export function isLogRangeTooWide(params: unknown): boolean {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null) return false
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown }
  const from = blockNumber(fromBlock)
  const to = blockNumber(toBlock)
  return from !== undefined && to !== undefined && to - from >= logRange
}

function blockNumber(value: unknown): bigint | undefined {
  if (value === 'earliest') return 0n
  return typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value) ? BigInt(value) : undefined
}
