import { isLatchkeyError, type LatchkeyError } from '@latchkey/protocol/errors'
import { defaultOnrampProviders } from '@latchkey/protocol/onrampApi'
import { cached } from '../calls/cached.js'
import { untilAborted } from '../calls/untilAborted.js'
import type { Config } from '../createConfig.js'

/** How long the remote features of a data API are cached, in milliseconds. */
const remoteFresh = 300_000

/** The parameters of `getRemoteFeatures`. */
export type GetRemoteFeaturesParameters = { readonly signal?: AbortSignal }

/** The return type of `getRemoteFeatures`: the providers of each feature in order; an empty list where it is off. */
export type GetRemoteFeaturesReturnType = {
  /** Such as `1inch`. */
  readonly swaps: readonly string[]
  /** Such as `meld` and `coinbase`. */
  readonly onramp: readonly string[]
}

/** The error type of `getRemoteFeatures`. */
export type GetRemoteFeaturesErrorType = LatchkeyError<'ABORTED'>

type Entry = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] | null }

/** The providers of a feature where nothing else is said. */
const defaults = { swap: ['1inch'], onramp: defaultOnrampProviders } as const

/**
 * Reads which features the data API switches on, and who provides them; kept for 5 minutes, across reloads too. What it says goes before
 * `features.swaps` and `features.onramp` of the config, which hold where it says nothing or cannot be reached.
 *
 * @param config - The config.
 * @param parameters - See {@link GetRemoteFeaturesParameters}.
 * @returns Providers by feature; all are empty without a data API.
 * @throws ABORTED.
 *
 * @example
 * import { getRemoteFeatures } from '@latchkey/core'
 * const { onramp } = await getRemoteFeatures(config)
 */
export async function getRemoteFeatures(
  config: Config,
  { signal }: GetRemoteFeaturesParameters = {},
): Promise<GetRemoteFeaturesReturnType> {
  const { api, features, alerts } = config
  if (!api) return { swaps: [], onramp: [] }
  const load = () => api.request({ path: 'appkit/v1/config', parse: readEntries })
  const ask = () => cached(config, { key: 'remoteFeatures', life: remoteFresh, check: isEntries, load })
  const entries = await untilAborted(ask, signal).catch((error) => {
    if (isLatchkeyError(error, 'ABORTED')) throw error
    return undefined
  })

  function providers(id: keyof typeof defaults, isOn: boolean): readonly string[] {
    const local = isOn ? defaults[id] : []
    if (!entries) return local
    const entry = entries.find((one) => one.id === id)
    if (!entry) return []
    if (entry.config === null) return local
    if (!entry.isEnabled) return []
    if (!isOn) {
      const option = id === 'swap' ? 'swaps' : id
      alerts.raiseOnce(
        'LOCAL_CONFIG_IGNORED',
        `The data API switches features.${option} on; the config switches it off.`,
      )
    }
    return entry.config
  }

  return { swaps: providers('swap', features.swaps), onramp: providers('onramp', features.onramp) }
}

function readEntries(answer: unknown): readonly Entry[] {
  const { features } = answer as { features: readonly { id?: unknown; isEnabled?: unknown; config?: unknown }[] }
  return features.flatMap(({ id, isEnabled, config }) => {
    if (typeof id !== 'string') return []
    const names = Array.isArray(config) ? config.filter((name) => typeof name === 'string') : null
    return [{ id, isEnabled: isEnabled === true, config: names }]
  })
}

function isEntries(value: unknown): value is readonly Entry[] {
  return (
    Array.isArray(value) &&
    value.every(
      ({ id, isEnabled, config } = {}) =>
        typeof id === 'string' && typeof isEnabled === 'boolean' && (config === null || Array.isArray(config)),
    )
  )
}
