import {
  type Config,
  type EmbeddedConnector,
  type EmbeddedState,
  type EmbeddedWallet,
  isEmbedded,
} from '@latchkey/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useConfig } from './useConfig.js'
import { useActiveConnectorId, useConfigConnectors } from './useSnapshot.js'

/** The return type of `useEmbedded`. */
export type UseEmbeddedReturnType = {
  /** The way to connect it; undefined where the app has no embedded wallet. */
  readonly connector: EmbeddedConnector | undefined
  /** What it can do besides connecting: sign in by e-mail, change the e-mail, look after its security. */
  readonly embedded: EmbeddedWallet | undefined
  /** What is known of it without asking it. */
  readonly state: EmbeddedState | undefined
  /** True while the active account is this wallet's. */
  readonly isActive: boolean
}

const nothing = () => () => {}
const none = () => undefined

/**
 * The embedded wallet of the app, if it has one, kept up to date.
 *
 * @param parameters.config - The config to read. Default: the provider's.
 * @returns See {@link UseEmbeddedReturnType}.
 *
 * @example
 * import { useEmbedded } from '@latchkey/react'
 * const { embedded, state } = useEmbedded()
 * const signIn = () => embedded?.connectEmail({ email: 'ada@example.com' })
 */
export function useEmbedded(parameters: { readonly config?: Config | undefined } = {}): UseEmbeddedReturnType {
  const config = useConfig(parameters)
  const connector = useConfigConnectors(config).find(isEmbedded)
  const activeId = useActiveConnectorId(config)
  const embedded = connector?.embedded
  const subscribe = useCallback(
    (listener: () => void) => (embedded ? embedded.subscribe(listener) : nothing()),
    [embedded],
  )
  const state = useSyncExternalStore(subscribe, () => embedded?.getState(), none)
  return { connector, embedded, state, isActive: connector !== undefined && activeId === connector.id }
}
