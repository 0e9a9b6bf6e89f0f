import { describe, expect, it } from 'vitest'
import { alice, bob, one, sol, solAlice } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { readRecentReceivers, saveRecentReceiver } from './recentReceivers.js'

const key = `@latchkey/receivers/eip155/${alice.toLowerCase()}`
const start = (store = memoryStore()) => ({
  store,
  config: createConfig({ chains: [one, sol], storage: createStorage({ store }) }),
})

describe('recent receivers', () => {
  it('are kept for each account and family, on all its chains, between visits', () => {
    const { config, store } = start()
    saveRecentReceiver(config, `eip155:1:${alice}`, bob)
    saveRecentReceiver(config, `${sol.caipNetworkId}:${solAlice}`, solAlice)
    const next = start(store).config
    expect(readRecentReceivers(next, `eip155:10:${alice.toLowerCase()}`)).toEqual([bob])
    expect(readRecentReceivers(next, `${sol.caipNetworkId}:${solAlice}`)).toEqual([solAlice])
    expect(readRecentReceivers(next, `eip155:1:${bob}`)).toEqual([])
  })

  it('stand once, the last that was paid first, and the oldest is dropped after 200', () => {
    const { config } = start()
    const account = `eip155:1:${alice}` as const
    for (let at = 0; at < 205; at += 1) saveRecentReceiver(config, account, `0x${String(at).padStart(40, '0')}`)
    saveRecentReceiver(config, account, bob)
    saveRecentReceiver(config, account, `0x${'204'.padStart(40, '0')}`)
    saveRecentReceiver(config, account, bob.toLowerCase())
    const kept = readRecentReceivers(config, account)
    expect(kept.slice(0, 3).map((each) => each.slice(-4))).toEqual([bob.slice(-4).toLowerCase(), '0204', '0203'])
    expect(kept).toHaveLength(200)
    expect(kept.at(-1)).toBe(`0x${'6'.padStart(40, '0')}`)
  })

  it.each([['{'], ['{"0":1}'], ['[1]'], [JSON.stringify(['x'.repeat(300)])]])('%s counts as absent', (text) => {
    const { config } = start(memoryStore(new Map([[key, text]])))
    expect(readRecentReceivers(config, `eip155:1:${alice}`)).toEqual([])
  })
})
