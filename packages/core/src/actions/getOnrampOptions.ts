import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { OnrampOptions } from '@latchkey/protocol/onrampApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'

/** The parameters of `getOnrampOptions`. */
export type GetOnrampOptionsParameters = { readonly signal?: AbortSignal }

/** The return type of `getOnrampOptions`: with which money, within which limits, and what can be bought on which networks. */
export type GetOnrampOptionsReturnType = OnrampOptions

/** The error type of `getOnrampOptions`. */
export type GetOnrampOptionsErrorType = LatchkeyError<ApiErrorCode>

/**
 * Lists what can be bought for money.
 *
 * @param config - The config.
 * @param parameters - See {@link GetOnrampOptionsParameters}.
 * @returns What the data API sells; nothing without one.
 * @throws API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER; ABORTED.
 *
 * @example
 * import { getOnrampOptions } from '@latchkey/core'
 * const { purchaseCurrencies } = await getOnrampOptions(config)
 */
export async function getOnrampOptions(
  config: Config,
  { signal }: GetOnrampOptionsParameters = {},
): Promise<GetOnrampOptionsReturnType> {
  const { api } = config
  if (!api) return { paymentCurrencies: [], purchaseCurrencies: [] }
  const { onrampOptions } = await import('@latchkey/protocol/onrampApi')
  return api.request({ path: 'v1/onramp/options', parse: (value) => onrampOptions.parse(value), signal })
}
