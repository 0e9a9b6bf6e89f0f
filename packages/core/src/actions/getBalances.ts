import type { TokenBalance } from '@latchkey/protocol/api'
import type { AccountId, Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { balanceRetryGate, portfolioFresh } from '@latchkey/protocol/internal/limits'
import { cached, keyOf } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import { requireChain } from '../chains/requireChain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import { readAccount } from '../connection/readAccount.js'
import type { Config } from '../createConfig.js'
import { persistBalances } from '../storage/persistBalances.js'
import { getSupportedChains } from './getSupportedChains.js'

/** Families whose balances a data API tells. */
const families: readonly Namespace[] = ['eip155', 'solana']

/** The parameters of `getBalances`. */
export type GetBalancesParameters = {
  /** A CAIP-10 account: whose balances, and on which chain. */
  readonly account: AccountId
  /** CAIP-10 token ids that must be read anew, whatever is kept; an empty list reads everything anew. */
  readonly forceUpdate?: readonly AccountId[]
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getBalances`: native coin and tokens. */
export type GetBalancesReturnType = readonly TokenBalance[]

/** The error type of `getBalances`. */
export type GetBalancesErrorType = LatchkeyError<'BALANCE_UNAVAILABLE' | 'INVALID_ADDRESS' | 'ABORTED' | 'UNKNOWN'>

/**
 * Reads the native and token balances of an account; kept for 30 s, across reloads too.
 *
 * @param config - The config.
 * @param parameters - See {@link GetBalancesParameters}.
 * @returns Balances without tokens of 0 decimals; an empty list for 30 s after a failure. For families
 * besides `eip155` and `solana` what their node tells, and an empty list where the family is not set up.
 * @throws BALANCE_UNAVAILABLE 'Token Balance Unavailable' when it cannot be read or the data API does not serve the chain;
 * INVALID_ADDRESS; ABORTED.
 *
 * @example
 * import { getBalances } from '@latchkey/core'
 * const balances = await getBalances(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 */
export async function getBalances(config: Config, parameters: GetBalancesParameters): Promise<GetBalancesReturnType> {
  const { namespace } = readAccount(parameters.account)
  if (!families.includes(namespace)) {
    try {
      config.namespace(namespace)
    } catch {
      // A family that the app did not set up has no node that could be asked.
      return []
    }
  }
  const read = () =>
    cached(config, {
      ...balancesOf(parameters.account),
      life: portfolioFresh,
      force: parameters.forceUpdate !== undefined,
      gate: { life: balanceRetryGate, fallback: [] },
      load: () => load(config, parameters),
    })
  const balances = await untilAborted(read, parameters.signal)
  const tokenBalance = balances.filter(({ quantity }) => quantity.decimals !== '0')
  persistBalances(config, namespace, parameters.account, { tokenBalance })
  return tokenBalance
}

/** The storage entry for the balances of an account. */
export function balancesOf(account: AccountId) {
  return { key: `portfolio/${keyOf(account)}`, check: isList }
}

async function load(config: Config, { account, forceUpdate }: GetBalancesParameters): Promise<readonly TokenBalance[]> {
  const { chainId, namespace, address } = readAccount(account)
  try {
    const { api } = config
    if (!api || !families.includes(namespace)) {
      const chain = requireChain(config, chainId)
      return await config.namespace(namespace).getBalances({ chain, rpcUrls: await rpcUrlsOf(config, chain) }, address)
    }
    if (!(await getSupportedChains(config)).http.includes(chainId))
      throw new Error(`${chainId} is not served by the data API`)
    const { balances } = await import('@latchkey/protocol/api')
    const query = { currency: 'usd', chainId, forceUpdate: forceUpdate?.join(',') }
    const answer = await api.request({
      path: `v1/account/${address}/balance`,
      query,
      parse: (value) => balances.parse(value),
    })
    return answer.balances
  } catch (cause) {
    throw new LatchkeyError('BALANCE_UNAVAILABLE', 'Token Balance Unavailable', { cause })
  }
}

function isList(value: unknown): value is readonly TokenBalance[] {
  return (
    Array.isArray(value) &&
    value.every((item) => typeof item?.symbol === 'string' && typeof item?.quantity?.numeric === 'string')
  )
}
