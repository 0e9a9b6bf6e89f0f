import { loadCode } from '../loadCode.js'
import type { HandlerGroup } from './groups.js'
import type { createPasskeyHandlers } from './passkey.js'

type Parts = Parameters<typeof createPasskeyHandlers>[0]

/** Loads what signs in with a passkey when a page first asks for it: a window opens only straight from a click, so it is here before. */
export function createLazyPasskeyHandlers({
  loadWindow,
  loadPasskey,
  ...parts
}: Omit<Parts, 'openPasskey' | 'openWindow'> & {
  readonly loadWindow: () => Promise<Parts['openWindow']>
  readonly loadPasskey: () => Promise<Parts['openPasskey']>
}): HandlerGroup<'connectPasskey'> {
  return {
    async connectPasskey(payload, asked) {
      const [{ createPasskeyHandlers }, openPasskey, openWindow] = await Promise.all([
        loadCode(() => import('./passkey.js')),
        loadPasskey(),
        loadWindow(),
      ])
      const handlers = createPasskeyHandlers({ ...parts, openPasskey, openWindow })
      return handlers.connectPasskey(payload, asked)
    },
  }
}
