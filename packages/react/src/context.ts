import type { Config } from '@latchkey/core'
import { createContext, useContext } from 'react'
import type { ModalStore } from './modal/store.js'
import type { Strings } from './strings/en.js'
import type { ThemeStore } from './theme/store.js'
import type { Toasts } from './toasts.js'

/** Everything that a provider hands down. */
export type Latchkey = {
  readonly config: Config
  readonly modal: ModalStore
  readonly theme: ThemeStore
  readonly toasts: Toasts
  readonly strings: Strings
  /** The one thing that `make` makes for this provider, made when it is first asked for: a draft, a chosen tab. */
  readonly once: <made>(make: (config: Config) => made) => made
}

/** Carries a Latchkey down the tree; set by `<LatchkeyProvider>`. */
export const LatchkeyContext = createContext<Latchkey | null>(null)

/** The Latchkey of the nearest provider. */
export function useLatchkey(): Latchkey {
  const latchkey = useContext(LatchkeyContext)
  if (latchkey) return latchkey
  throw new Error(
    'A Latchkey hook or component was used outside of <LatchkeyProvider>. Wrap your app in it and pass it a config.',
  )
}
