import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../test/memoryStore.js'
import { createStorage } from './storage.js'

const isText = (value: unknown): value is string => typeof value === 'string'

afterEach(() => vi.unstubAllGlobals())

describe('createStorage', () => {
  it('keeps values under its prefix', () => {
    const store = memoryStore()
    const storage = createStorage({ store, prefix: 'mine/' })
    storage.set('name', 'x')
    expect([...store.items]).toEqual([['mine/name', '"x"']])
    expect(createStorage({ store, prefix: 'mine/' }).get('name', isText)).toBe('x')
    expect(createStorage({ store }).get('name', isText)).toBeUndefined()
    storage.remove('name')
    expect(storage.get('name', isText)).toBeUndefined()
  })

  it('reads what is not JSON, or not of the right form, as absent', () => {
    const store = memoryStore(
      new Map([
        ['@latchkey/a', '{'],
        ['@latchkey/b', '5'],
        ['@latchkey/c', ''],
      ]),
    )
    const storage = createStorage({ store })
    for (const key of ['a', 'b', 'c']) expect(storage.get(key, isText)).toBeUndefined()
  })

  it.each(['full', 'denied'] as const)('a store that is %s: the page goes on with what it last said', (fault) => {
    const store = memoryStore()
    const storage = createStorage({ store })
    storage.set('name', 'old')
    store.fault = fault
    storage.set('name', 'new')
    expect(storage.get('name', isText)).toBe('new')
    storage.remove('name')
    expect(storage.get('name', isText)).toBeUndefined()
    store.fault = 'none'
    storage.set('name', 'newest')
    expect(store.items.get('@latchkey/name')).toBe('"newest"')
  })

  it('leaves nothing out of date for the next visit when the store is full', () => {
    const store = memoryStore()
    const storage = createStorage({ store })
    storage.set('name', 'old')
    store.fault = 'full'
    storage.set('name', 'new')
    expect(createStorage({ store }).get('name', isText)).toBeUndefined()
  })

  it('without a store it keeps for the life of the page', () => {
    const storage = createStorage({ store: null })
    storage.set('name', 'x')
    expect(storage.get('name', isText)).toBe('x')
  })

  it('survives a browser in which merely touching localStorage throws', () => {
    vi.stubGlobal('localStorage', undefined)
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    })
    const storage = createStorage()
    storage.set('name', 'x')
    expect(storage.get('name', isText)).toBe('x')
  })
})
