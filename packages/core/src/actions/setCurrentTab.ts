import type { Namespace } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { detailed } from '../state.js'

/**
 * Chooses a tab of the account view (0 Tokens, 1 NFTs, 2 Activity); each chain family has its own.
 *
 * @param config - The config.
 * @param parameters.tab - Its index.
 * @param parameters.namespace - The family. Default: the active one.
 *
 * @example
 * import { setCurrentTab } from '@latchkey/core'
 * setCurrentTab(config, { tab: 2 })
 */
export function setCurrentTab(config: Config, parameters: { tab: number; namespace?: Namespace | undefined }): void {
  config.update((state) => detailed(state, parameters.namespace ?? state.active, { currentTab: parameters.tab }))
}
