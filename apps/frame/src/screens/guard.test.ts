import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { armingTime, createGuard, enteringTime, holdTime, touchTime, visibleTime } from './guard.js'

const trusted = { isTrusted: true }
const onButton = { isTrusted: true, isOnButton: true }

function setUp(options: { isVisible?: boolean | undefined; width?: number; height?: number } = {}) {
  const { width = 360, height = 600 } = options
  const world = { time: 1_000, viewport: { width, height } }
  const guard = createGuard({ now: () => world.time, viewport: () => world.viewport })
  if (!('isVisible' in options) || options.isVisible !== undefined) guard.see(options.isVisible ?? true)
  else guard.see(undefined)
  const after = (time: number) => {
    world.time += time
    return guard
  }
  return { guard, world, after }
}

describe('createGuard', () => {
  it('lets a click count that was pressed and released on a screen that stood still in full view', () => {
    const { guard, after } = setUp()
    after(armingTime)
    guard.press(onButton)
    after(80)
    expect(guard.state()).toBe('armed')
    expect(guard.admits(trusted)).toBe(true)
  })

  it.each(['opacity', 'overlay', 'filter', 'transform'])(
    'SEC-K-01…04 approve is inert while the browser sees the screen altered (%s), and for half a second after',
    () => {
      const { guard, after } = setUp({ isVisible: false })
      expect(after(60_000).admits(trusted)).toBe(false)
      expect(guard.state()).toBe('covered')
      guard.see(true)
      expect(after(visibleTime - 1).admits(trusted)).toBe(false)
      expect(after(1).admits(trusted)).toBe(true)
      guard.see(false)
      expect(guard.admits(trusted)).toBe(false)
    },
  )

  it('is inert for ever where the browser cannot tell whether the screen is seen', () => {
    const { guard, after } = setUp({ isVisible: undefined })
    expect(after(60_000).admits(trusted)).toBe(false)
    expect([guard.state(), guard.wait()]).toEqual(['unseen', undefined])
  })

  it('SEC-K-05 synthetic presses and clicks are ignored', () => {
    const { guard, after } = setUp()
    after(armingTime)
    expect(guard.admits({ isTrusted: false })).toBe(false)
    guard.press({ isTrusted: false, isOnButton: true })
    expect(guard.admits(trusted)).toBe(false)
  })

  it('SEC-K-06 a click within 700 ms of a move, a raise or a change of size is ignored', () => {
    const { guard, after } = setUp()
    expect(after(armingTime - 1).admits(trusted)).toBe(false)
    expect(after(1).admits(trusted)).toBe(true)
    guard.disturb()
    expect(after(armingTime - 1).admits(trusted)).toBe(false)
    expect(guard.state()).toBe('arming')
    expect(after(1).admits(trusted)).toBe(true)
  })

  it('SEC-K-06 a press in the moment in which the pointer came in is ignored: the frame may have come under it', () => {
    const { guard, after } = setUp()
    after(armingTime)
    guard.enter()
    expect(after(enteringTime - 1).admits(trusted)).toBe(false)
    expect(after(1).admits(trusted)).toBe(true)
  })

  it('SEC-K-06 clicks in a row, as in a game, approve nothing however many they are', () => {
    const { guard, after } = setUp()
    for (let click = 0; click < 100; click++) {
      after(click % 2 ? 100 : armingTime - 1)
      guard.press(onButton)
      expect(guard.admits(trusted)).toBe(false)
    }
    after(armingTime)
    guard.press(onButton)
    expect(guard.admits(trusted)).toBe(true)
  })

  /** A tap on the button, where the frame stands so far from the corner of the screen. */
  function tap(
    guard: ReturnType<typeof createGuard>,
    frame: { x: number; y: number },
    at = { x: 40, y: 500 },
  ): boolean {
    guard.touch({ clientX: at.x, clientY: at.y, screenX: frame.x + at.x, screenY: frame.y + at.y })
    guard.press(onButton)
    return guard.admits(trusted)
  }
  const place = { x: 100, y: 50 }

  it('SEC-K-06 the first touch of a screen approves nothing; the next does, 700 ms later and where the frame stood still', () => {
    const { guard, after } = setUp()
    after(60_000)
    expect(tap(guard, place)).toBe(false)
    expect(guard.state()).toBe('arming')
    after(armingTime)
    expect(tap(guard, place, { x: 60, y: 510 })).toBe(true)
  })

  it.each([
    ['to the side', { x: 109, y: 50 }],
    ['up', { x: 100, y: -70 }],
  ])(
    'SEC-K-06 a touch of a frame that moved %s since the last one approves nothing, and the next one can',
    (_, moved) => {
      const { guard, after } = setUp()
      after(60_000)
      tap(guard, place, { x: 10, y: 10 })
      after(armingTime)
      expect(tap(guard, moved)).toBe(false)
      after(armingTime)
      expect(tap(guard, moved)).toBe(true)
    },
  )

  it('takes a frame for still that moved by no more than eight pixels', () => {
    const { guard, after } = setUp()
    after(60_000)
    tap(guard, place)
    after(armingTime)
    expect(tap(guard, { x: 108, y: 42 })).toBe(true)
  })

  it('SEC-K-06 what a touch tells of the frame’s place holds for ten seconds', () => {
    const { guard, after } = setUp()
    after(60_000)
    tap(guard, place)
    after(touchTime + 1)
    expect(tap(guard, place)).toBe(false)
    after(touchTime)
    expect(tap(guard, place)).toBe(true)
  })

  /** A finger that comes down on the button and leaves it after so long, where the frame may be elsewhere by then. */
  function hold(
    { guard, after }: Pick<ReturnType<typeof setUp>, 'guard' | 'after'>,
    time: number,
    { frame = place, isOnButton = true, meanwhile = () => {} } = {},
  ): boolean {
    const at = { clientX: 40, clientY: 500 }
    guard.touch({ ...at, screenX: place.x + 40, screenY: place.y + 500 })
    guard.press({ isTrusted: true, isOnButton, isTouch: true })
    meanwhile()
    after(time)
    return guard.admitsHold({ isTrusted: true, ...at, screenX: frame.x + 40, screenY: frame.y + 500 })
  }

  it('SEC-K-06 a first touch approves after holding the button for one second on an unchanged screen', () => {
    const world = setUp()
    world.after(60_000)
    expect(hold(world, holdTime - 1)).toBe(false)
    expect(hold(world, holdTime)).toBe(true)
    // The click that follows the same touch is no second answer.
    expect(world.guard.admits(trusted)).toBe(false)
  })

  it.each([
    [
      'a press that no finger makes',
      (world: ReturnType<typeof setUp>) => {
        world.guard.press(onButton)
        world.after(holdTime)
        return world.guard.admitsHold({ isTrusted: true, clientX: 0, clientY: 0, screenX: 0, screenY: 0 })
      },
    ],
    ['a touch beside the button', (world) => hold(world, holdTime, { isOnButton: false })],
    ['a frame that moved under the finger', (world) => hold(world, holdTime, { frame: { x: 100, y: 10 } })],
    [
      'a screen that was altered under the finger',
      (world) =>
        hold(world, 5_000, {
          meanwhile: () => {
            world.guard.see(false)
            world.guard.see(true)
          },
        }),
    ],
    [
      'a screen that was raised or resized under the finger',
      (world) => hold(world, 5_000, { meanwhile: () => world.guard.disturb() }),
    ],
    [
      'a screen that was not read',
      (world) => {
        world.guard.read(false)
        return hold(world, 5_000)
      },
    ],
    [
      'a screen that was covered when the finger came',
      (world) => {
        world.guard.see(false)
        return hold(world, 5_000, { meanwhile: () => world.guard.see(true) })
      },
    ],
    [
      'a second release of one touch',
      (world) => {
        hold(world, holdTime)
        world.after(holdTime)
        return world.guard.admitsHold({ isTrusted: true, clientX: 40, clientY: 500, screenX: 140, screenY: 550 })
      },
    ],
    [
      'a release that a script makes',
      (world) => {
        world.guard.touch({ clientX: 40, clientY: 500, screenX: 140, screenY: 550 })
        world.guard.press({ isTrusted: true, isOnButton: true, isTouch: true })
        world.after(holdTime)
        return world.guard.admitsHold({ isTrusted: false, clientX: 40, clientY: 500, screenX: 140, screenY: 550 })
      },
    ],
  ] as const satisfies readonly (readonly [string, (world: ReturnType<typeof setUp>) => boolean])[])(
    'SEC-K-06 holding approves nothing by %s',
    (_, held) => {
      const world = setUp()
      world.after(60_000)
      expect(held(world)).toBe(false)
    },
  )

  it('SEC-K-07 a click whose press began before the screen was armed, or elsewhere, is ignored once', () => {
    const { guard, after } = setUp()
    guard.press(onButton)
    expect(after(armingTime).admits(trusted)).toBe(false)
    guard.press({ isTrusted: true, isOnButton: false })
    expect(guard.admits(trusted)).toBe(false)
    guard.press(onButton)
    guard.disturb()
    after(armingTime)
    guard.press(onButton)
    expect(guard.admits(trusted)).toBe(true)
  })

  it('SEC-K-07 a press that is held while the screen moves does not count, however long it is held', () => {
    const { guard, after } = setUp()
    guard.press(onButton)
    guard.disturb()
    expect(after(armingTime).admits(trusted)).toBe(false)
    expect(guard.admits(trusted)).toBe(true)
  })

  it.each([
    [319, 600],
    [360, 399],
    [1, 1],
    [0, 0],
  ])('SEC-K-08 a screen of %i × %i is too small to be approved', (width, height) => {
    const { guard, world, after } = setUp({ width, height })
    expect(after(60_000).admits(trusted)).toBe(false)
    expect(guard.state()).toBe('small')
    world.viewport = { width: 320, height: 400 }
    expect(guard.state()).toBe('armed')
  })

  it('SEC-K-08 a screen that was hidden a moment ago is not armed', () => {
    const { guard, after } = setUp()
    after(10_000)
    guard.see(false)
    after(10)
    guard.see(true)
    expect(guard.state()).toBe('arming')
    expect(after(visibleTime - 1).admits(trusted)).toBe(false)
  })

  it('lets nothing count before its end was in sight, and then only once it has stood still', () => {
    const { guard, after } = setUp()
    guard.read(false)
    expect(after(60_000).admits(trusted)).toBe(false)
    expect(guard.state()).toBe('unread')
    guard.read(true)
    expect(after(armingTime - 1).admits(trusted)).toBe(false)
    expect(after(1).admits(trusted)).toBe(true)
    guard.read(false)
    expect(guard.admits(trusted)).toBe(false)
  })

  it('behavior: whatever happens in whatever order, no click counts that breaks a rule', () => {
    const events = fc.oneof(
      fc.record({ what: fc.constant('pass' as const), time: fc.integer({ min: 0, max: 900 }) }),
      fc.record({ what: fc.constant('disturb' as const) }),
      fc.record({ what: fc.constant('see' as const), isVisible: fc.option(fc.boolean(), { nil: undefined }) }),
      fc.record({ what: fc.constant('read' as const), isRead: fc.boolean() }),
      fc.record({ what: fc.constant('press' as const), isTrusted: fc.boolean(), isOnButton: fc.boolean() }),
      fc.record({ what: fc.constant('click' as const), isTrusted: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (steps) => {
        const { guard, world } = setUp()
        let [disturbedAt, seenSince] = [world.time, world.time as number | undefined]
        let isRead = true
        for (const step of steps) {
          if (step.what === 'pass') world.time += step.time
          if (step.what === 'disturb') {
            disturbedAt = world.time
            guard.disturb()
          }
          if (step.what === 'see') {
            seenSince = step.isVisible ? (seenSince ?? world.time) : undefined
            guard.see(step.isVisible)
          }
          if (step.what === 'read') {
            isRead = step.isRead
            guard.read(isRead)
          }
          if (step.what === 'press') guard.press(step)
          if (step.what === 'click' && guard.admits(step)) {
            expect([step.isTrusted, isRead]).toEqual([true, true])
            expect(world.time - disturbedAt).toBeGreaterThanOrEqual(armingTime)
            expect(seenSince).toBeDefined()
            expect(world.time - (seenSince ?? world.time)).toBeGreaterThanOrEqual(visibleTime)
          }
        }
      }),
    )
  })

  it('says when it is worth looking again', () => {
    const { guard, after } = setUp()
    expect(guard.wait()).toBe(armingTime)
    after(armingTime - 1)
    expect(guard.wait()).toBe(1)
    after(1)
    expect(guard.wait()).toBeUndefined()
    guard.enter()
    expect(guard.wait()).toBe(enteringTime)
    guard.see(undefined)
    guard.disturb()
    expect(guard.wait()).toBeUndefined()
  })

  it('arms until the browser says for the first time what it sees, and is covered when it takes too long', () => {
    const world = { time: 1_000 }
    const guard = createGuard({ now: () => world.time, viewport: () => ({ width: 360, height: 600 }) })
    expect([guard.state(), guard.wait()]).toEqual(['arming', armingTime])
    world.time += armingTime - 1
    expect([guard.state(), guard.wait()]).toEqual(['arming', 1])
    world.time += 1
    expect([guard.state(), guard.wait()]).toEqual(['covered', undefined])
    guard.see(true)
    expect([guard.state(), guard.wait()]).toEqual(['arming', visibleTime])
  })

  it('stays armed when it hears again that the text was read', () => {
    const { guard, after } = setUp()
    guard.read(true)
    expect(after(armingTime).state()).toBe('armed')
    guard.read(true)
    expect(guard.state()).toBe('armed')
  })
})

it('docs/testing.md says for how long a screen waits', () => {
  expect(readFileSync('docs/testing.md', 'utf8')).toContain(`seen in full for ${armingTime} ms`)
})
