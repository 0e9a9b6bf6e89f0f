import { type Config, setCurrentTab } from '@latchkey/core'
import { useConfig } from './useConfig.js'
import { useConfigState } from './useSnapshot.js'

/**
 * The tab that is chosen in the account view (0 Tokens, 1 NFTs, 2 Activity), kept for each chain family.
 *
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns The index and a function that chooses another.
 *
 * @example
 * import { useCurrentTab } from '@latchkey/react'
 * const { currentTab, setCurrentTab } = useCurrentTab()
 */
export function useCurrentTab(parameters: { readonly config?: Config | undefined } = {}): {
  readonly currentTab: number
  setCurrentTab(tab: number): void
} {
  const config = useConfig(parameters)
  const { active, details } = useConfigState(config)
  return {
    currentTab: details?.[active]?.currentTab ?? 0,
    setCurrentTab: (tab) => setCurrentTab(config, { tab }),
  }
}
