import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alice, one, sol, solAlice } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { chainSelected, connected, initialState } from '../state.js'
import { readSaved, save } from './persist.js'
import { createStorage } from './storage.js'

const key = '@latchkey/state'
const connection = { connectorId: 'a', accounts: [`eip155:1:${alice}`], chains: { eip155: 'eip155:1' } }
const right = {
  format: 1,
  connections: [connection],
  current: { eip155: 'a' },
  network: { eip155: 'eip155:1' },
  active: 'eip155',
}
const read = (value: unknown) =>
  readSaved(createStorage({ store: memoryStore(new Map([[key, JSON.stringify(value)]])) }))

describe('save and readSaved', () => {
  it('gives back what was kept, as not yet answered', () => {
    const store = memoryStore()
    const session = {
      accounts: [`eip155:1:${alice}`, `${sol.caipNetworkId}:${solAlice}`],
      chains: { eip155: 'eip155:1', solana: sol.caipNetworkId },
      approved: ['eip155:1'],
    } as const
    const state = chainSelected(connected(initialState([one, sol], one), 'a', session), sol.caipNetworkId, 'solana')
    save(createStorage({ store }), state)
    const saved = readSaved(createStorage({ store }))
    expect(saved?.connections.get('a')).toEqual({ connectorId: 'a', ...session, phase: 'restored' })
    expect(saved).toMatchObject({ current: state.current, chainIds: state.chainIds, active: 'solana' })
  })

  it('keeps nothing but ids, addresses and chains', () => {
    const store = memoryStore()
    save(createStorage({ store }), initialState([one], one))
    expect(JSON.parse(store.items.get(key) ?? '')).toEqual({
      format: 1,
      connections: [],
      current: {},
      network: { eip155: 'eip155:1' },
      active: 'eip155',
    })
  })

  it('reads its own form', () => expect(read(right)?.connections.size).toBe(1))

  it.each([
    ['an older format', { ...right, format: 0 }],
    ['a later format', { ...right, format: 2 }],
    ['nothing', null],
    ['a list', []],
    ['an unknown family', { ...right, active: 'foo' }],
    ['a speaker without a connection', { ...right, current: { eip155: 'b' } }],
    ['a speaker of an unknown family', { ...right, current: { foo: 'a' } }],
    ['a connection without accounts', { ...right, connections: [{ ...connection, accounts: [] }] }],
    ['an invalid account', { ...right, connections: [{ ...connection, accounts: ['<img onerror>'] }] }],
    ['accounts that are no list', { ...right, connections: [{ ...connection, accounts: alice }] }],
    ['an id that is no text', { ...right, connections: [{ ...connection, connectorId: 7 }] }],
    ['a chain of another family', { ...right, network: { eip155: sol.caipNetworkId } }],
    ['a connection on no chain', { ...right, connections: [{ ...connection, chains: null }] }],
    ['invalid approved chains', { ...right, connections: [{ ...connection, approved: ['x'] }] }],
    ['a connection that is null', { ...right, connections: [null] }],
  ])('reads %s as a first visit', (_, value) => expect(read(value)).toBeUndefined())

  it('property: whatever stands in the storage, it is a first visit or a sound one', () => {
    const damaged = fc
      .tuple(fc.constantFrom('format', 'connections', 'current', 'network', 'active'), fc.jsonValue())
      .map(([name, value]) => ({ ...right, [name]: value }))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), damaged), (value) => {
        const saved = read(value)
        if (!saved) return
        for (const uid of Object.values(saved.current)) expect(saved.connections.has(uid)).toBe(true)
        for (const { accounts } of saved.connections.values()) expect(accounts.length).toBeGreaterThan(0)
      }),
    )
  })
})
