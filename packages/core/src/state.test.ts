import { namespaces, parseAccountId } from '@latchkey/protocol/caip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alice, bob, one, polygon, sol, solAlice } from '../test/chains.js'
import type { WalletSession } from './connector.js'
import {
  chainSelected,
  changed,
  connected,
  connectFailed,
  connecting,
  connectionSelected,
  disconnected,
  initialState,
  missing,
  reconnected,
  restored,
  type State,
} from './state.js'

const start = initialState([one, polygon, sol], one)
const evm = (address: string, chainId: 'eip155:1' | 'eip155:137' = 'eip155:1'): WalletSession => ({
  accounts: [`${chainId}:${address}`],
  chains: { eip155: chainId },
})
const solana: WalletSession = { accounts: [`${sol.caipNetworkId}:${solAlice}`], chains: { solana: sol.caipNetworkId } }
const both: WalletSession = {
  accounts: [...evm(alice).accounts, ...solana.accounts] as WalletSession['accounts'],
  chains: { ...evm(alice).chains, ...solana.chains },
}

/** What must hold whatever happened before. */
function expectSound(state: State): void {
  const phases = [...state.connections.values()].map(({ phase }) => phase)
  const waits = state.pending !== undefined || phases.includes('restored')
  expect(state.status).toBe(phases.includes('live') ? 'connected' : waits ? 'connecting' : 'disconnected')
  for (const namespace of namespaces) {
    const serving = [...state.connections].filter(([, { accounts }]) =>
      accounts.some((account) => parseAccountId(account).namespace === namespace),
    )
    const uid = state.current[namespace]
    if (uid !== undefined) expect(serving.map(([own]) => own)).toContain(uid)
    const live = serving.filter(([, { phase }]) => phase === 'live')
    if (live.length > 0) expect(uid, `a live wallet of ${namespace} must be heard`).toBeDefined()
    if (live.length > 0 && uid !== undefined) expect(state.connections.get(uid)?.phase).not.toBe('missing')
    const chainId = state.chainIds[namespace]
    if (chainId !== undefined) expect(chainId.startsWith(`${namespace}:`)).toBe(true)
  }
  for (const [uid, { connectorId, accounts }] of state.connections) {
    expect(connectorId).toBe(uid)
    expect(accounts.length).toBeGreaterThan(0)
    expect(new Set(accounts).size).toBe(accounts.length)
  }
}

describe('any sequence of steps', () => {
  const uid = fc.constantFrom('a', 'b', 'c')
  const session = fc.constantFrom(evm(alice), evm(bob), evm(alice, 'eip155:137'), solana, both)
  const step = fc.oneof(
    uid.map((id) => (state: State) => connecting(state, id)),
    uid.map((id) => (state: State) => connectFailed(state, id)),
    fc.tuple(uid, session).map(
      ([id, given]) =>
        (state: State) =>
          connected(state, id, given),
    ),
    fc.tuple(uid, session).map(
      ([id, given]) =>
        (state: State) =>
          reconnected(state, id, given),
    ),
    fc.tuple(uid, session).map(
      ([id, given]) =>
        (state: State) =>
          changed(state, id, given),
    ),
    uid.map((id) => (state: State) => disconnected(state, id)),
    uid.map((id) => (state: State) => missing(state, id)),
    uid.map((id) => (state: State) => connectionSelected(state, id)),
    fc.constantFrom(one, polygon).map(
      ({ caipNetworkId }) =>
        (state: State) =>
          chainSelected(state, caipNetworkId, 'eip155'),
    ),
    fc.constant((state: State) => {
      const connections = new Map(
        [...state.connections].map(([id, connection]) => [id, { ...connection, phase: 'restored' as const }]),
      )
      return restored(start, { ...state, connections })
    }),
  )

  it('keeps the state sound and never changes an older one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let state = start
        for (const next of steps) {
          const before = structuredClone(state)
          const after = next(state)
          expect(state).toEqual(before)
          expectSound(after)
          state = after
        }
      }),
      { numRuns: 400 },
    )
  })

  it('[S4-32] leaves nothing of a wallet that disconnected', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), uid, (steps, id) => {
        const state = disconnected(
          steps.reduce((now, next) => next(now), start),
          id,
        )
        expect(state.connections.has(id)).toBe(false)
        expect(Object.values(state.current)).not.toContain(id)
      }),
    )
  })
})

