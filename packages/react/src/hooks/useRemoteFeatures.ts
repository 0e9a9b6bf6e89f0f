import type { GetRemoteFeaturesErrorType, GetRemoteFeaturesReturnType } from '@latchkey/core'
import { getRemoteFeaturesQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useRemoteFeatures`. */
export type UseRemoteFeaturesParameters<selected = GetRemoteFeaturesReturnType> = QueryParameter<
  GetRemoteFeaturesReturnType,
  GetRemoteFeaturesErrorType,
  selected
>

/**
 * Which features the data API switches on, and who provides them; new for five minutes.
 *
 * @param parameters - A `config`, and TanStack's options as `query`.
 * @returns A TanStack query over lists of names by feature.
 *
 * @example
 * import { useRemoteFeatures } from '@latchkey/react'
 * const { data: features } = useRemoteFeatures()
 */
export function useRemoteFeatures<selected = GetRemoteFeaturesReturnType>(
  parameters: UseRemoteFeaturesParameters<selected> = {},
): UseQueryResult<selected, GetRemoteFeaturesErrorType> {
  const config = useConfig(parameters)
  return useQuery(withQuery(getRemoteFeaturesQueryOptions(config), parameters.query))
}
