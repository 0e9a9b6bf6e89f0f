import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { NameSuggestions } from '@latchkey/protocol/namesApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { requestNamesApi } from '../names/requestNamesApi.js'

/** The parameters of `getNameSuggestions`. */
export type GetNameSuggestionsParameters = {
  /** The first label of a name, as a person types it: at least 4 letters, digits or hyphens. */
  readonly name: string
  readonly signal?: AbortSignal
}

/** The return type of `getNameSuggestions`: whole names, the one that was asked for first, and whether they are gone. */
export type GetNameSuggestionsReturnType = NameSuggestions['suggestions']

/** The error type of `getNameSuggestions`. */
export type GetNameSuggestionsErrorType = LatchkeyError<ApiErrorCode>

/**
 * Asks the operator's own name service whether a name is free, and for free ones like it.
 *
 * @param config - The config.
 * @param parameters - See {@link GetNameSuggestionsParameters}.
 * @returns None for what cannot be a name, and without a data API or a name service.
 * @throws API_UNREACHABLE, API_REFUSED, API_BAD_ANSWER with the service's reason, else 'Error fetching name suggestions'; ABORTED.
 *
 * @example
 * import { getNameSuggestions } from '@latchkey/core'
 * const [asked, ...others] = await getNameSuggestions(config, { name: 'alice' })
 * const isFree = asked?.registered === false
 */
export async function getNameSuggestions(
  config: Config,
  parameters: GetNameSuggestionsParameters,
): Promise<GetNameSuggestionsReturnType> {
  const { api } = config
  const { nameFault, nameSuggestions } = await import('@latchkey/protocol/namesApi')
  if (!api || nameFault(parameters.name) !== undefined) return []
  const { suggestions } = await requestNamesApi(api, 'Error fetching name suggestions', {
    path: `v1/profile/suggestions/${parameters.name.toLowerCase()}`,
    parse: (value) => nameSuggestions.parse(value),
    signal: parameters.signal,
  })
  return suggestions
}
