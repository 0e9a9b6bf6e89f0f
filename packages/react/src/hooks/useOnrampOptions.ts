import type { GetOnrampOptionsErrorType, GetOnrampOptionsReturnType } from '@latchkey/core'
import { getOnrampOptionsQueryOptions } from '@latchkey/core/query'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type QueryParameter, withQuery } from '../query/queryParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useOnrampOptions`. */
export type UseOnrampOptionsParameters<selected = GetOnrampOptionsReturnType> = QueryParameter<
  GetOnrampOptionsReturnType,
  GetOnrampOptionsErrorType,
  selected
>

/**
 * What can be bought for money, with which currencies and within which limits; new for five minutes.
 *
 * @param parameters - A `config`, and TanStack's options as `query`.
 * @returns A TanStack query; its error is what `getOnrampOptions` throws.
 *
 * @example
 * import { useOnrampOptions } from '@latchkey/react'
 * const { data: options } = useOnrampOptions()
 */
export function useOnrampOptions<selected = GetOnrampOptionsReturnType>(
  parameters: UseOnrampOptionsParameters<selected> = {},
): UseQueryResult<selected, GetOnrampOptionsErrorType> {
  const config = useConfig(parameters)
  return useQuery(withQuery(getOnrampOptionsQueryOptions(config), parameters.query))
}
