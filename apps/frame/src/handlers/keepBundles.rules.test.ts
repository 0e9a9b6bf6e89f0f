import { describe, expect, it } from 'vitest'
import { createTabs } from '../../test/createTabs.js'
import { chain, context } from '../../test/signingContext.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import { keepBundles } from './keepBundles.js'

const { origin } = context
const bundle = (id: string, sent = 1) => ({ id, chainId: chain.id, count: 2, hashes: ['0x1'], sent })
type Tabs = Parameters<typeof keepBundles>[0]['tabs']
function open({ storage = createMemoryStorage(), page = origin, tabs = undefined as Tabs } = {}) {
  const idsOf = async () => (await storage.read('bundles', page))?.bundles.map(({ id }) => id)
  return { storage, idsOf, ...keepBundles({ storage, origin: page, tabs }) }
}

describe('bundles', () => {
  it('are kept once each, the newest first and at most fifty, for their page alone', async () => {
    const { storage, idsOf, read, write } = open()
    expect(await read('first')).toBeUndefined()
    for (const id of ['first', 'second']) await write(bundle(id))
    await write(bundle('first', 2))
    expect(await idsOf()).toEqual(['first', 'second'])
    expect([await read('first'), await read('second')]).toEqual([bundle('first', 2), bundle('second')])
    expect(await open({ storage, page: 'https://other.example' }).read('first')).toBeUndefined()
    for (let at = 1; at <= 48; at++) await write(bundle(String(at)))
    expect([(await idsOf())?.length, await read('second')]).toEqual([50, bundle('second')])
    await write(bundle('last'))
    expect([(await idsOf())?.length, (await idsOf())?.[0]]).toEqual([50, 'last'])
    expect(await read('second')).toBeUndefined()
  })

  it('are forgotten one by one', async () => {
    const { idsOf, remove, write } = open()
    await remove('none')
    expect(await idsOf()).toEqual([])
    for (const id of ['first', 'second', 'third']) await write(bundle(id))
    await remove('second')
    expect(await idsOf()).toEqual(['third', 'first'])
  })

  it('are not lost where several are written at once', async () => {
    const { idsOf, remove, write } = open()
    await write(bundle('old'))
    await Promise.all([write(bundle('first')), write(bundle('second')), remove('old'), write(bundle('third'))])
    expect(await idsOf()).toEqual(['third', 'second', 'first'])
  })
})

describe('a bundle', () => {
  it('is being sent, for every tab of its page, as long as its job runs', async () => {
    const browser = createTabs()
    const [here, there] = [open({ tabs: browser.open() }), open({ tabs: browser.open() })]
    const elsewhere = open({ tabs: browser.open(), page: 'https://other.example' })
    let end = () => {}
    const job = here.sending('mine', () => new Promise<string>((resolve) => (end = () => resolve('done'))))
    await expect.poll(() => there.isSending('mine')).toBe(true)
    expect([await here.isSending('mine'), await there.isSending('other'), await elsewhere.isSending('mine')]).toEqual([
      true,
      false,
      false,
    ])
    end()
    expect([await job, await there.isSending('mine')]).toEqual(['done', false])
    await expect(here.sending('mine', () => Promise.reject(new Error('No')))).rejects.toThrow('No')
    expect(await there.isSending('mine')).toBe(false)
  })

  it('is not known to be sent where the browser has no locks, or refuses them', async () => {
    const refusing = { request: () => Promise.reject(new DOMException('No', 'SecurityError')) } as unknown as Tabs
    for (const tabs of [undefined, refusing]) {
      const { isSending, sending } = open({ tabs })
      expect(await sending('mine', async () => isSending('mine'))).toBe(false)
    }
  })
})
