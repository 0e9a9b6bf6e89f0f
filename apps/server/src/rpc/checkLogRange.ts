/** The most blocks that one search of logs may span. */
const most = 10_000n

/**
 * Returns whether a call searches logs over more blocks than allowed, at once or by a filter.
 *
 * @param call - The call.
 * @param head - The number of the newest block, where it is known.
 * @returns Whether it may pass; `open` when that depends on the newest block.
 */
export function checkLogRange(
  { method, params }: { method: string; params?: unknown },
  head?: bigint,
): 'fits' | 'wide' | 'open' {
  if (method !== 'eth_getLogs' && method !== 'eth_newFilter') return 'fits'
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof filter !== 'object' || filter === null) return 'fits'
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown }
  const from = blockNumber(fromBlock)
  // From a name on, as `latest`, it is not far to the newest block.
  if (from === undefined) return 'fits'
  const to = blockNumber(toBlock) ?? head
  if (to === undefined) return 'open'
  return to - from >= most ? 'wide' : 'fits'
}

/** Also in forms that only some nodes take. */
function blockNumber(value: unknown): bigint | undefined {
  if (value === 'earliest') return 0n
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value) ? BigInt(value) : undefined
}
