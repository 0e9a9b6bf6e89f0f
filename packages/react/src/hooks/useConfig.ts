import type { Config } from '@latchkey/core'
import { useLatchkey } from '../context.js'

/**
 * The config of the nearest provider, to call the verbs of `@latchkey/core` with.
 *
 * @returns The config.
 *
 * @example
 * import { useConfig } from '@latchkey/react'
 * const config = useConfig()
 */
export function useConfig(): Config {
  return useLatchkey().config
}
