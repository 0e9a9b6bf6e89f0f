/** Why an approval cannot be given now; `armed` when it can. */
export type GuardState = 'arming' | 'armed' | 'covered' | 'small' | 'unseen' | 'unread'

/** Decides whether the approval was visible for long enough before a press. */
export type Guard = {
  readonly state: () => GuardState
  /** The screen was moved, raised, resized or came back: what is under the pointer may be new. */
  disturb(): void
  /** The pointer came into the frame: it may be the frame that came under the pointer. */
  enter(): void
  /** A touch or pen contact. It has no hover before it, so the previous touch shows where the frame was. */
  touch(at: Place): void
  /** The browser's facts of the screen; undefined when unknown. */
  see(isVisible: boolean | undefined): void
  /** Whether what has to be read was in sight to its end. */
  read(isRead: boolean): void
  /** A press begins: the pointer or a key goes down, on the button or elsewhere. A press while arming restarts the wait. */
  press(press: { readonly isTrusted: boolean; readonly isOnButton: boolean; readonly isTouch?: boolean }): void
  /**
   * Whether a finger that leaves the button held it for long enough: it came down on a screen that was seen whole and read, which
   * stood still from then on. The click that may follow counts no more.
   */
  admitsHold(release: Place & { readonly isTrusted: boolean }): boolean
  /** Whether this click counts. */
  admits(click: { readonly isTrusted: boolean }): boolean
  /** Milliseconds until the state can change by itself; undefined when only an event can change it. */
  wait(): number | undefined
}

/** The position of a pointer on the screen and in the frame, in the pixels of its event. */
export type Place = Pick<PointerEvent, 'screenX' | 'screenY' | 'clientX' | 'clientY'>

/** How long a screen stands still before it can be answered, in milliseconds. */
export const armingTime = 700
/** How long after the pointer came in a press counts, in milliseconds. */
export const enteringTime = 300
/** How long a finger holds the button in place of a second touch, in milliseconds; more than it takes to arm. */
export const holdTime = 1_000
/** For how long one touch tells where the frame is, in milliseconds. */
export const touchTime = 10_000
/** By how much the frame may have moved on the screen from one touch to the next, in pixels. */
const touchSlack = 8
/** For how long the browser must have seen it whole, in milliseconds. */
export const visibleTime = 500
/** The smallest viewport that an approval can be read in, in CSS pixels. */
export const smallestViewport = { width: 320, height: 400 }

/**
 * Creates a guard for one screen; it is armed some time after the screen was drawn and stood still in full view.
 *
 * @param world - The clock in milliseconds, and the size of the viewport in CSS pixels.
 * @returns The guard.
 */
export function createGuard(world: {
  now(): number
  viewport(): { readonly width: number; readonly height: number }
}): Guard {
  let disturbedAt = world.now()
  let enteredAt = Number.NEGATIVE_INFINITY
  let visibleSince: number | undefined
  let isUnseen = false
  let isRead = true
  let pressed: { counts: boolean } | undefined
  let heldSince: number | undefined
  let touched: { x: number; y: number; at: number } | undefined

  const left = (): number =>
    Math.max(disturbedAt + armingTime, enteredAt + enteringTime, (visibleSince ?? world.now()) + visibleTime) -
    world.now()

  function state(): GuardState {
    const { width, height } = world.viewport()
    if (width < smallestViewport.width || height < smallestViewport.height) return 'small'
    if (isUnseen) return 'unseen'
    // The browser answers for the first time after its own delay.
    if (visibleSince === undefined) return world.now() - disturbedAt < armingTime ? 'arming' : 'covered'
    if (!isRead) return 'unread'
    return left() > 0 ? 'arming' : 'armed'
  }

  function disturb(): void {
    disturbedAt = world.now()
    // A press may still be held: it began on what was there before.
    if (pressed) pressed = { counts: false }
    heldSince = undefined
  }

  /** Whether the frame is where the last touch found it. */
  function standsAsTouched(at: Place): boolean {
    const here = placeOf(at)
    return (
      touched !== undefined &&
      world.now() - touched.at <= touchTime &&
      Math.max(Math.abs(here.x - touched.x), Math.abs(here.y - touched.y)) <= touchSlack
    )
  }

  return {
    state,
    disturb,
    touch(at) {
      const stoodStill = standsAsTouched(at)
      touched = { ...placeOf(at), at: world.now() }
      if (!stoodStill) disturb()
    },
    enter() {
      enteredAt = world.now()
    },
    see(isVisible) {
      isUnseen = isVisible === undefined
      if (isVisible !== true) {
        visibleSince = undefined
        heldSince = undefined
      } else visibleSince ??= world.now()
    },
    read(isReadNow) {
      // What scrolled may have brought the button under the pointer.
      if (isRead !== isReadNow) disturb()
      isRead = isReadNow
    },
    press({ isTrusted, isOnButton, isTouch = false }) {
      const current = state()
      const isSeen = current === 'armed' || (current === 'arming' && visibleSince !== undefined)
      heldSince = isTrusted && isTouch && isOnButton && isSeen ? world.now() : undefined
      pressed = { counts: isTrusted && isOnButton && current === 'armed' }
      // Rapid clicks, as in a game, keep the guard arming.
      if (isTrusted && current === 'arming') disturbedAt = world.now()
    },
    admitsHold(release) {
      const isLong = heldSince !== undefined && world.now() - heldSince >= holdTime && standsAsTouched(release)
      heldSince = undefined
      if (!isLong || !release.isTrusted || state() !== 'armed') return false
      pressed = { counts: false }
      return true
    },
    admits({ isTrusted }) {
      // Assistive software clicks without a press before it; a press that began too early or elsewhere spoils the click.
      const isWhole = pressed?.counts ?? true
      pressed = undefined
      return isTrusted && isWhole && state() === 'armed'
    },
    wait() {
      if (isUnseen) return undefined
      if (visibleSince === undefined) {
        const rest = disturbedAt + armingTime - world.now()
        return rest > 0 ? rest : undefined
      }
      const rest = left()
      return rest > 0 ? rest : undefined
    },
  }
}

function placeOf({ screenX, screenY, clientX, clientY }: Place): { x: number; y: number } {
  return { x: screenX - clientX, y: screenY - clientY }
}
