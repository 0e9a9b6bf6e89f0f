import type { Config } from '@latchkey/core'
import type { ModalStore } from './store.js'

/** Who draws a modal: a provider of the app, or the root that `createModal` makes where there is none. */
export type Drawer = { readonly modal: ModalStore; readonly isOwnRoot: boolean }

/** What is drawn on the page for one config. */
export type DrawnModals = {
  drawers(): readonly Drawer[]
  subscribe(listener: () => void): () => void
  /** Says who draws, until the returned function is called. */
  draw(drawer: Drawer): () => void
  /** The modal that a provider takes instead of one of its own. */
  offered(): ModalStore | undefined
  /** Offers a modal to the providers that come, until the returned function is called. */
  offer(modal: ModalStore): () => void
}

const known = new WeakMap<Config, DrawnModals>()

/** What is drawn for a config, by which code outside of React shares one modal with the providers of the page. */
export function drawnModals(config: Config): DrawnModals {
  const made = known.get(config) ?? create()
  known.set(config, made)
  return made
}

function create(): DrawnModals {
  const listeners = new Set<() => void>()
  let drawers: readonly Drawer[] = []
  let offers: readonly { readonly modal: ModalStore }[] = []
  const set = (next: readonly Drawer[]) => {
    drawers = next
    for (const listener of [...listeners]) listener()
  }
  return {
    drawers: () => drawers,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    draw(drawer) {
      set([...drawers, drawer])
      return () => set(drawers.filter((each) => each !== drawer))
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
