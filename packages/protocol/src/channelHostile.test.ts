import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { endAll, rawPage, turns } from '../test/channelSides.js'

afterEach(endAll)

describe('what a hostile page can say over its port', () => {
  const cloneable = fc.oneof(
    fc.anything({ maxDepth: 6, withBigInt: true, withDate: true, withMap: true, withSet: true, withSparseArray: true }),
    fc.record({ type: fc.constantFrom('ask', 'abort', 'init'), id: fc.anything(), name: fc.anything() }),
    fc.record({
      type: fc.constant('ask'),
      id: fc.stringMatching(/^[0-9a-f]{32}$/),
      name: fc.constantFrom('echo', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''),
      payload: fc.oneof(fc.anything({ maxDepth: 4 }), fc.constant(JSON.parse('{"text":"a","__proto__":{"p":1}}'))),
    }),
  )

  it('[SEC-F-05][SEC-F-06] property: nothing that does not fit reaches a handler, and the frame lives on', async () => {
    const { port, handled, received } = await rawPage()
    await fc.assert(
      fc.asyncProperty(fc.array(cloneable, { maxLength: 50 }), async (messages) => {
        for (const message of messages) {
          try {
            port.postMessage(message)
          } catch {
            // Not even cloneable: it cannot be sent.
          }
        }
        await turns(3)
      }),
      { numRuns: 400 },
    )
    await turns()
    const texts = handled.map(({ payload }) => payload as { text: unknown })
    expect(texts.every((payload) => Object.keys(payload).join() === 'text' && typeof payload.text === 'string')).toBe(
      true,
    )
    expect(({} as { p?: unknown }).p).toBeUndefined()
    const before = received.length
    port.postMessage({ type: 'ask', id: '1'.repeat(32), name: 'echo', payload: { text: 'alive' } })
    await turns()
    expect(received.slice(before)).toEqual([{ type: 'answer', id: '1'.repeat(32), payload: { text: 'alive' } }])
  })

  it('[SEC-F-05] drops what is too large, too deep or circular without an answer', async () => {
    const { port, handled, received, frame } = await rawPage()
    const ask = { type: 'ask', id: '2'.repeat(32), name: 'echo' }
    const circle: { text: string; self?: unknown } = { text: '' }
    circle.self = circle
    let deep: unknown = {}
    for (let level = 0; level < 20; level++) deep = { deep }
    const payloads = [
      circle,
      { text: '', deep },
      { text: 'x'.repeat(300_000) },
      JSON.parse('{"text":"","__proto__":{}}'),
    ]
    for (const payload of payloads) port.postMessage({ ...ask, payload })
    await turns()
    expect([handled, received.slice(1), frame.counts().dropped]).toEqual([[], [], 4])
  })

  it('says what is wrong with a request that it could read, and runs an id once', async () => {
    const { port, handled, received, frame } = await rawPage()
    port.postMessage({ type: 'ask', id: '3'.repeat(32), name: 'nothing' })
    port.postMessage({ type: 'ask', id: '4'.repeat(32), name: 'echo', payload: { text: 4 } })
    port.postMessage({ type: 'ask', id: '5'.repeat(32), name: 'wait' })
    port.postMessage({ type: 'ask', id: '5'.repeat(32), name: 'wait' })
    await turns()
    expect(received.slice(1).map(({ code }) => code)).toEqual(['UNSUPPORTED_METHOD', 'INVALID_PARAMS'])
    expect(handled.length).toBe(1)
    expect(frame.counts()).toMatchObject({ pending: 1, dropped: 3 })
  })

  it('opens no more than 256 requests at once', async () => {
    const { port, handled, received } = await rawPage()
    for (let at = 0; at < 300; at++) {
      port.postMessage({ type: 'ask', id: at.toString(16).padStart(32, '0'), name: 'forever' })
    }
    await turns(40)
    expect(handled.length).toBe(256)
    expect(received.filter(({ code }) => code === 'RATE_LIMITED').length).toBe(44)
  })
})
