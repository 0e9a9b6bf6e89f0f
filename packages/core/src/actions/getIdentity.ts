import { parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { identityFresh } from '@latchkey/protocol/internal/limits'
import { cached } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { ConfiguredChainId } from '../config/configured.js'
import type { ApiErrorCode } from '../config/errorTypes.js'
import { connectorOf } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import { detailed } from '../state.js'
import { getChain } from './getChain.js'
import { getConnection } from './getConnection.js'

/** The parameters of `getIdentity`. */
export type GetIdentityParameters<config extends Config = ResolvedRegister['config']> = {
  /** The plain address. Default: the connected one of the family. */
  readonly address?: string
  /** On which chain the account is looked at, as CAIP-2. Default: the active one. */
  readonly chainId?: ConfiguredChainId<config>
  /** Looks it up anew, whatever is kept. */
  readonly force?: boolean
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

/** The return type of `getIdentity`. */
export type GetIdentityReturnType = {
  readonly name: string | null
  /** An https address. */
  readonly avatar: string | null
}

const nobody: GetIdentityReturnType = { name: null, avatar: null }

/** The error type of `getIdentity`. */
export type GetIdentityErrorType = LatchkeyError<ApiErrorCode | 'INVALID_ADDRESS'>

/**
 * Looks up the name and the picture of an EVM account; kept for 5 minutes, across reloads too.
 *
 * @param config - The config.
 * @param parameters - See {@link GetIdentityParameters}.
 * @returns Both null for other families, on chains that the app does not list, and without a data API; on test networks too, but for the
 * name that the embedded wallet has at the operator's own service.
 * @throws INVALID_ADDRESS; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getIdentity } from '@latchkey/core'
 * const { name, avatar } = await getIdentity(config, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 */
export async function getIdentity<config extends Config>(
  config: config,
  parameters?: GetIdentityParameters<config>,
): Promise<GetIdentityReturnType>
export async function getIdentity(
  config: Config,
  parameters: GetIdentityParameters<Config> = {},
): Promise<GetIdentityReturnType> {
  const chainId = parameters.chainId ?? getChain(config).caipNetwork?.caipNetworkId
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const { api } = config
  if (!api || !chainId || parseChainId(chainId).namespace !== 'eip155' || !chain) return nobody
  const own = getConnection(config, { namespace: 'eip155' }).address
  const address = parameters.address ?? own
  if (address === undefined) return nobody
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not an EVM address such as 0xab16….')
  const read = () =>
    cached(config, {
      key: `identity/${address.toLowerCase()}`,
      life: identityFresh,
      check: isIdentity,
      force: parameters.force ?? false,
      async load() {
        const { identity } = await import('@latchkey/protocol/accountApi')
        const sender = getConnection(config).address
        const { name, avatar } = await api.request({
          path: `v1/identity/${address}`,
          query: { sender },
          parse: (value) => identity.parse(value),
        })
        // What is drawn as a picture comes from outside, so no other kind of address gets that far.
        return { name, avatar: avatar?.startsWith('https://') ? avatar : null }
      },
    })
  const isEmbedded = connectorOf(config, 'eip155')?.kind === 'auth'
  if (chain.testnet && !isEmbedded) return nobody
  const first = async () => (chain.testnet ? nobody : untilAborted(read, parameters.signal))
  const found = isEmbedded
    ? await (await import('../names/withOwnName.js')).withOwnName(config, address, parameters, first)
    : await first()
  keep(config, address, found)
  return found
}

/** Stores the result for the active account only. */
function keep(config: Config, address: string, { name, avatar }: GetIdentityReturnType): void {
  const own = getConnection(config, { namespace: 'eip155' }).address
  const before = config.state.details?.eip155?.identity
  if (own === undefined || own.toLowerCase() !== address.toLowerCase()) return
  if (before?.address === own && before.name === name && before.avatar === avatar) return
  config._internal.update((state) => detailed(state, 'eip155', { identity: { address: own, name, avatar } }))
}

function isIdentity(value: unknown): value is GetIdentityReturnType {
  if (typeof value !== 'object' || value === null) return false
  const { name, avatar } = value as Partial<GetIdentityReturnType>
  return [name, avatar].every((text) => text === null || typeof text === 'string')
}
