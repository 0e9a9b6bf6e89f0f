import type { Config } from '@latchkey/core'
import type { ModalStore } from './store.js'

/** Where a modal is mounted: in a provider of the app, or in the root that `createModal` makes where there is none. */
export type Mount = { readonly modal: ModalStore; readonly isOwnRoot: boolean }

/** The modals that are mounted on the page for one config. */
export type MountedModals = {
  mounts(): readonly Mount[]
  subscribe(listener: () => void): () => void
  /** Adds a mount until the returned function is called. */
  add(entry: Mount): () => void
  /** The modal that a provider takes instead of one of its own. */
  offered(): ModalStore | undefined
  /** Offers a modal to the providers that mount later, until the returned function is called. */
  offer(modal: ModalStore): () => void
}

const known = new WeakMap<Config, MountedModals>()

/** The mounted modals of a config, by which code outside of React shares one modal with the providers of the page. */
export function mountedModals(config: Config): MountedModals {
  const made = known.get(config) ?? create()
  known.set(config, made)
  return made
}

function create(): MountedModals {
  const listeners = new Set<() => void>()
  let mounts: readonly Mount[] = []
  let offers: readonly { readonly modal: ModalStore }[] = []
  const set = (next: readonly Mount[]) => {
    mounts = next
    for (const listener of [...listeners]) listener()
  }
  return {
    mounts: () => mounts,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(entry) {
      set([...mounts, entry])
      return () => set(mounts.filter((each) => each !== entry))
    },
    offered: () => offers[0]?.modal,
    offer(modal) {
      const offer = { modal }
      offers = [...offers, offer]
      return () => {
        offers = offers.filter((each) => each !== offer)
      }
    },
  }
}
