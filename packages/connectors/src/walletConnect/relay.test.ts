import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFakeRelay } from '../../test/fakeRelay.js'
import { randomHex } from './envelope.js'
import { createRelay, type Relay, RelayError } from './relay.js'

const made: Relay[] = []
afterEach(() => {
  for (const relay of made.splice(0)) relay.close()
  vi.useRealTimers()
})

function client(fake = createFakeRelay(), timeout?: number) {
  const heard: string[] = []
  const refusals: string[] = []
  const relay = createRelay({
    url: 'wss://relay.example',
    projectId: 'test',
    seed: randomHex(),
    openSocket: fake.openSocket,
    onMessage: (_, message) => heard.push(message),
    onRefused: (reason) => refusals.push(reason),
    ...(timeout === undefined ? {} : { timeout }),
  })
  made.push(relay)
  const publish = (topic: string, message: string, ttl = 300) =>
    relay.call('irn_publish', { topic, message, ttl, tag: 1 }, Date.now() + 60_000)
  return { fake, relay, heard, refusals, publish }
}

/** Waits, while the timers stand still, for what signs the token: it does so beside them, in its own time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate)
}

describe('a line to a relay', () => {
  it('is opened when there is something to say, and left when there is nothing to hear', async () => {
    const { fake, relay } = client()
    expect(fake.made()).toBe(0)
    const topic = randomHex()
    relay.listen([topic])
    await vi.waitFor(() => expect(fake.calls).toContain('irn_batchSubscribe'))
    relay.forget(topic)
    await vi.waitFor(() => expect(fake.open()).toBe(0))
  })

  it('can be made ahead, and is left again when nothing was said within 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { fake, relay } = client()
    relay.open()
    relay.open()
    await until(() => fake.made() > 0)
    while (fake.open() === 0) await vi.advanceTimersByTimeAsync(1)
    expect([fake.made(), fake.open(), fake.calls]).toEqual([1, 1, []])
    await vi.advanceTimersByTimeAsync(29_000)
    expect(fake.open()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fake.open()).toBe(0)
  })

  it('that was made ahead stays where something is heard, and is not tried again where there is no relay', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [used, lost] = [client(), client()]
    lost.fake.switches.down = true
    for (const { relay } of [used, lost]) relay.open()
    used.relay.listen([randomHex()])
    await until(() => used.fake.made() > 0 && lost.fake.made() > 0)
    while (used.fake.open() === 0) await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([used.fake.made(), used.fake.open()]).toEqual([1, 1])
    expect([lost.fake.made(), lost.fake.open(), lost.refusals]).toEqual([1, 0, []])
  })

  it('is made again when it breaks, and what was asked meanwhile is asked then', async () => {
    const { fake, relay, heard } = client()
    const other = client(fake)
    const topic = randomHex()
    relay.listen([topic])
    await other.publish(topic, 'one')
    await vi.waitFor(() => expect(heard).toEqual(['one']))
    fake.restart()
    const published = other.publish(topic, 'two')
    await published
    // The acknowledgement of the first may have been lost with the line; then it comes again.
    await vi.waitFor(() => expect([...new Set(heard)]).toEqual(['one', 'two']))
  })

  it('waits longer after each failure, and comes back at once when the page does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    const { fake, relay } = client()
    fake.switches.down = true
    relay.listen([randomHex()])
    const times: number[] = []
    while (times.length < 7) {
      await vi.advanceTimersByTimeAsync(500)
      // Between two attempts there is a timer; while the token of one is signed there is none.
      await until(() => vi.getTimerCount() > 0)
      if (fake.made() > times.length) times.push(Date.now())
    }
    await vi.advanceTimersByTimeAsync(10)
    const attempts = fake.made()
    expect((times[6] ?? 0) - (times[5] ?? 0)).toBeGreaterThan(3000)
    fake.switches.down = false
    vi.useRealTimers()
    relay.wake()
    await vi.waitFor(() => expect(fake.open()).toBe(1))
    expect(fake.made()).toBe(attempts + 1)
  })

  it('says no in the words of the relay, and gives up when the time is over', async () => {
    const { relay, fake } = client()
    await expect(relay.call('irn_nothing', {}, Date.now() + 60_000)).rejects.toThrow(RelayError)
    fake.switches.down = true
    fake.restart()
    await expect(relay.call('irn_publish', {}, Date.now() + 50)).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
  })

  it('has an id for each call, also of those that draw the same number in one moment', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const draw = crypto.getRandomValues.bind(crypto)
    let drawn = 0
    const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) => {
      if (!(into instanceof Uint32Array)) return draw(into)
      into[0] = Math.floor(drawn++ / 3)
      return into
    })
    onTestFinished(() => spy.mockRestore())
    const { publish } = client()
    const topic = randomHex()
    expect(await Promise.all(['a', 'b', 'c'].map((message) => publish(topic, message)))).toEqual([true, true, true])
  })

  it('is not forced on a relay that refuses it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { relay, fake, refusals, publish } = client()
    fake.switches.refuse = 'Unauthorized: invalid key'
    relay.listen([randomHex()])
    const refused = expect(publish(randomHex(), 'x')).rejects.toThrow('Unauthorized: invalid key')
    await until(() => fake.made() > 0)
    while (refusals.length === 0) await vi.advanceTimersByTimeAsync(1)
    await refused
    await vi.advanceTimersByTimeAsync(30_000)
    expect(fake.made()).toBe(1)
    expect(refusals).toEqual(['Unauthorized: invalid key'])
  })

  it('REL-15 REL-16 with every 20th frame lost nothing is lost', async () => {
    const fake = createFakeRelay()
    const [page, phone] = [client(fake, 300), client(fake, 300)]
    const topic = randomHex()
    page.relay.listen([topic])
    fake.switches.loseEvery = 20
    const numbers = Array.from({ length: 60 }, (_, at) => `message ${at}`)
    await Promise.all(numbers.map((message) => phone.publish(topic, message)))
    await vi.waitFor(
      () => {
        page.relay.wake()
        expect(new Set(page.heard).size).toBe(60)
      },
      { timeout: 15_000, interval: 200 },
    )
    expect(new Set(page.heard)).toEqual(new Set(numbers))
  })
})
