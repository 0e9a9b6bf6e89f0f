import { describe, expect, it } from 'vitest'
import { createMailboxRoom } from './mailboxRoom.js'
import { grantSize, mailboxSize } from './relayLimits.js'

/** Topics with so many messages; says how often it counted each. */
function createShelf(held: { [topic: string]: readonly string[] }) {
  const counted: string[] = []
  const room = createMailboxRoom(async (topics) => {
    counted.push(...topics)
    return topics
      .filter((topic) => held[topic] !== undefined)
      .map((topic) => {
        const hashes = held[topic] ?? []
        return { topic, held: Math.min(hashes.length, mailboxSize), hashes: hashes.slice(0, grantSize + 1) }
      })
  })
  return { room, counted }
}
let last = 0
const some = (count: number) => Array.from({ length: count }, () => `hash ${++last}`)
const on = (topic: string, hashes: readonly string[]) => hashes.map((hash) => ({ topic, hash }))

describe('the room of a mailbox', () => {
  it('lets on a topic what it has room for, and leaves the others alone', async () => {
    const { room } = createShelf({ full: some(mailboxSize), near: some(mailboxSize - 2) })
    const messages = [...on('full', some(1)), ...on('near', some(3)), ...on('empty', some(1))]
    const fitting = await room.take(messages)
    expect(fitting).toEqual([...messages.slice(1, 3), ...messages.slice(4)])
    expect(await room.take(on('full', some(1)))).toEqual([])
  })

  it('counts once for many messages, and grants as much as is asked for at once', async () => {
    const { room, counted } = createShelf({})
    for (let at = 0; at < grantSize; at++) expect(await room.take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one'])
    expect(await room.take(on('one', some(1)))).toHaveLength(1)
    expect(counted).toEqual(['one', 'one'])
    expect(await room.take(on('two', some(grantSize * 4)))).toHaveLength(grantSize * 4)
    expect(await room.take(on('three', some(mailboxSize + 5)))).toHaveLength(mailboxSize)
  })

  it('says at once only what it knows: that there is room, and that a message is not kept', async () => {
    const kept = some(2)
    const { room, counted } = createShelf({ known: kept, long: some(grantSize + 1) })
    expect(room.takeAtOnce({ topic: 'known', hash: 'new' }), 'nothing was counted yet').toBe(false)
    const [first = ''] = some(1)
    await room.take([...on('known', [first]), ...on('long', some(1))])
    for (const hash of [...kept, first]) expect(room.takeAtOnce({ topic: 'known', hash })).toBe(false)
    expect(room.takeAtOnce({ topic: 'long', hash: 'new' }), 'not all of it was read').toBe(false)
    for (const hash of some(grantSize - 1)) expect(room.takeAtOnce({ topic: 'known', hash })).toBe(true)
    expect(room.takeAtOnce({ topic: 'known', hash: 'new' }), 'the grant is used up').toBe(false)
    expect(counted).toEqual(['known', 'long'])
  })

  it('gets back what was not kept after all, once', async () => {
    const { room } = createShelf({})
    await room.take(on('one', some(grantSize - 1)))
    const message = { topic: 'one', hash: 'new' }
    expect(room.takeAtOnce(message)).toBe(true)
    expect(room.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
    room.giveBack(message)
    room.giveBack(message)
    room.giveBack({ topic: 'other', hash: 'new' })
    expect(room.takeAtOnce(message)).toBe(true)
    expect(room.takeAtOnce({ topic: 'one', hash: 'newer' })).toBe(false)
  })

  it('counts what others have put meanwhile when a grant is used up', async () => {
    const held: { [topic: string]: string[] } = { one: [] }
    const { room } = createShelf(held)
    expect(await room.take(on('one', some(grantSize)))).toHaveLength(grantSize)
    held.one = some(mailboxSize - 1)
    expect(await room.take(on('one', some(2)))).toHaveLength(1)
    held.one = some(mailboxSize)
    expect(await room.take(on('one', some(1)))).toEqual([])
  })

  it('forgets the grants of the oldest topics, and counts them again', async () => {
    const { room, counted } = createShelf({})
    await room.take(on('first', some(1)))
    await room.take(Array.from({ length: 20_000 }, (_, at) => ({ topic: `topic ${at}`, hash: 'x' })))
    expect(room.takeAtOnce({ topic: 'topic 0', hash: 'new' })).toBe(true)
    await room.take(on('one more', some(1)))
    expect(room.takeAtOnce({ topic: 'first', hash: 'new' })).toBe(false)
    expect(room.takeAtOnce({ topic: 'topic 0', hash: 'newer' })).toBe(true)
    expect(await room.take(on('first', some(1)))).toHaveLength(1)
    expect(counted.filter((topic) => topic === 'first')).toHaveLength(2)
  })

  it('passes on that nothing can be counted, and lets nothing through', async () => {
    const room = createMailboxRoom(() => Promise.reject(new Error('no database')))
    await expect(room.take(on('one', some(1)))).rejects.toThrow('no database')
    expect(room.takeAtOnce({ topic: 'one', hash: 'new' })).toBe(false)
  })
})
