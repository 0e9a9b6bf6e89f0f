import {
  type Config,
  type ConfiguredNamespace,
  type GetConnectionReturnType,
  getConnection,
  type Namespace,
  type ResolvedRegister,
  type State,
} from '@latchkey/core'
import { type StateParameters, useConfigRead } from './useSnapshot.js'

/** The parameters of `useConnection`. */
export type UseConnectionParameters<
  config extends Config = ResolvedRegister['config'],
  namespace extends ConfiguredNamespace<config> = ConfiguredNamespace<config>,
> = StateParameters<config, namespace>

/** The return type of `useConnection`. */
export type UseConnectionReturnType<namespace extends Namespace = ConfiguredNamespace> =
  GetConnectionReturnType<namespace> & { readonly isConnected: boolean }

/**
 * The active account of a chain family, kept up to date.
 *
 * @param parameters.namespace - The family. Default: the active one.
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns Address, status and wallet; see `getConnection` of core. With a `namespace` the address has the type of that family.
 *
 * @example
 * import { useConnection } from '@latchkey/react'
 * const { address, status } = useConnection()
 */
export function useConnection<
  config extends Config = ResolvedRegister['config'],
  const namespace extends ConfiguredNamespace<config> = ConfiguredNamespace<config>,
>(parameters: UseConnectionParameters<config, namespace> = {}): UseConnectionReturnType<namespace> {
  return useConfigRead(read, parameters) as UseConnectionReturnType<namespace>
}

function read(config: Config, parameters: { namespace?: Namespace | undefined }, state: State) {
  const account = getConnection(config, parameters, state)
  return { ...account, isConnected: account.status === 'connected' }
}
