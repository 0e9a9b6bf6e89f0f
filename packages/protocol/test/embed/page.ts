import { type Channel, openChannel } from '../../src/internal/channel.js'
import { appEvents } from '../../src/internal/frame.js'

type Report = { ok: boolean; value?: unknown; code?: string }
const channels: Channel<typeof appEvents>[] = []

// What a test drives in the page: plain data in, plain data out.
Object.assign(globalThis, {
  embed: (src: string) =>
    new Promise<void>((resolve) => {
      const frame = document.createElement('iframe')
      frame.addEventListener('load', () => resolve(), { once: true })
      frame.src = src
      document.body.append(frame)
    }),
  open(at: number, origin: string) {
    const frame = document.querySelectorAll('iframe')[at]
    if (!frame?.contentWindow) throw new Error('There is no such frame')
    return channels.push(openChannel({ frame: frame.contentWindow, element: frame, origin, table: appEvents })) - 1
  },
  ask: (at: number, name: 'connectEmail', payload: { email: string }): Promise<Report> =>
    channels[at]!.ask(name, payload).then(
      (value) => ({ ok: true, value }),
      (error: { code: string }) => ({ ok: false, code: error.code }),
    ),
  isReady: (at: number, timeout: number) =>
    Promise.race([
      channels[at]!.ready.then(() => true).catch(() => false),
      new Promise((resolve) => setTimeout(resolve, timeout, false)),
    ]),
  counts: (at: number) => channels[at]!.counts(),
})
