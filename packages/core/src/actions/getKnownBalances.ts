import type { AccountId } from '@latchkey/protocol/caip'
import { getCached, getFailedAt } from '../calls/cached.js'
import type { Config } from '../createConfig.js'
import { balancesOf, type GetBalancesReturnType } from './getBalances.js'

/** The parameters of `getKnownBalances`. */
export type GetKnownBalancesParameters = {
  /** A CAIP-10 account: whose balances, and on which chain. */
  readonly account: AccountId
}

/** The return type of `getKnownBalances`. */
export type GetKnownBalancesReturnType =
  | {
      readonly balances: GetBalancesReturnType
      /** When they were read, in milliseconds since 1970. */
      readonly readAt: number
      readonly failedAt?: undefined
    }
  | {
      readonly balances?: undefined
      readonly readAt?: undefined
      /** They were never read: when that failed, in milliseconds since 1970. */
      readonly failedAt: number
    }
  | undefined

/**
 * Reads what was last known of an account's balances, from this visit or an earlier one, without asking anybody.
 *
 * @param config - The config; its storage keeps them.
 * @param parameters.account - A CAIP-10 account: whose balances, and on which chain.
 * @returns The balances with the time of the read, or the time of the failure if none were read; undefined before the first attempt.
 *
 * @example
 * import { getKnownBalances } from '@latchkey/core'
 * const known = getKnownBalances(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 * const age = known?.readAt === undefined ? undefined : Date.now() - known.readAt
 */
export function getKnownBalances(config: Config, { account }: GetKnownBalancesParameters): GetKnownBalancesReturnType {
  const known = getCached(config, balancesOf(account))
  if (known) return { balances: known.value.filter(({ quantity }) => quantity.decimals !== '0'), readAt: known.at }
  const failedAt = getFailedAt(config, balancesOf(account))
  return failedAt === undefined ? undefined : { failedAt }
}
