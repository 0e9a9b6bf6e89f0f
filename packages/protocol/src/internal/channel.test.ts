import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accept, connect, endAll, open, rawPage, table, turns } from '../../test/channelSides.js'
import { createWindows } from '../../test/windows.js'
import { LatchkeyError } from '../errors.js'
import { type Channel, openChannel } from './channel.js'

const closers: (() => void)[] = []
/** More than either side looks into. */
const deep: unknown = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  for (const close of closers.splice(0)) close()
  endAll()
  vi.useRealTimers()
})

describe('handshake', () => {
  it('[S4-13] is ready 500 ms after the frame says so, not at 499; what was asked before waits', async () => {
    const { windows, handled } = accept()
    const channel = open(windows)
    let isReady = false
    void channel.ready.then(() => {
      isReady = true
    })
    const answer = channel.ask('echo', { text: 'early' })
    await turns()
    await vi.advanceTimersByTimeAsync(499)
    await turns()
    expect([isReady, handled.length]).toEqual([false, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect(isReady).toBe(true)
    await expect(answer).resolves.toEqual({ text: 'early' })
    expect(handled[0]?.origin).toBe('https://app.example')
  })

  it('[S9-12][S8-33] gives up when no frame is ready in 20 s, tells it once, and rejects what waited', async () => {
    const timeouts: unknown[] = []
    const channel = open(createWindows(), (...args) => timeouts.push(args))
    const asked = expect(channel.ask('forever', undefined)).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    await vi.advanceTimersByTimeAsync(19_999)
    expect(timeouts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(timeouts).toEqual([['iframe_load_failed']])
    await asked
    await expect(channel.ready).rejects.toMatchObject({ details: 'iframe_load_failed' })
    await expect(channel.ask('echo', { text: '' })).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    expect(channel.counts().pending).toBe(0)
  })

  it('[SEC-F-01] lets in nobody but its parent, and from there only an exact, allowed origin with one port', async () => {
    const asked: string[] = []
    const { windows, frame } = accept({ isAllowed: (from) => asked.push(from) > 0 })
    const { page } = windows
    const init = { type: 'init', v: 1, nonce: '0'.repeat(32) }
    const port = () => {
      const { port1, port2 } = new MessageChannel()
      closers.push(() => port1.close())
      return port2
    }
    const good = { data: init, origin: 'https://app.example', source: page as unknown, ports: [port()] }
    const bad = [
      { ...good, source: {} },
      { ...good, source: null },
      { ...good, source: windows.window },
      { ...good, origin: 'null' },
      { ...good, origin: '' },
      { ...good, origin: 'https://APP.example' },
      { ...good, origin: 'https://app.example:443' },
      { ...good, origin: 'https://app.example/' },
      { ...good, origin: 'https://app.example:443@evil.example' },
      { ...good, origin: 'file://' },
      { ...good, ports: [] },
      { ...good, ports: [port(), port()] },
      { ...good, data: { ...init, v: 2 } },
      { ...good, data: { ...init, nonce: 'short' } },
      { ...good, data: { ...init, nonce: '0'.repeat(33) } },
      { ...good, data: { ...init, nonce: `x${'0'.repeat(32)}` } },
      { ...good, data: '@w3m-app/GET_USER' },
      { ...good, data: deep },
      { ...good, data: { ...init, ['__proto__' as string]: 1 } },
    ]
    for (const event of bad.slice(0, -1)) windows.deliver(event)
    await turns()
    expect([asked, frame.counts().dropped]).toEqual([[], bad.length - 1])
    windows.deliver(good)
    await expect(frame.origin).resolves.toBe('https://app.example')
  })

  it('refuses an origin that is not allowed, or when nobody can say, and says no more than that', async () => {
    for (const isAllowed of [() => false, () => Promise.resolve(false), () => Promise.reject(new Error('down'))]) {
      const { received, frame } = await rawPage({ isAllowed })
      await expect(frame.origin).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      const refusal = { type: 'refusal', id: 'ab'.repeat(16), code: 'UNAUTHORIZED', message: '' }
      expect([received, frame.counts().dropped]).toEqual([[refusal], 1])
    }
  })

  it('[SEC-F-03] ignores a second init while the first is being looked at, and later', async () => {
    let allow: (isAllowed: boolean) => void = () => {}
    const looked: string[] = []
    const { windows, frame } = accept({
      isAllowed: (from) => {
        looked.push(from)
        return new Promise((resolve) => {
          allow = resolve
        })
      },
    })
    const [first, second] = [open(windows), open(windows)]
    await turns()
    allow(true)
    await turns()
    const third = open(windows)
    await turns()
    expect([looked.length, frame.counts().dropped]).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(500)
    await expect(first.ready).resolves.toBeUndefined()
    const late = Promise.all([second, third].map((each) => expect(each.ready).rejects.toThrow()))
    await vi.advanceTimersByTimeAsync(20_000)
    await late
    expect([looked.length, frame.counts().dropped]).toEqual([1, 2])
  })

  it('takes no origin that a browser would not write', () => {
    for (const bad of ['*', 'https://wallet.example/', 'HTTPS://wallet.example', 'wallet.example', 'null', '']) {
      expect(() => openChannel({ frame: createWindows().frame, origin: bad, table })).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIG' }),
      )
    }
  })
})

describe('requests', () => {
  it('[S7-72] resolves with the answer, and [S5-29] strips unknown keys on the way there and back', async () => {
    const { channel, handled } = await connect({ echo: { text: 'back', secret: 1 } })
    const answer = await channel.ask('echo', { text: 'there', zz: 1 } as { text: string })
    expect([handled[0]?.payload, answer]).toEqual([{ text: 'there' }, { text: 'back' }])
    expect(channel.counts()).toEqual({ pending: 0, late: 0, dropped: 0 })
  })

  it('[S7-73][S8-28] rejects with the code and message of a refusal', async () => {
    const { channel } = await connect({ echo: new LatchkeyError('USER_REJECTED', 'boom') })
    await expect(channel.ask('echo', { text: '' })).rejects.toMatchObject({ code: 'USER_REJECTED', message: 'boom' })
  })

  it('[S8-29] says "An error occurred" for anything else, and quotes nothing of it', async () => {
    const { channel } = await connect({ echo: new Error('entropy 00ff') })
    await expect(channel.ask('echo', { text: '' })).rejects.toMatchObject({ message: 'An error occurred' })
    const other = await connect({ echo: { text: 1 } })
    await expect(other.channel.ask('echo', { text: '' })).rejects.toMatchObject({ message: 'An error occurred' })
  })

  it('refuses before it sends: a request that is not in the table, parameters that do not fit or are too large', async () => {
    const { channel, handled } = await connect()
    const odd = channel as unknown as Channel<{ toString: (typeof table)['echo'] }>
    await expect(odd.ask('toString', { text: '' })).rejects.toMatchObject({ code: 'UNSUPPORTED_METHOD' })
    await expect(channel.ask('echo', { text: 1 } as never)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      cause: { issues: [{ path: ['text'] }] },
    })
    await expect(channel.ask('echo', { text: 'x'.repeat(300_000) })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(handled).toEqual([])
  })

  it('[S8-30][S8-31] aborts one request here and there, with its own words', async () => {
    const { channel, handled, finish } = await connect()
    const stop = new AbortController()
    const first = expect(channel.ask('wait', undefined, { signal: stop.signal })).rejects.toThrow('Request was aborted')
    const second = expect(channel.ask('forever', undefined, { signal: stop.signal })).rejects.toThrow(
      'Something went wrong',
    )
    await turns()
    stop.abort()
    await Promise.all([first, second])
    await turns()
    expect(handled.map(({ signal }) => signal.aborted)).toEqual([true, true])
    for (const each of finish) each()
    await turns()
    expect(channel.counts()).toEqual({ pending: 0, late: 2, dropped: 0 })
    await expect(channel.ask('echo', { text: '' }, { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(channel.ask('echo', { text: 'on' })).resolves.toEqual({ text: 'on' })
  })

  it('[SEC-F-07][S8-34] times out one request alone: nine others settle, the late answer is counted', async () => {
    const { channel, finish, timeouts } = await connect()
    const slow = channel.ask('wait', undefined)
    const failed = expect(slow).rejects.toMatchObject({ details: 'iframe_request_timeout' })
    const others = Array.from({ length: 9 }, () => channel.ask('forever', undefined))
    await turns()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(timeouts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(timeouts).toEqual([['iframe_request_timeout', 'wait']])
    for (const each of finish) each()
    await Promise.all(others)
    await turns()
    expect(channel.counts()).toEqual({ pending: 0, late: 1, dropped: 0 })
  })

  it('tells the frame that a request has timed out, and needs nobody who is told of timeouts', async () => {
    const { windows, handled } = accept()
    const channel = open(windows)
    await turns()
    await vi.advanceTimersByTimeAsync(500)
    const failed = expect(channel.ask('wait', undefined)).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    await turns()
    await vi.advanceTimersByTimeAsync(120_000)
    await failed
    await turns()
    expect(handled.map(({ signal }) => signal.aborted)).toEqual([true])
  })

  it('says nothing to the frame of a request that was aborted before the frame was ready', async () => {
    const windows = createWindows()
    const said: unknown[] = []
    let port: MessagePort | undefined
    let nonce = ''
    windows.window.addEventListener('message', ({ ports, data }) => {
      port = ports[0]
      nonce = data.nonce
      if (port) port.onmessage = (event) => said.push(event.data)
    })
    const channel = open(windows)
    closers.push(() => port?.close())
    await turns()
    const stop = new AbortController()
    const aborted = expect(channel.ask('wait', undefined, { signal: stop.signal })).rejects.toThrow(
      'Request was aborted',
    )
    stop.abort()
    await aborted
    // Only the handshake of this channel makes it ready.
    port?.postMessage({ type: 'ready', nonce: 'f'.repeat(32) })
    await turns()
    await vi.advanceTimersByTimeAsync(10_000)
    const waits = expect(channel.ask('echo', { text: 'x' })).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await turns()
    expect(said).toEqual([])
    port?.postMessage({ type: 'ready', nonce })
    await turns()
    await vi.advanceTimersByTimeAsync(500)
    await turns()
    expect(said).toMatchObject([{ type: 'ask', name: 'echo', payload: { text: 'x' } }])
    channel.close()
    await waits
  })

  it('[SEC-F-07][S7-71] names each request by 128 random bits that never come again', { timeout: 60_000 }, async () => {
    const { channel, windows } = await connect()
    expect(windows).toBeDefined()
    const spy = vi.spyOn(crypto, 'getRandomValues')
    const ids = new Set<string>()
    const post = vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation((message: { id: string }) => {
      ids.add(message.id)
    })
    for (let round = 0; round < 100; round++) {
      const stops = Array.from({ length: 100 }, () => new AbortController())
      const all = Promise.allSettled(stops.map(({ signal }) => channel.ask('forever', undefined, { signal })))
      await Promise.resolve()
      await Promise.resolve()
      for (const stop of stops) stop.abort()
      await all
    }
    post.mockRestore()
    expect(ids.size).toBe(10_000)
    expect([...ids].every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
    expect(spy.mock.calls.every(([bytes]) => (bytes as Uint8Array).length === 16)).toBe(true)
    spy.mockRestore()
    expect(channel.counts().pending).toBe(0)
  })

  it('[S7-74] leaves a request alone when an answer has another id, or does not fit', async () => {
    const windows = createWindows()
    let port: MessagePort | undefined
    windows.window.addEventListener('message', ({ ports, data }) => {
      port = ports[0]
      port?.postMessage({ type: 'ready', nonce: 'f'.repeat(32) })
      port?.postMessage({ type: 'ready', nonce: data.nonce })
      port?.postMessage({ type: 'ready', nonce: data.nonce })
    })
    const channel = open(windows)
    const answer = channel.ask('echo', { text: 'x' })
    let id = ''
    await turns()
    const asked = new Promise<void>((resolve) => {
      if (port)
        port.onmessage = ({ data }) => {
          id = data.id
          resolve()
        }
    })
    await vi.advanceTimersByTimeAsync(500)
    await asked
    const other = { type: 'answer', id: 'a'.repeat(32), payload: { text: 'forged' } }
    for (const data of [
      other,
      { ...other, id: 'x' },
      'text',
      null,
      deep,
      { type: 'refusal', id, code: 'NO', message: '' },
    ]) {
      port?.postMessage(data)
    }
    await turns()
    expect(channel.counts()).toEqual({ pending: 1, late: 1, dropped: 7 })
    port?.postMessage({ type: 'answer', id, payload: { text: 7 } })
    await expect(answer).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER', cause: { issues: [{ path: ['text'] }] } })
    expect(channel.counts()).toEqual({ pending: 0, late: 1, dropped: 8 })
    closers.push(() => port?.close())
  })

  it('[SEC-F-10] rejects what is pending when either side closes', async () => {
    const first = await connect()
    const asked = expect(first.channel.ask('forever', undefined)).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await turns()
    first.frame.close()
    await asked
    const second = await connect()
    const again = expect(second.channel.ask('forever', undefined)).rejects.toMatchObject({
      code: 'WALLET_DISCONNECTED',
    })
    await turns()
    second.channel.close()
    await again
    await turns()
    expect(second.handled[0]?.signal.aborted).toBe(true)
    await expect(second.channel.ask('echo', { text: '' })).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
  })
})
