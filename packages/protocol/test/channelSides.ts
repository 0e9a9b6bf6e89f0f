import { vi } from 'vitest'
import * as z from 'zod/mini'
import { type AcceptedChannel, acceptChannel, type Channel, openChannel } from '../src/internal/channel.js'
import { createWindows, type Windows } from './windows.js'

const ends = new Set<() => void>()
function onEnd(end: () => void) {
  ends.add(end)
}

/** Ends all channels that were made. */
export function endAll() {
  for (const end of ends) end()
  ends.clear()
}

/** A small table to speak by. */
export const table = {
  echo: { payload: z.object({ text: z.string() }), answer: z.object({ text: z.string() }), timeout: 1000 },
  wait: { payload: z.void(), answer: z.void(), timeout: 120_000, aborted: 'Request was aborted' },
  forever: { payload: z.void(), answer: z.void() },
} as const

/** The origin of the frame. */
export const origin = 'https://wallet.example'

/** Waits for ports: they deliver on real turns of the loop, which fake timers leave alone. */
export async function turns(count = 12) {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What a handler was called with. */
export type Handled = { name: string; payload: unknown; signal: AbortSignal; origin: string }
/** How the frame accepts. */
export type Accepting = {
  windows?: Windows
  isAllowed?: (origin: string) => boolean | Promise<boolean>
  echo?: unknown
}
/** Makes the frame's side. */
export function accept({ windows = createWindows(), isAllowed = () => true, echo }: Accepting = {}) {
  const handled: Handled[] = []
  const finish: (() => void)[] = []
  const keep = (name: string, payload: unknown, context: { signal: AbortSignal; origin: string }) => {
    handled.push({ name, payload, signal: context.signal, origin: context.origin })
  }
  const frame: AcceptedChannel = acceptChannel({
    window: windows.window,
    isAllowed,
    table,
    handlers: {
      echo(payload, context) {
        keep('echo', payload, context)
        if (echo instanceof Error) throw echo
        return (echo ?? payload) as { text: string }
      },
      wait(payload, context) {
        keep('wait', payload, context)
        return new Promise<void>((resolve) => finish.push(resolve))
      },
      forever(payload, context) {
        keep('forever', payload, context)
        return new Promise<void>((resolve) => finish.push(resolve))
      },
    },
  })
  onEnd(frame.close)
  return { windows, frame, handled, finish }
}

/** Makes the page's side. */
export function open(windows: Windows, onTimeout?: (reason: string, name?: string) => void): Channel<typeof table> {
  const channel = openChannel({ frame: windows.frame, origin, table, onTimeout })
  onEnd(channel.close)
  return channel
}

/** Makes both sides, ready to speak. */
export async function connect(options?: Accepting) {
  const side = accept(options)
  const timeouts: unknown[] = []
  const channel = open(side.windows, (...args) => timeouts.push(args))
  await turns()
  await vi.advanceTimersByTimeAsync(500)
  return { ...side, channel, timeouts }
}
/** A page that says over the port whatever it likes. */
export async function rawPage(options?: Accepting) {
  const side = accept(options)
  const { port1, port2 } = new MessageChannel()
  onEnd(() => port1.close())
  const received: { type: string; id: string; code?: string; payload?: unknown }[] = []
  port1.onmessage = ({ data }) => received.push(data)
  const data = { type: 'init', v: 1, nonce: 'ab'.repeat(16) }
  side.windows.deliver({ data, origin: 'https://app.example', source: side.windows.page, ports: [port2] })
  await turns()
  return { ...side, port: port1, received }
}