describe('initialState', () => {
  it('[S4-01] starts disconnected on the default network, with the first network of each other family', () => {
    const state = initialState([one, polygon, sol], polygon)
    expect(state).toMatchObject({ status: 'disconnected', active: 'eip155', current: {} })
    expect(state.chainIds).toEqual({ eip155: 'eip155:137', solana: sol.caipNetworkId })
  })
})

describe('connecting and connected', () => {
  it('[S4-02][S4-03] goes disconnected, connecting, connected', () => {
    const asked = connecting(start, 'a')
    const done = connected(asked, 'a', evm(alice))
    expect([start.status, asked.status, done.status]).toEqual(['disconnected', 'connecting', 'connected'])
    expect(done.pending).toBeUndefined()
  })

  it('goes back when asking ended without a connection, and lets another request go on', () => {
    expect(connectFailed(connecting(start, 'a'), 'a')).toEqual(start)
    expect(connectFailed(connecting(start, 'b'), 'a').pending).toBe('b')
  })

  it('shows the family of the wallet when it has none of the active one', () => {
    expect(connected(start, 's', solana).active).toBe('solana')
    expect(connected(start, 'a', both).active).toBe('eip155')
  })

  it('lets a later wallet speak, and the earlier one stay', () => {
    const state = connected(connected(start, 'a', evm(alice)), 'b', evm(bob, 'eip155:137'))
    expect(state.current.eip155).toBe('b')
    expect(state.chainIds.eip155).toBe('eip155:137')
    expect([...state.connections.keys()]).toEqual(['a', 'b'])
  })

  it('takes a family away from a wallet that came back without it', () => {
    const state = connected(connected(start, 'a', both), 'a', evm(alice))
    expect(state.current).toEqual({ eip155: 'a' })
  })
})

describe('changed', () => {
  it('moves the network only for the wallet that speaks', () => {
    const two = connected(connected(start, 'a', evm(alice)), 'b', evm(bob))
    expect(changed(two, 'a', evm(alice, 'eip155:137')).chainIds.eip155).toBe('eip155:1')
    expect(changed(two, 'b', evm(bob, 'eip155:137')).chainIds.eip155).toBe('eip155:137')
  })

  it('ignores a wallet that is not connected', () => {
    expect(changed(start, 'a', evm(alice))).toBe(start)
  })
})

describe('disconnected', () => {
  it('[S4-32] removes the connection; another live wallet takes over with its chain', () => {
    const two = connected(connected(start, 'b', evm(bob, 'eip155:137')), 'a', evm(alice))
    const state = disconnected(two, 'a')
    expect([...state.connections.keys()]).toEqual(['b'])
    expect(state.current.eip155).toBe('b')
    expect(state.chainIds.eip155).toBe('eip155:137')
    expect(state.status).toBe('connected')
  })

  it('[S4-06] without another wallet the status is disconnected and no account is left', () => {
    const state = disconnected(connected(start, 'a', both), 'a')
    expect(state).toMatchObject({ status: 'disconnected', current: {} })
    expect(state.connections.size).toBe(0)
  })
})

describe('restored, reconnected, missing', () => {
  const snapshot = (uids: string[]) => {
    const live = uids.reduce((state, uid) => connected(state, uid, evm(uid === 'a' ? alice : bob)), start)
    const connections = new Map(
      [...live.connections].map(([uid, own]) => [uid, { ...own, phase: 'restored' as const }]),
    )
    return { ...live, connections }
  }

  it('is connecting until the wallet answers, then connected', () => {
    const state = restored(start, snapshot(['a']))
    expect(state.status).toBe('connecting')
    expect(reconnected(state, 'a', evm(alice)).status).toBe('connected')
  })

  it('does not resume a wallet that was not there', () => {
    expect(reconnected(start, 'a', evm(alice))).toBe(start)
  })

  it('keeps a missing wallet for the next visit, and gives it back its place when it comes late', () => {
    const state = missing(restored(start, snapshot(['a'])), 'a')
    expect(state.status).toBe('disconnected')
    expect(state.current.eip155).toBe('a')
    expect(reconnected(state, 'a', evm(alice))).toMatchObject({ status: 'connected', current: { eip155: 'a' } })
  })

  it('lets the wallet that is there speak when the one that spoke is missing', () => {
    const state = missing(reconnected(restored(start, snapshot(['a', 'b'])), 'a', evm(alice)), 'b')
    expect(state.current.eip155).toBe('a')
  })

  it('only a wallet that has not answered can be missing', () => {
    const state = connected(start, 'a', evm(alice))
    expect(missing(state, 'a')).toBe(state)
  })
})
