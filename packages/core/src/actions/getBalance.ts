import type { AccountId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { nativeBalanceFresh } from '@latchkey/protocol/internal/limits'
import { cached, keyOf } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import { formatAmount } from '../chains/amount.js'
import { requireChain } from '../chains/requireChain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { NodeErrorCode } from '../config/errorTypes.js'
import { readAccount } from '../connection/readAccount.js'
import type { Config } from '../createConfig.js'
import { persistBalances } from '../storage/persistBalances.js'

/** The parameters of `getBalance`. */
export type GetBalanceParameters = {
  /** A CAIP-10 account. */
  readonly account: AccountId
  /** Reads anew, whatever is kept. */
  readonly force?: boolean
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getBalance`. */
export type GetBalanceReturnType = {
  /** Amount in base units. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
}

/** The error type of `getBalance`. */
export type GetBalanceErrorType = LatchkeyError<NodeErrorCode>

/**
 * Reads the native balance of an account from its chain; kept for 30 s, across reloads too.
 *
 * @param config - The config.
 * @param parameters - See {@link GetBalanceParameters}.
 * @returns The amount in base units, with the coin's decimals and symbol.
 * @throws INVALID_ADDRESS; CHAIN_NOT_FOUND; NO_RPC_URL; RPC_TIMEOUT; RPC_UNREACHABLE; ABORTED.
 *
 * @example
 * import { getBalance } from '@latchkey/core'
 * const { value, decimals } = await getBalance(config, { account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 */
export async function getBalance(config: Config, parameters: GetBalanceParameters): Promise<GetBalanceReturnType> {
  const { chainId, namespace, address } = readAccount(parameters.account)
  const chain = requireChain(config, chainId)
  const load = () =>
    cached(config, {
      key: `native/${keyOf(parameters.account)}`,
      life: nativeBalanceFresh,
      check: isDigits,
      force: parameters.force ?? false,
      load: async () =>
        String(
          await config.namespace(namespace).getBalance({ chain, rpcUrls: await rpcUrlsOf(config, chain) }, address),
        ),
    })
  const text = await untilAborted(load, parameters.signal)
  const { decimals, symbol } = chain.nativeCurrency
  const value = BigInt(text)
  const balance = formatAmount(value, decimals)
  persistBalances(config, namespace, parameters.account, { balance, balanceSymbol: symbol })
  return { value, decimals, symbol }
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d+$/.test(value)
}
