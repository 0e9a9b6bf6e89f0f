import { describe, expect, it } from 'vitest'
import { createMailboxRoom } from './mailboxRoom.js'
import { grantSize, mailboxSize } from './relayLimits.js'

/** Topics with so many messages; says how often it counted each. */
function createShelf(held: { [topic: string]: readonly string[] }) {
  const counted: string[] = []
  const room = createMailboxRoom()
  /** Puts messages as a mailbox does, and gives those that there is room for. */
  function take(messages: readonly { topic: string; hash: string }[]) {
    const toCount = [...room.take(messages)]
    counted.push(...toCount)
    const kept = toCount.map((topic) => ({ topic, hashes: held[topic] ?? [], put: 0 }))
    const fitting = messages.filter(({ topic }) => {
      const one = kept.find((each) => each.topic === topic)
      return one === undefined || one.hashes.length + ++one.put <= mailboxSize
    })
    room.note(
      kept.map(({ topic, hashes }) => ({
        topic,
        held: Math.min(hashes.length, mailboxSize),
        hashes: hashes.slice(0, grantSize + 1),
      })),
      messages,
    )
    return fitting
  }
  return { room, counted, take }
}
let last = 0
const some = (count: number) => Array.from({ length: count }, () => `hash ${++last}`)
const on = (topic: string, hashes: readonly string[]) => hashes.map((hash) => ({ topic, hash }))

describe('the room of a mailbox', () => {
  it('lets on a topic what it has room for, and leaves the others alone', () => {
    const { take } = createShelf({ full: some(mailboxSize), near: some(mailboxSize - 2) })
    const messages = [...on('full', some(1)), ...on('near', some(3)), ...on('empty', some(1))]
    const fitting = take(messages)
    expect(fitting).toEqual([...messages.slice(1, 3), ...messages.slice(4)])
    expect(take(on('full', some(1)))).toEqual([])
  })

  it('counts once for many messages, and grants as much as is asked for at once', () => {
    const { take, counted } = createShelf({})
    for (let at = 0; at < grantSize; at++) expect(take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one'])
    expect(take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one', 'one'])
    expect(take(on('two', some(grantSize * 4)))).toHaveLength(grantSize * 4)
    expect(take(on('three', some(mailboxSize + 5)))).toHaveLength(mailboxSize)
  })

  it('says at once only what it knows: that there is room, and that a message is not kept', () => {
    const kept = some(2)
    const { room, take, counted } = createShelf({ known: kept, long: some(grantSize + 1) })
    expect(room.takeAtOnce({ topic: 'known', hash: 'new' }), 'nothing was counted yet').toBe(false)
    const [first = ''] = some(1)
    take([...on('known', [first]), ...on('long', some(1))])
    for (const hash of [...kept, first]) expect(room.takeAtOnce({ topic: 'known', hash })).toBe(false)
    expect(room.takeAtOnce({ topic: 'long', hash: 'new' }), 'not all of it was read').toBe(false)
    for (const hash of some(grantSize - 1)) expect(room.takeAtOnce({ topic: 'known', hash })).toBe(true)
    expect(room.takeAtOnce({ topic: 'known', hash: 'new' }), 'the grant is used up').toBe(false)
    expect(counted).toEqual(['known', 'long'])
  })

  it('knows all that is kept on a topic up to the size of a grant, and gives nothing back beyond', () => {
    const { room, take } = createShelf({ full: some(grantSize), beyond: some(grantSize + 1) })
    const [one = '', other = ''] = some(2)
    take([...on('full', [one]), ...on('beyond', [other])])
    expect(room.takeAtOnce({ topic: 'full', hash: 'new' })).toBe(true)
    expect(room.takeAtOnce({ topic: 'beyond', hash: 'new' })).toBe(false)
    expect(() => room.giveBack({ topic: 'beyond', hash: other })).not.toThrow()
  })

  it('gets back what was not kept after all, once', () => {
    const { room, take } = createShelf({})
    take(on('one', some(grantSize - 1)))
    const message = { topic: 'one', hash: 'new' }
    expect(room.takeAtOnce(message)).toBe(true)
    expect(room.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
    room.giveBack(message)
    room.giveBack(message)
    room.giveBack({ topic: 'other', hash: 'new' })
    expect(room.takeAtOnce(message)).toBe(true)
    expect(room.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
  })

  it('counts what others have put meanwhile when a grant is used up', () => {
    const held: { [topic: string]: string[] } = { one: [] }
    const { take } = createShelf(held)
    expect(take(on('one', some(grantSize)))).toHaveLength(grantSize)
    held.one = some(mailboxSize - 1)
    expect(take(on('one', some(2)))).toHaveLength(1)
    held.one = some(mailboxSize)
    expect(take(on('one', some(1)))).toEqual([])
  })

  it('forgets the grants of the oldest topics, and counts them again', () => {
    const { room, take, counted } = createShelf({})
    take(on('first', some(1)))
    take(Array.from({ length: 20_000 }, (_, at) => ({ topic: `topic ${at}`, hash: 'x' })))
    expect(room.takeAtOnce({ topic: 'topic 0', hash: 'new' })).toBe(true)
    take(on('one more', some(1)))
    expect(room.takeAtOnce({ topic: 'first', hash: 'new' })).toBe(false)
    expect(room.takeAtOnce({ topic: 'topic 0', hash: 'newer' })).toBe(true)
    expect(take(on('first', some(1)))).toHaveLength(1)
    expect(counted.filter((topic) => topic === 'first')).toHaveLength(2)
  })
})
