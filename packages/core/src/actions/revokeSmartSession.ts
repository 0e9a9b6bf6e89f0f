import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ApiErrorCode, WalletErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import { getSupportedChains } from './getSupportedChains.js'
import { signMessage } from './signMessage.js'

/** The parameters of `revokeSmartSession`. */
export type RevokeSmartSessionParameters = {
  /** The name of the session, as `getSmartSessions` gives it. */
  readonly pci: string
  readonly signal?: AbortSignal
}

/** The return type of `revokeSmartSession`. */
export type RevokeSmartSessionReturnType = {
  /** False without a data API, or on a chain that it does not serve. */
  readonly success: boolean
}

/** The error type of `revokeSmartSession`. */
export type RevokeSmartSessionErrorType = LatchkeyError<WalletErrorCode | ApiErrorCode>

/**
 * Asks the connected EVM wallet to sign that an app may act for it no more, and tells the data API. What a contract on the chain
 * lets the app do is not changed by that.
 *
 * @param config - The config.
 * @param parameters - See {@link RevokeSmartSessionParameters}.
 * @returns Whether it was revoked; true as well when it had been before.
 * @throws NOT_CONNECTED; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING after 10 minutes; API_UNREACHABLE; API_REFUSED
 * for a session of another account; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-191
 *
 * @example
 * import { getSmartSessions, revokeSmartSession } from '@latchkey/core'
 * const [session] = await getSmartSessions(config)
 * if (session) await revokeSmartSession(config, { pci: session.pci })
 */
export async function revokeSmartSession(
  config: Config,
  { pci, signal }: RevokeSmartSessionParameters,
): Promise<RevokeSmartSessionReturnType> {
  const { address, chain } = requireAccount(config, 'eip155')
  const { api } = config
  if (!api || !chain || !(await getSupportedChains(config)).http.includes(chain.caipNetworkId))
    return { success: false }
  const { formatSessionRevocation } = await import('@latchkey/protocol/sessionsApi')
  const message = formatSessionRevocation({ address, pci })
  const signature = await signMessage(config, { namespace: 'eip155', message, ...(signal ? { signal } : {}) })
  return api.request({
    path: `v1/sessions/${address}/revoke`,
    body: { pci, signature },
    // Services answer this with any JSON.
    parse: () => ({ success: true }),
    signal,
  })
}
