import type { FrameWindow } from '../src/internal/channel.js'

/** A page and a frame as far as a channel sees them, with real ports between them. */
export type Windows = {
  /** What the page posts to: delivers only when the frame has the origin that is asked for, as browsers do. */
  frame: Pick<Window, 'postMessage'>
  window: FrameWindow
  /** Delivers an event to the frame's listeners, as it comes from anywhere. */
  deliver(event: { data: unknown; origin: string; source: unknown; ports?: readonly MessagePort[] }): void
  page: object
}

/** Makes a page of one origin that embeds a frame of another. */
export function createWindows(pageOrigin = 'https://app.example', frameOrigin = 'https://wallet.example'): Windows {
  const page = {}
  const listeners = new Set<(event: MessageEvent) => void>()
  const window: FrameWindow = {
    parent: page,
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
  const deliver: Windows['deliver'] = ({ data, origin, source, ports = [] }) => {
    const event = { data: structuredClone(data), origin, source, ports } as unknown as MessageEvent
    for (const listener of listeners) listener(event)
  }
  const postMessage = (data: unknown, target: string, ports: readonly MessagePort[]) => {
    if (target === frameOrigin) queueMicrotask(() => deliver({ data, origin: pageOrigin, source: page, ports }))
  }
  return { frame: { postMessage } as never, window, deliver, page }
}
