import type { AccountId } from '@latchkey/protocol/caip'
import { lastKnown } from '../calls/fresh.js'
import type { Config } from '../createConfig.js'
import { balancesOf, type GetBalancesReturnType } from './getBalances.js'

/** What `getKnownBalances` takes. */
export type GetKnownBalancesParameters = {
  /** A CAIP-10 account: whose balances, and on which chain. */
  readonly account: AccountId
}

/** What `getKnownBalances` returns. */
export type GetKnownBalancesReturnType =
  | {
      readonly balances: GetBalancesReturnType
      /** When they were read, in milliseconds since 1970. */
      readonly readAt: number
    }
  | undefined

/**
 * Reads what was last known of an account's balances, from this visit or an earlier one, without asking anybody.
 *
 * @param config - The config; its storage keeps them.
 * @param parameters.account - A CAIP-10 account: whose balances, and on which chain.
 * @returns The balances and when they were read; undefined where they never were.
 *
 * @example
 * import { getKnownBalances } from '@latchkey/core'
 * const known = getKnownBalances(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 * const age = known && Date.now() - known.readAt
 */
export function getKnownBalances(config: Config, { account }: GetKnownBalancesParameters): GetKnownBalancesReturnType {
  const known = lastKnown(config, balancesOf(account))
  return known && { balances: known.value.filter(({ quantity }) => quantity.decimals !== '0'), readAt: known.at }
}
