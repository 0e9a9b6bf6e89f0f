import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedRouter, type RouterStep, router } from './router.js'
import { toRoute } from './routes.js'

const views = ['Connect', 'Networks', 'Account', 'ProfileWallets'] as const
const route = fc.constantFrom(...views).map((view) => toRoute({ view }))
const step: fc.Arbitrary<RouterStep> = fc.oneof(
  fc.record({ type: fc.constantFrom('open', 'push', 'replace', 'reset'), route }),
  fc.record({ type: fc.constant('back'), connected: fc.boolean() }),
  fc.record({ type: fc.constant('backTo'), view: fc.constantFrom(...views) }),
  fc.constant({ type: 'close' } as const),
)
const run = (...steps: RouterStep[]) => steps.reduce(router, closedRouter)
const open = { type: 'open', route: toRoute({ view: 'Networks' }) } as const
const push = (view: (typeof views)[number]) => ({ type: 'push', route: toRoute({ view }) }) as const
const shown = (...steps: RouterStep[]) => run(...steps).stack.map(({ view }) => view)

describe('router', () => {
  it('behavior: an open modal always has a view', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        // What is replaced before anything was opened has no place; the modal only replaces from a view.
        const state = steps.reduce(
          (now, next) => (next.type === 'replace' && !now.open ? now : router(now, next)),
          closedRouter,
        )
        if (state.open) expect(state.stack.length).toBeGreaterThan(0)
      }),
    )
  })

  it('[S2-02] back walks the stack, and closes from its first entry', () => {
    const back = { type: 'back', connected: false } as const
    expect(shown(open, push('Account'), push('ProfileWallets'), back)).toEqual(['Networks', 'Account'])
    expect(shown(open, push('Account'), push('ProfileWallets'), back, back)).toEqual(['Networks'])
    expect(run(open, push('Account'), back, back).open).toBe(false)
  })

  it('[S2-25] back to the wallets shows the account to who is connected', () => {
    const connect = { type: 'open', route: toRoute({ view: 'Connect' }) } as const
    const steps = [connect, push('Networks')]
    expect(shown(...steps, { type: 'back', connected: true })).toEqual(['Account'])
    expect(shown(...steps, { type: 'back', connected: false })).toEqual(['Connect'])
    expect(shown(open, push('Connect'), push('ProfileWallets'), { type: 'back', connected: true })).toEqual([
      'Networks',
      'Account',
    ])
  })

  it('behavior: push, replace, backTo and reset', () => {
    expect(shown(open, push('Networks'))).toEqual(['Networks'])
    expect(shown(open, push('Account'), { type: 'replace', route: toRoute({ view: 'Connect' }) })).toEqual([
      'Networks',
      'Connect',
    ])
    expect(shown(open, push('Account'), push('Connect'), { type: 'backTo', view: 'Networks' })).toEqual(['Networks'])
    expect(shown(open, { type: 'backTo', view: 'Connect' })).toEqual(['Networks'])
    expect(shown(open, push('Account'), { type: 'reset', route: toRoute({ view: 'Connect' }) })).toEqual(['Connect'])
  })
})
