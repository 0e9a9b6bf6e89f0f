// A page that speaks as AppKit does, or a frame beside it: it posts what it is told and records what it hears.
const heard: unknown[] = []
window.addEventListener('message', ({ data, origin }) => heard.push({ data, origin }))
Object.assign(globalThis, {
  heard: () => heard,
  embed: (src: string) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe')
      frame.addEventListener('load', () => resolve(), { once: true })
      frame.src = src
      document.body.append(frame)
    }),
  /** Posts to the first frame of this page, or of the page around this one. */
  say: (messages: readonly unknown[]) => {
    const target = parent === window ? window.frames[0] : parent.frames[0]
    for (const message of messages) target?.postMessage(message, '*')
  },
})

export {}
