import { describe, expect, it } from 'vitest'
import { createMessageStoreQuota } from './messageStoreQuota.js'
import { grantSize, messagesPerTopic } from './relayLimits.js'

/** Topics with so many messages; says how often it counted each. */
function createTopics(held: { [topic: string]: readonly string[] }) {
  const counted: string[] = []
  const quota = createMessageStoreQuota()
  /** Puts messages as a message store does, and gives those that there is room for. */
  function take(messages: readonly { topic: string; hash: string }[]) {
    const toCount = [...quota.take(messages)]
    counted.push(...toCount)
    const kept = toCount.map((topic) => ({ topic, hashes: held[topic] ?? [], put: 0 }))
    const fitting = messages.filter(({ topic }) => {
      const one = kept.find((each) => each.topic === topic)
      return one === undefined || one.hashes.length + ++one.put <= messagesPerTopic
    })
    quota.note(
      kept.map(({ topic, hashes }) => ({
        topic,
        held: Math.min(hashes.length, messagesPerTopic),
        hashes: hashes.slice(0, grantSize + 1),
      })),
      messages,
    )
    return fitting
  }
  return { quota, counted, take }
}
let last = 0
const some = (count: number) => Array.from({ length: count }, () => `hash ${++last}`)
const on = (topic: string, hashes: readonly string[]) => hashes.map((hash) => ({ topic, hash }))

describe('the quota of a message store', () => {
  it('lets on a topic what it has room for, and leaves the others alone', () => {
    const { take } = createTopics({ full: some(messagesPerTopic), near: some(messagesPerTopic - 2) })
    const messages = [...on('full', some(1)), ...on('near', some(3)), ...on('empty', some(1))]
    const fitting = take(messages)
    expect(fitting).toEqual([...messages.slice(1, 3), ...messages.slice(4)])
    expect(take(on('full', some(1)))).toEqual([])
  })

  it('counts once for many messages, and grants as much as is asked for at once', () => {
    const { take, counted } = createTopics({})
    for (let at = 0; at < grantSize; at++) expect(take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one'])
    expect(take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one', 'one'])
    expect(take(on('two', some(grantSize * 4)))).toHaveLength(grantSize * 4)
    expect(take(on('three', some(messagesPerTopic + 5)))).toHaveLength(messagesPerTopic)
  })

  it('says at once only what it knows: that there is room, and that a message is not kept', () => {
    const kept = some(2)
    const { quota, take, counted } = createTopics({ known: kept, long: some(grantSize + 1) })
    expect(quota.takeAtOnce({ topic: 'known', hash: 'new' }), 'nothing was counted yet').toBe(false)
    const [first = ''] = some(1)
    take([...on('known', [first]), ...on('long', some(1))])
    for (const hash of [...kept, first]) expect(quota.takeAtOnce({ topic: 'known', hash })).toBe(false)
    expect(quota.takeAtOnce({ topic: 'long', hash: 'new' }), 'not all of it was read').toBe(false)
    for (const hash of some(grantSize - 1)) expect(quota.takeAtOnce({ topic: 'known', hash })).toBe(true)
    expect(quota.takeAtOnce({ topic: 'known', hash: 'new' }), 'the grant is used up').toBe(false)
    expect(counted).toEqual(['known', 'long'])
  })

  it('knows all that is kept on a topic up to the size of a grant, and gives nothing back beyond', () => {
    const { quota, take } = createTopics({ full: some(grantSize), beyond: some(grantSize + 1) })
    const [one = '', other = ''] = some(2)
    take([...on('full', [one]), ...on('beyond', [other])])
    expect(quota.takeAtOnce({ topic: 'full', hash: 'new' })).toBe(true)
    expect(quota.takeAtOnce({ topic: 'beyond', hash: 'new' })).toBe(false)
    expect(() => quota.release({ topic: 'beyond', hash: other })).not.toThrow()
  })

  it('gets back what was not kept after all, once', () => {
    const { quota, take } = createTopics({})
    take(on('one', some(grantSize - 1)))
    const message = { topic: 'one', hash: 'new' }
    expect(quota.takeAtOnce(message)).toBe(true)
    expect(quota.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
    quota.release(message)
    quota.release(message)
    quota.release({ topic: 'other', hash: 'new' })
    expect(quota.takeAtOnce(message)).toBe(true)
    expect(quota.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
  })

  it('counts what others have put meanwhile when a grant is used up', () => {
    const held: { [topic: string]: string[] } = { one: [] }
    const { take } = createTopics(held)
    expect(take(on('one', some(grantSize)))).toHaveLength(grantSize)
    held.one = some(messagesPerTopic - 1)
    expect(take(on('one', some(2)))).toHaveLength(1)
    held.one = some(messagesPerTopic)
    expect(take(on('one', some(1)))).toEqual([])
  })

  it('forgets the grants of the oldest topics, and counts them again', () => {
    const { quota, take, counted } = createTopics({})
    take(on('first', some(1)))
    take(Array.from({ length: 20_000 }, (_, at) => ({ topic: `topic ${at}`, hash: 'x' })))
    expect(quota.takeAtOnce({ topic: 'topic 0', hash: 'new' })).toBe(true)
    take(on('one more', some(1)))
    expect(quota.takeAtOnce({ topic: 'first', hash: 'new' })).toBe(false)
    expect(quota.takeAtOnce({ topic: 'topic 0', hash: 'newer' })).toBe(true)
    expect(take(on('first', some(1)))).toHaveLength(1)
    expect(counted.filter((topic) => topic === 'first')).toHaveLength(2)
  })
})
