import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { type Route, toRoute } from './routes.js'
import { useShownRoute } from './useShownRoute.js'

const connect = toRoute({ view: 'Connect' })
const chains = toRoute({ view: 'Networks' })

async function shown(wanted: Route | undefined, open: boolean) {
  const hook = await renderHook(
    (props?: { wanted: Route | undefined; open: boolean }) => useShownRoute(props?.wanted, props?.open ?? false),
    { initialProps: { wanted, open }, wrapper: StrictMode },
  )
  return {
    show: (next: Route | undefined, isOpen = true) => hook.rerender({ wanted: next, open: isOpen }),
    advance: (milliseconds: number) => hook.act(() => void vi.advanceTimersByTime(milliseconds)),
    get view() {
      return hook.result.current.route?.view
    },
    get title() {
      return hook.result.current.title?.view
    },
    get leaving() {
      return hook.result.current.leaving
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('useShownRoute', () => {
  it('[S4-37] the content of a view changes 150 ms after the route', async () => {
    const route = await shown(connect, true)
    await route.show(chains)
    expect([route.view, route.leaving]).toEqual(['Connect', true])
    await route.advance(149)
    expect([route.view, route.leaving]).toEqual(['Connect', true])
    await route.advance(1)
    expect([route.view, route.leaving]).toEqual(['Networks', false])
  })

  it('[S4-39] the text of the header changes 120 ms after the route', async () => {
    const route = await shown(connect, true)
    await route.show(chains)
    await route.advance(119)
    expect(route.title).toBe('Connect')
    await route.advance(1)
    expect([route.title, route.view]).toEqual(['Networks', 'Connect'])
  })

  it('behavior: what is opened is shown at once, what is closed stays for the fade and is then gone', async () => {
    const route = await shown(undefined, false)
    await route.show(connect)
    expect([route.view, route.title, route.leaving]).toEqual(['Connect', 'Connect', false])
    await route.show(connect, false)
    await route.advance(149)
    expect([route.view, route.leaving]).toEqual(['Connect', false])
    await route.advance(1)
    expect(route.view).toBeUndefined()
    await route.show(chains)
    expect([route.view, route.title]).toEqual(['Networks', 'Networks'])
  })

  it('behavior: two changes in a row end at the last one, and a reopening within the fade shows the new view', async () => {
    const route = await shown(connect, true)
    await route.show(chains)
    await route.advance(100)
    await route.show(connect)
    await route.advance(150)
    expect([route.view, route.title]).toEqual(['Connect', 'Connect'])
    await route.show(connect, false)
    await route.advance(50)
    await route.show(chains)
    await route.advance(500)
    expect([route.view, route.title]).toEqual(['Networks', 'Networks'])
  })
  it('behavior: what was just opened stays when the modal is drawn again, and nothing is set to what it already is', async () => {
    const route = await shown(undefined, false)
    await route.advance(500)
    await route.show(chains)
    await route.show(chains)
    expect([route.view, route.title]).toEqual(['Networks', 'Networks'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
