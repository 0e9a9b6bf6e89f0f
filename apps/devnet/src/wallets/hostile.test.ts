import { describe, expect, it } from 'vitest'
import { announceHostile, hostileDetails, hostileKinds } from './hostile.js'

describe('announceHostile', () => {
  it.each(hostileKinds)('behavior: %s is announced now and whenever a page asks, until stopped', (kind) => {
    const page = new EventTarget()
    let heard = 0
    page.addEventListener('eip6963:announceProvider', () => {
      heard += 1
    })
    const count = hostileDetails(kind).length
    const stop = announceHostile(kind, page)
    expect(heard).toBe(count)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toBe(count * 2)
    stop()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toBe(count * 2)
  })

  it('behavior: the traps are what they say', () => {
    const [first] = hostileDetails('throwingProvider') as [{ provider: { request: unknown } }]
    expect(() => first.provider.request).toThrow('hostile')
    const [frozen] = hostileDetails('frozenDetail') as [{ info: object }]
    expect(Object.isFrozen(frozen) && Object.isFrozen(frozen.info)).toBe(true)
    const [shifting] = hostileDetails('proxyDetail') as [{ info: { name: string } }]
    expect([shifting.info.name, shifting.info.name, shifting.info.name].at(-1)).toMatch(/^javascript:/)
    expect(hostileDetails('crowd')).toHaveLength(200)
    const [huge] = hostileDetails('hugeIcon') as [{ info: { icon: string } }]
    expect(huge.info.icon.length).toBeGreaterThan(5 * 1024 * 1024)
  })
})
