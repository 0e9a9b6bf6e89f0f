import { encode } from 'uqr'
import { onTestFinished } from 'vitest'

/** A camera of the device that sees what it is shown, in the place of the browser's `mediaDevices`. */
export type FakeCamera = {
  /** Has it see a QR code of a text; nothing without one. */
  show(text?: string): void
  /** Unplugs it, as the browser says it. */
  unplug(): void
  /** The streams that were asked for, oldest first. */
  readonly streams: readonly MediaStream[]
  /** Has the next asking fail by the name of a fault; it works again without one. */
  refuse(name?: string): void
}

/** Gives the page a camera until the test ends; `missing`: the device has none. */
export function fakeCamera({ missing = false }: { missing?: boolean } = {}): FakeCamera {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 640, height: 480 })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws nothing')
  let shown: string | undefined
  let fault: string | undefined
  const streams: MediaStream[] = []
  const draw = () => {
    context.fillStyle = '#888888'
    context.fillRect(0, 0, 640, 480)
    if (shown === undefined) return
    const { data, size } = encode(shown, { ecc: 'M', border: 4 })
    const dot = Math.floor(440 / size)
    context.fillStyle = '#ffffff'
    context.fillRect(100, 20, dot * size, dot * size)
    context.fillStyle = '#000000'
    for (const [y, row] of data.entries())
      for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(100 + x * dot, 20 + y * dot, dot, dot)
  }
  draw()
  // A canvas gives a picture only when it is drawn on.
  const timer = setInterval(draw, 50)
  const media = navigator.mediaDevices
  const fakes = {
    getUserMedia: async () => {
      if (fault !== undefined) throw new DOMException('Refused by the test', fault)
      const stream = canvas.captureStream(20)
      streams.push(stream)
      return stream
    },
    enumerateDevices: async () => (missing ? [] : [{ kind: 'videoinput', deviceId: '', label: '', groupId: '' }]),
  }
  for (const [name, value] of Object.entries(fakes)) Object.defineProperty(media, name, { value, configurable: true })
  onTestFinished(() => {
    clearInterval(timer)
    for (const name of Object.keys(fakes)) Reflect.deleteProperty(media, name)
    for (const stream of streams) for (const track of stream.getTracks()) track.stop()
  })
  return {
    streams,
    show: (text) => {
      shown = text
      draw()
    },
    unplug: () => {
      for (const track of streams.at(-1)?.getTracks() ?? []) {
        track.stop()
        // A track that the page stops says nothing; one that the browser ends does.
        track.dispatchEvent(new Event('ended'))
      }
    },
    refuse: (name) => {
      fault = name
    },
  }
}
