export { type GetBalancesQueryParameters, getBalancesQueryOptions } from '../query/getBalancesQueryOptions.js'
export type { QueryContext, QueryKey, QueryOptions } from '../query/queryOptions.js'
