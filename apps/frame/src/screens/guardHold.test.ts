import { describe, expect, it } from 'vitest'
import { armingTime, createGuard, holdTime } from './guard.js'

const trusted = { isTrusted: true }
const place = { clientX: 40, clientY: 500, screenX: 140, screenY: 550 }
const finger = { isTrusted: true, isOnButton: true, isTouch: true }

/** A screen that has stood in full view for a minute. */
function setUp() {
  const world = { time: 1_000, viewport: { width: 360, height: 600 } }
  const guard = createGuard({ now: () => world.time, viewport: () => world.viewport })
  guard.see(true)
  const after = (time: number) => {
    world.time += time
    return guard
  }
  after(60_000)
  return { guard, world, after }
}

describe('holding', () => {
  it('SEC-K-06 the first touch of all approves, though the screen arms while it is held', () => {
    const { guard, after } = setUp()
    guard.touch(place)
    guard.press(finger)
    expect(after(holdTime).admitsHold({ isTrusted: true, ...place })).toBe(true)
  })

  it.each([
    ['is no finger’s, where a finger was before', { isTrusted: true, isOnButton: true }],
    ['a script makes', { ...finger, isTrusted: false }],
  ])('SEC-K-06 a press that %s approves nothing', (_, press) => {
    const { guard, after } = setUp()
    guard.touch(place)
    guard.press(press)
    expect(after(holdTime).admitsHold({ isTrusted: true, ...place })).toBe(false)
  })

  it('SEC-K-06 approves nothing that was too small when the finger came', () => {
    const { guard, world, after } = setUp()
    world.viewport = { width: 10, height: 10 }
    guard.touch(place)
    guard.press(finger)
    world.viewport = { width: 360, height: 600 }
    expect(after(holdTime).admitsHold({ isTrusted: true, ...place })).toBe(false)
  })

  it('SEC-K-06 approves nothing on a screen that is not armed any more', () => {
    const { guard, after } = setUp()
    guard.touch(place)
    guard.press(finger)
    after(holdTime).enter()
    expect(guard.admitsHold({ isTrusted: true, ...place })).toBe(false)
  })
})

describe('a screen that moved', () => {
  it('SEC-K-07 takes a click without a press, as assistive software makes it, once it is armed again', () => {
    const { guard, after } = setUp()
    guard.disturb()
    expect(after(armingTime).admits(trusted)).toBe(true)
  })

  it('SEC-K-07 takes no click whose press was on what was there before, also when it is armed again', () => {
    const { guard, after } = setUp()
    guard.press({ isTrusted: true, isOnButton: true })
    guard.disturb()
    expect(after(armingTime).admits(trusted)).toBe(false)
  })
})
