import { appEvents } from '@latchkey/protocol/internal/frame'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appKitPage, payloads, turns } from '../../test/appKitPage.js'

const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
const typeOf = (name: keyof typeof appEvents) => `@w3m-app/${appEvents[name].wire}`

describe('who may speak to the frame', () => {
  it('SEC-F-01 messages whose source is not the parent do nothing, get no reply and are counted', async () => {
    const { say, said, asked, accepted, window } = appKitPage()
    await turns()
    const sources = [{}, null, undefined, window]
    for (const source of sources) {
      for (const name of names) say({ type: typeOf(name), id: 'a', payload: payloads[name] }, { source })
    }
    await turns()
    expect([asked, said.length]).toEqual([[], 1])
    expect(accepted.counts()).toEqual({ pending: 0, late: 0, dropped: sources.length * names.length })
  })

  it('SEC-F-01 a page of an origin that may not embed, or that no browser would write, is not heard', async () => {
    const looked: string[] = []
    const stranger = appKitPage({
      origin: 'https://evil.example',
      isAllowed: (origin) => {
        looked.push(origin)
        return false
      },
    })
    stranger.say({ type: typeOf('getUser'), id: 'a' })
    await turns()
    stranger.say({ type: typeOf('getUser'), id: 'b' })
    await turns()
    await expect(stranger.accepted.origin).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect([stranger.asked, stranger.said, stranger.accepted.counts().dropped]).toEqual([[], [], 2])
    expect(new Set(looked)).toEqual(new Set(['https://evil.example']))

    const odd = appKitPage()
    const origins = ['null', '', 'https://APP.example', 'https://app.example:443', 'https://app.example/', 'file://']
    for (const origin of origins) odd.say({ type: typeOf('getUser'), id: 'a' }, { origin })
    await turns()
    expect([odd.asked, odd.accepted.counts().dropped]).toEqual([[], origins.length])
  })

  it('SEC-F-03 the first origin is the only one, also while it is still being looked at', async () => {
    const allow: ((isAllowed: boolean) => void)[] = []
    const { say, asked, accepted, said } = appKitPage({
      isAllowed: () =>
        new Promise((resolve) => {
          allow.push(resolve)
        }),
    })
    say({ type: typeOf('getChainId'), id: 'a' })
    say({ type: typeOf('getUser'), id: 'b' }, { origin: 'https://second.example' })
    await turns()
    for (const each of allow) each(true)
    await turns()
    say({ type: typeOf('getUser'), id: 'c' }, { origin: 'https://third.example' })
    await turns()
    expect(await accepted.origin).toBe('https://app.example')
    expect(asked.map(({ name, origin }) => [name, origin])).toEqual([['getChainId', 'https://app.example']])
    expect(said.every(({ to }) => to === 'https://app.example')).toBe(true)
    expect(accepted.counts().dropped).toBe(2)
  })

  it('leaves what is ours alone to our own channel', async () => {
    const { say, said, asked, accepted } = appKitPage()
    for (const name of ['enterCode', 'getSecurity', 'showSecurity'] as const) say({ type: typeOf(name), id: 'a' })
    await turns()
    expect([asked, said.length, accepted.counts().dropped]).toEqual([[], 1, 3])
  })
})

describe('what a hostile page can say', () => {
  const type = fc.oneof(
    fc.constantFrom(...names.map(typeOf)),
    fc.constantFrom('@w3m-app/__proto__', '@w3m-app/toString', '@w3m-app/', '@w3m-frame/GET_USER_SUCCESS', 'getUser'),
  )
  const payload = fc.oneof(
    fc.anything({ maxDepth: 5, withBigInt: true, withDate: true, withMap: true, withSet: true, withSparseArray: true }),
    fc.constantFrom(...names.map((name) => payloads[name])),
    fc.constant(JSON.parse('{"email":"a@b.example","__proto__":{"p":1}}')),
    fc.record({ otp: fc.anything(), email: fc.anything(), chainId: fc.anything(), method: fc.anything() }),
  )
  const hostile = fc.oneof(
    { weight: 3, arbitrary: fc.record({ type, id: fc.oneof(fc.string({ maxLength: 80 }), fc.anything()), payload }) },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 6, withBigInt: true, withMap: true }) },
  )

  it('SEC-F-05 SEC-F-06 10 000 messages: what does not fit reaches no handler, each id is answered at most once, the frame lives on', async () => {
    const { say, said, asked, accepted } = appKitPage()
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 50, maxLength: 50 }), async (messages) => {
        for (const [at, message] of messages.entries()) {
          // Each its own id where it has one at all, so that answers can be told apart.
          const own = typeof message === 'object' && message !== null && 'id' in message ? { ...message } : message
          if (own !== message && typeof (own as { id: unknown }).id === 'string')
            (own as { id: string }).id = `${sent}.${at}`
          say(own)
          sent++
        }
        await turns()
      }),
      { numRuns: 200 },
    )
    expect(sent).toBe(10_000)
    for (const { name, payload } of asked) {
      expect(appEvents[name as keyof typeof appEvents].payload.safeParse(payload).success, name).toBe(true)
    }
    const ids = said.flatMap(({ message }) => message.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(said.every(({ to }) => to === 'https://app.example')).toBe(true)
    expect(
      said.every(
        ({ message: { type, payload } }) => !type.endsWith('_ERROR') || (payload as { message: string }).message,
      ),
    ).toBe(true)
    expect(({} as { p?: unknown }).p).toBeUndefined()
    expect(asked.length).toBeGreaterThan(0)
    expect(accepted.counts().pending).toBe(0)
    say({ type: typeOf('getChainId'), id: 'alive' })
    await turns()
    expect(said.at(-1)?.message).toEqual({
      type: '@w3m-frame/GET_CHAIN_ID_SUCCESS',
      id: 'alive',
      payload: { chainId: 1 },
    })
  })

  it('SEC-F-05 drops what is too large, too deep, circular, or named for a prototype, and ids that are long or none', async () => {
    const { say, said, asked, accepted } = appKitPage()
    const circle: { email: string; self?: unknown } = { email: 'ada@example.com' }
    circle.self = circle
    let deep: unknown = {}
    for (let level = 0; level < 20; level++) deep = { deep }
    const type = typeOf('connectEmail')
    const good = { email: 'ada@example.com' }
    const bad = [
      { type, id: 'a', payload: circle },
      { type, id: 'a', payload: { ...good, deep } },
      { type, id: 'a', payload: { ...good, text: 'x'.repeat(300_000) } },
      { type, id: 'a', payload: JSON.parse('{"email":"ada@example.com","__proto__":{}}') },
      { type, id: 'a', payload: { ...good, value: -1n } },
      { type, id: 'a', payload: { ...good, value: 1n << 300n } },
      { type, id: 'x'.repeat(65), payload: good },
      { type, id: '', payload: good },
      { type, id: 7, payload: good },
      { type, payload: good },
      { type: [type], id: 'a', payload: good },
      { type: `${type} `, id: 'a', payload: good },
      type,
    ]
    for (const message of bad) say(message)
    await turns()
    expect([asked, said.length, accepted.counts().dropped]).toEqual([[], 1, bad.length])
  })

  it('opens no more than 256 requests at once', async () => {
    const { say, said, asked } = appKitPage({ handlers: { connectDevice: () => new Promise<void>(() => {}) } })
    for (let at = 0; at < 300; at++) say({ type: typeOf('connectDevice'), id: String(at) })
    await turns()
    expect([asked.length, said.length - 1]).toEqual([256, 44])
    expect(said[1]?.message).toMatchObject({ payload: { message: 'Too many requests are open' } })
  })
})
