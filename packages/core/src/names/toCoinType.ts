import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Returns the coin type under which names keep the address of an EVM chain.
 *
 * @param chainId - The number of the chain, below 2³¹.
 * @returns The coin type, for example 2147483649 for chain 1.
 * @throws INVALID_PARAMS 'Invalid chainId'.
 * @see https://docs.ens.domains/ensip/11
 *
 * @example
 * import { toCoinType } from '@latchkey/core'
 * toCoinType(10) // 2147483658
 */
export function toCoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 1 || chainId >= 0x80000000)
    throw new LatchkeyError('INVALID_PARAMS', 'Invalid chainId')
  return (0x80000000 | chainId) >>> 0
}
