import type { Config, State } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createContext, useContext } from 'react'
import type { ModalStore } from './modal/store.js'
import type { Strings } from './strings/en.js'
import type { ThemeStore } from './theme/store.js'
import type { Toasts } from './toasts.js'

/** Everything that a provider hands down. */
export type Latchkey = {
  readonly config: Config
  /** The state with which a server renders, and a page hydrates. */
  readonly serverState: State
  readonly modal: ModalStore
  readonly theme: ThemeStore
  readonly toasts: Toasts
  readonly strings: Strings
  /** Returns this provider's instance of what `create` makes, created on the first call: a draft, a chosen tab. */
  readonly getOrCreate: <instance>(create: (config: Config) => instance) => instance
}

/** Carries a Latchkey down the tree; set by `<LatchkeyProvider>`. */
export const LatchkeyContext = /* @__PURE__ */ createContext<Latchkey | null>(null)

/** The modal of `createModal`, in the root that it makes; a provider of an app finds none. */
export const OwnModalContext = /* @__PURE__ */ createContext<ModalStore | undefined>(undefined)

/** Under this name of the page each provider leaves its context, by which another copy of the package knows that it is another. */
const copies = Symbol.for('@latchkey/react')

/** Leaves a mark of this copy of the package on the page. */
export function markCopy(): void {
  const page = globalThis as { [copies]?: unknown }
  page[copies] ??= LatchkeyContext
}

/** The Latchkey of the nearest provider. */
export function useLatchkey(): Latchkey {
  return requireLatchkey(useContext(LatchkeyContext))
}

/** What a context holds, or an error that says what is missing. */
export function requireLatchkey(latchkey: Latchkey | null): Latchkey {
  if (latchkey) return latchkey
  const first = (globalThis as { [copies]?: unknown })[copies]
  throw new LatchkeyError(
    'PROVIDER_MISSING',
    first && first !== LatchkeyContext
      ? 'There are two copies of @latchkey/react, and this one has no <LatchkeyProvider>. Keep one: npm ls @latchkey/react.'
      : 'A Latchkey hook or component is outside of <LatchkeyProvider>, or there are two copies of @latchkey/react (npm ls @latchkey/react).',
  )
}
