import type { Namespace } from '@latchkey/core'
import { useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { useAccount } from './useAccount.js'

/** Which tab of the account view is chosen, for each chain family. */
export type AccountTabs = {
  get(namespace: Namespace): number
  set(namespace: Namespace, tab: number): void
  subscribe(listener: () => void): () => void
}

/** Makes the chosen tabs of one provider. */
export function createAccountTabs(): AccountTabs {
  const listeners = new Set<() => void>()
  const chosen = new Map<Namespace, number>()
  return {
    get: (namespace) => chosen.get(namespace) ?? 0,
    set(namespace, tab) {
      chosen.set(namespace, tab)
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The tab that is chosen in the account view (0 Tokens, 1 NFTs, 2 Activity), kept for each chain family.
 *
 * @returns The index and a function that chooses another.
 *
 * @example
 * import { useCurrentTab } from '@latchkey/react'
 * const { currentTab, setCurrentTab } = useCurrentTab()
 */
export function useCurrentTab(): { readonly currentTab: number; setCurrentTab(tab: number): void } {
  const { once } = useLatchkey()
  const { namespace } = useAccount()
  const tabs = once(createAccountTabs)
  const read = () => tabs.get(namespace)
  const currentTab = useSyncExternalStore(tabs.subscribe, read, read)
  return { currentTab, setCurrentTab: (tab) => tabs.set(namespace, tab) }
}
