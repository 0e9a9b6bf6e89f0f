import { parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { setCached } from '../calls/cached.js'
import type { ApiErrorCode, WalletErrorCode } from '../config/errorTypes.js'
import { connectorOf } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import { requestNamesApi } from '../names/requestNamesApi.js'
import { toCoinType } from '../names/toCoinType.js'
import { detailed } from '../state.js'
import { getChain } from './getChain.js'
import { getConnection } from './getConnection.js'
import { namesKey } from './getNames.js'
import { signMessage } from './signMessage.js'

/** The parameters of `registerName`. */
export type RegisterNameParameters = {
  /** The first label alone, for the service's own zone, or a whole name. */
  readonly name: string
  readonly signal?: AbortSignal
}

/** The return type of `registerName`: the whole name. */
export type RegisterNameReturnType = { readonly name: string }

/** The error type of `registerName`. */
export type RegisterNameErrorType = LatchkeyError<
  WalletErrorCode | ApiErrorCode | 'CONNECTOR_NOT_FOUND' | 'INVALID_PARAMS'
>

/**
 * Registers a name for the connected embedded wallet at the operator's own name service: the wallet signs one text, made by the
 * service, which counts for 5 minutes, once.
 *
 * @param config - The config.
 * @param parameters - See {@link RegisterNameParameters}.
 * @returns The whole name, once the service has it.
 * @throws CHAIN_NOT_FOUND 'Network not found'; CONNECTOR_NOT_FOUND 'Address or auth connector not found'; INVALID_PARAMS;
 * NOT_CONNECTED; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING after 10 minutes; API_UNREACHABLE, API_REFUSED,
 * API_BAD_ANSWER with the service's reason, else 'Error registering name' and the name; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-191 https://docs.ens.domains/ensip/11
 *
 * @example
 * import { registerName } from '@latchkey/core'
 * const { name } = await registerName(config, { name: 'alice' })
 */
export async function registerName(
  config: Config,
  parameters: RegisterNameParameters,
): Promise<RegisterNameReturnType> {
  const { api } = config
  const { signal } = parameters
  const asked = parameters.name.trim().toLowerCase()
  const words = `Error registering name ${asked}`
  const chainId = getChain(config).caipNetwork?.caipNetworkId
  if (chainId === undefined) throw new LatchkeyError('CHAIN_NOT_FOUND', 'Network not found')
  const { address } = getConnection(config, { namespace: 'eip155' })
  if (address === undefined || connectorOf(config, 'eip155')?.kind !== 'auth')
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'Address or auth connector not found')
  if (!api) throw new LatchkeyError('API_UNREACHABLE', words, { hints: ['Set createConfig({ api: { url } }).'] })
  const coinType = coinTypeOf(chainId, words)
  const { nameMessage, nameRecord } = await import('@latchkey/protocol/namesApi')
  const { message } = await requestNamesApi(api, words, {
    path: 'v1/profile/message',
    body: { action: 'register', name: asked, address, coin_type: coinType },
    parse: (value) => nameMessage.parse(value),
    signal,
  })
  const signature = await signMessage(config, { namespace: 'eip155', message, ...(signal ? { signal } : {}) })
  const { name } = await requestNamesApi(api, words, {
    path: 'v1/profile/account',
    body: { message, signature, address, coin_type: coinType },
    parse: (value) => nameRecord.parse(value),
    signal,
  })
  setCached(config, namesKey(address), [name])
  const before = config.state.details?.eip155?.identity
  const avatar = before?.address === address ? before.avatar : null
  // A name of ENS comes first.
  const shown = before?.address === address ? (before.name ?? name) : name
  config._internal.update((state) => detailed(state, 'eip155', { identity: { address, name: shown, avatar } }))
  return { name }
}

function coinTypeOf(chainId: string, words: string): number {
  const { namespace, reference } = parseChainId(chainId)
  try {
    return toCoinType(namespace === 'eip155' ? Number(reference) : Number.NaN)
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', words, { cause })
  }
}
