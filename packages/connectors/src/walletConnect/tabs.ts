import { asRecord } from './wire.js'

/** What one tab of a page tells the others of a topic. */
export type TabMessage = { readonly topic: string; readonly message?: string; readonly ended?: boolean }

/** The other tabs of the same page. */
export type Tabs = {
  tell(message: TabMessage): void
  hear(listener: (message: TabMessage) => void): void
}

/** Speaks with the other tabs of this origin, in a browser; elsewhere there are none. */
export function openTabs(signal: AbortSignal): Tabs {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') {
    return { tell: () => {}, hear: () => {} }
  }
  const channel = new BroadcastChannel('@latchkey/walletConnect')
  signal.addEventListener('abort', () => channel.close())
  return {
    tell(message) {
      if (!signal.aborted) channel.postMessage(message)
    },
    hear(listener) {
      channel.addEventListener('message', ({ data, origin }) => {
        const { topic, message, ended } = asRecord(data)
        if (origin !== location.origin || typeof topic !== 'string') return
        listener({ topic, ...(typeof message === 'string' ? { message } : {}), ended: ended === true })
      })
    },
  }
}
