import { formatUnits } from 'viem'
import type { Chain } from '../../platform/chains/chain.js'
import type { Difference } from '../../platform/db/reportMismatch.js'
import type { Address } from '../swapPort.js'
import { assetOf } from './assetOf.js'
import type { SwapTransaction } from './createSwapTables.js'

/**
 * Holds what a transaction moved against what its swap promised: no more is given than was said, nothing else, and the account has at
 * least the minimum of what it bought.
 *
 * @param chain - The chain.
 * @param promise - What was promised.
 * @param moved - What the account has more or less of, in the smallest unit, by contract.
 * @returns How they differ; nothing where the promise was kept.
 */
export function compareSwap(
  chain: Chain,
  { sold, bought, amount, minimum }: Pick<SwapTransaction, 'sold' | 'bought' | 'amount' | 'minimum'>,
  moved: ReadonlyMap<Address, bigint>,
): Difference | undefined {
  const text = (units: bigint, token: Address) => {
    const { asset, decimals } = assetOf(chain, token)
    return `${formatUnits(units, decimals)} ${asset}`
  }
  const gave = -(moved.get(sold) ?? 0n)
  const received = moved.get(bought) ?? 0n
  const promised = `brings at least ${text(minimum, bought)}`
  const pairs = [
    ...(gave > amount ? [[`sells ${text(amount, sold)}`, `took ${text(gave, sold)}`]] : []),
    ...(received <= 0n
      ? [[promised, 'brought the account nothing']]
      : received < minimum
        ? [[promised, `brought ${text(received, bought)}`]]
        : []),
    ...[...moved]
      .filter(([token, units]) => units < 0n && token !== sold && token !== bought)
      .map(([token, units]) => ['sells nothing else', `took ${text(-units, token)} too`]),
  ]
  if (pairs.length === 0) return undefined
  return { books: pairs.map(([books]) => books).join('; '), other: pairs.map(([, other]) => other).join('; ') }
}
