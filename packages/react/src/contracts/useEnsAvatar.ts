import type { Config, ResolvedRegister } from '@latchkey/core'
import type { GetEnsAvatarErrorType, GetEnsAvatarReturnType } from '@latchkey/core/contracts'
import { type GetEnsAvatarQueryParameters, getEnsAvatarQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useConfig } from '../hooks/useConfig.js'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useEvm } from './useEvm.js'

/** The parameters of `useEnsAvatar`. */
export type UseEnsAvatarParameters<
  config extends Config = ResolvedRegister['config'],
  selected = GetEnsAvatarReturnType,
> = GetEnsAvatarQueryParameters<config> &
  QueryParameter<GetEnsAvatarReturnType, GetEnsAvatarErrorType, selected, config>

/**
 * The picture of an ENS name, by https only, new for 5 minutes.
 *
 * @param parameters - The `name`; `chainId` of a chain with ENS, as a number (default: the active EVM chain); a `config`, and
 * TanStack's options as `query`.
 * @returns A TanStack query; null where nothing is found. Its error is what `getEnsAvatar` throws.
 *
 * @example
 * import { useEnsAvatar } from '@latchkey/react/contracts'
 * const { data: picture } = useEnsAvatar({ name: 'vitalik.eth', chainId: 1 })
 */
export function useEnsAvatar<config extends Config = ResolvedRegister['config'], selected = GetEnsAvatarReturnType>(
  parameters: UseEnsAvatarParameters<config, selected>,
): UseQueryResult<selected, GetEnsAvatarErrorType> {
  const config: Config = useConfig(parameters)
  const active = useEvm({ config })
  const { name, chainId = active.chainId } = parameters
  return useQuery(withQuery(getEnsAvatarQueryOptions(config, { name, chainId }), parameters.query))
}
