import { asRecord } from './wire.js'

/** A message between the tabs of a page, about one topic. */
export type TabMessage = { readonly topic: string; readonly message?: string; readonly ended?: boolean }

/** The other tabs of the same page. */
export type Tabs = {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

/** Opens a channel to the other tabs of this origin; outside a browser it does nothing. */
export function openTabs(signal: AbortSignal): Tabs {
  if (typeof document === 'undefined' || typeof BroadcastChannel === 'undefined') {
    return { post: () => {}, listen: () => {} }
  }
  const channel = new BroadcastChannel('@latchkey/walletConnect')
  signal.addEventListener('abort', () => channel.close())
  return {
    post(message) {
      if (!signal.aborted) channel.postMessage(message)
    },
    listen(listener) {
      channel.addEventListener('message', ({ data, origin }) => {
        const { topic, message, ended } = asRecord(data)
        if (origin !== location.origin || typeof topic !== 'string') return
        listener({ topic, ...(typeof message === 'string' ? { message } : {}), ended: ended === true })
      })
    },
  }
}
