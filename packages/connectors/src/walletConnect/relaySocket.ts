/** A line to a relay. */
export type RelaySocket = { send(text: string): void; close(): void }

/** What a line to a relay says; after `closed` it says nothing more. */
export type RelaySocketEvents = {
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly closed: (code: number, reason: string) => void
}

/** Opens a line to a relay. */
export type OpenSocket = (url: string, events: RelaySocketEvents) => RelaySocket

/** The platform's own WebSocket; undefined where there is none. */
export function platformSocket(): OpenSocket | undefined {
  if (typeof WebSocket === 'undefined') return undefined
  return (url, { opened, received, closed }) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', opened)
    socket.addEventListener('message', ({ data }) => received(String(data)))
    socket.addEventListener('close', ({ code, reason }) => closed(code, reason))
    return { send: (text) => socket.send(text), close: () => socket.close() }
  }
}

/** Calls back when the page comes back: into view, from sleep, onto the network. */
export function onWake(listener: () => void, signal: AbortSignal): void {
  if (typeof document === 'undefined') return
  const seen = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  document.addEventListener('resume', listener, { signal })
  window.addEventListener('pageshow', listener, { signal })
  window.addEventListener('online', listener, { signal })
}
