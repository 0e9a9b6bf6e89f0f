import type { Config, ResolvedRegister } from '@latchkey/core'
import { useContext } from 'react'
import { LatchkeyContext, requireLatchkey } from '../context.js'

/**
 * The config of the nearest provider, to call the actions of `@latchkey/core` with.
 *
 * @param parameters.config - Another config, which is returned as it is. Default: the provider's.
 * @returns The config.
 * @throws PROVIDER_MISSING outside of `<LatchkeyProvider>`, unless a config is given.
 *
 * @example
 * import { useConfig } from '@latchkey/react'
 * const config = useConfig()
 */
export function useConfig<config extends Config = ResolvedRegister['config']>(
  parameters: { readonly config?: config | undefined } = {},
): config {
  const latchkey = useContext(LatchkeyContext)
  return parameters.config ?? (requireLatchkey(latchkey).config as config)
}
