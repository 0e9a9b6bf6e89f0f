import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserTabs } from '../../test/browserTabs.js'
import { alice, bob, one, sol, ten } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { followTabs } from '../config/followTabs.js'
import { type Config, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { getContacts } from './getContacts.js'
import { removeContact } from './removeContact.js'
import { saveContact } from './saveContact.js'
import { watchContacts } from './watchContacts.js'

const key = '@latchkey/contacts'
let configs: Config[]
function open(store = memoryStore()) {
  const config = createConfig({ chains: [one, ten], storage: createStorage({ store }) })
  configs.push(config)
  return { config, store }
}

beforeEach(() => {
  configs = []
})
afterEach(() => {
  for (const config of configs) config.destroy()
})

describe('contacts', () => {
  it('are kept between visits, by name, with names that can be seen', () => {
    const { config, store } = open()
    saveContact(config, { address: ` ${bob} `, name: '  Bob\u202e\u200b the\nbuilder ' })
    saveContact(config, { address: alice, name: 'Ada' })
    saveContact(config, { address: 'Carol.Names.Example', name: 'Carol' })
    const kept = [
      { namespace: 'eip155', address: alice, name: 'Ada' },
      { namespace: 'eip155', address: bob, name: 'Bob the builder' },
      { namespace: 'eip155', address: 'carol.names.example', name: 'Carol' },
    ]
    expect(getContacts(open(store).config)).toEqual(kept)
    expect(getContacts(config, { namespace: 'solana' })).toEqual([])
    expect(JSON.parse(store.items.get(key) ?? '')).toMatchObject({ format: 1 })
  })

  it('are renamed and removed by their address in any case, and the list is the same until one is', () => {
    const { config } = open()
    saveContact(config, { address: bob, name: 'Bob' })
    const before = getContacts(config)
    expect(getContacts(config)).toBe(before)
    saveContact(config, { address: bob.toLowerCase(), name: 'Robert' })
    expect(getContacts(config)).toEqual([{ namespace: 'eip155', address: bob.toLowerCase(), name: 'Robert' }])
    removeContact(config, { address: alice })
    expect(getContacts(config)).toHaveLength(1)
    removeContact(config, { address: bob })
    expect(getContacts(config)).toEqual([])
  })

  it.each([
    ['no address', { address: '0x12', name: 'Bob' }, 'INVALID_ADDRESS'],
    ['a name on another family', { address: 'bob.eth', name: 'Bob', namespace: 'solana' }, 'INVALID_CONFIG'],
    ['nothing to see', { address: bob, name: ' \u200b ' }, 'INVALID_PARAMS'],
  ] as const)('error: %s is refused, and what was kept stays', (_, wrong, code) => {
    const { config } = open()
    saveContact(config, { address: bob, name: 'Bob' })
    expect(() => saveContact(config, wrong)).toThrow(expect.objectContaining({ code }))
    expect(getContacts(config)).toHaveLength(1)
  })

  it('error: the 201st is refused, one of 200 can still be renamed', () => {
    const { config } = open()
    const address = (at: number) => `0x${String(at).padStart(40, '0')}`
    for (let at = 0; at < 200; at += 1) saveContact(config, { address: address(at), name: `Number ${at}` })
    expect(() => saveContact(config, { address: bob, name: 'Bob' })).toThrow(
      expect.objectContaining({ code: 'INVALID_REQUEST', hints: ['Remove one first.'] }),
    )
    saveContact(config, { address: address(7), name: 'Seven' })
    expect(getContacts(config)).toHaveLength(200)
  })

  it.each([
    ['no JSON', '{', 0],
    [
      'another format',
      JSON.stringify({ format: 2, contacts: [{ namespace: 'eip155', address: bob, name: 'Bob' }] }),
      0,
    ],
    ['null', 'null', 0],
    [
      'broken ones beside a sound one',
      JSON.stringify({
        format: 1,
        contacts: [
          null,
          { namespace: 'eip155', address: bob, name: 'Bob' },
          { namespace: 'none', address: bob, name: 'Bob' },
          { namespace: 'eip155', address: '<script>', name: 'Bob' },
          { namespace: 'eip155', address: alice, name: 'moc\u202e' },
        ],
      }),
      1,
    ],
  ])('reads %s without a fault', (_, text, count) => {
    expect(getContacts(open(memoryStore(new Map([[key, text]]))).config)).toHaveLength(count)
  })

  it('behavior: what one tab saves and removes, the other is told', async () => {
    vi.useFakeTimers()
    const tabs = browserTabs()
    const [a, b] = ['A', 'B'].map((name) => {
      const tab = tabs.open(name)
      const config = createConfig({ chains: [one, ten, sol], storage: tab.storage })
      configs.push(config)
      followTabs(config, tab.target)
      return config
    }) as [Config, Config]
    const heard: number[] = []
    const stop = watchContacts(b, { onChange: (contacts) => heard.push(contacts.length) })
    saveContact(a, { address: bob, name: 'Bob' })
    await vi.advanceTimersByTimeAsync(10)
    expect(getContacts(b)).toHaveLength(1)
    removeContact(b, { address: bob })
    expect(getContacts(a)).toEqual([])
    tabs.clear()
    await vi.advanceTimersByTimeAsync(10)
    stop()
    saveContact(a, { address: bob, name: 'Bob' })
    await vi.advanceTimersByTimeAsync(10)
    expect(heard).toEqual([1, 0])
    vi.useRealTimers()
  })
})
