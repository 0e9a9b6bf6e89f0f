import type { Namespace } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { detailed } from '../state.js'

/** The parameters of `setCurrentTab`. */
export type SetCurrentTabParameters = {
  /** The tab, from 0. */
  readonly tab: number
  /** The family. Default: the active one. */
  readonly namespace?: Namespace | undefined
}

/** The return type of `setCurrentTab`. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a function returns.
export type SetCurrentTabReturnType = void

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
export function setCurrentTab(config: Config, parameters: SetCurrentTabParameters): SetCurrentTabReturnType {
  config._internal.update((state) =>
    detailed(state, parameters.namespace ?? state.active, { currentTab: parameters.tab }),
  )
}
