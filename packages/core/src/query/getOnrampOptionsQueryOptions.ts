import {
  type GetOnrampOptionsErrorType,
  type GetOnrampOptionsReturnType,
  getOnrampOptions,
} from '../actions/getOnrampOptions.js'
import type { Config } from '../createConfig.js'
import { type QueryOptions, queryOptions } from './queryOptions.js'

/**
 * What can be bought for money, as a query, new for five minutes.
 *
 * @param config - The config.
 * @returns Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and the like; the query's error is what `getOnrampOptions` throws.
 *
 * @example
 * import { getOnrampOptionsQueryOptions } from '@latchkey/core/query'
 * import { QueryClient } from '@tanstack/react-query'
 * const client = new QueryClient()
 * const { purchaseCurrencies } = await client.fetchQuery(getOnrampOptionsQueryOptions(config))
 */
export function getOnrampOptionsQueryOptions(
  config: Config,
): QueryOptions<GetOnrampOptionsReturnType, GetOnrampOptionsErrorType> {
  return queryOptions(
    config,
    {},
    {
      name: 'onrampOptions',
      needs: [],
      staleTime: 300_000,
      ask: (_, { signal }) => getOnrampOptions(config, { signal }),
    },
  )
}
