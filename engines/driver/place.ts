import { stepTimeout } from '../../e2e/stepTimeout.js'
import { aimPress } from './aimPress.js'
import type { Tab } from './engine.js'
import { type Part, type PartState, readPart } from './part.js'
import { readPress } from './readPress.js'

/** A document in which parts are found: that of a tab, or that of a frame in it. */
export type Place = {
  readonly tab: Tab
  read(part: Part): Promise<PartState>
  /** Waits until what is read of a part is as wanted. */
  until(part: Part, isWanted: (state: PartState) => boolean, wanted: string): Promise<PartState>
  shows(part: Part): Promise<PartState>
  isGone(part: Part): Promise<void>
  /** Waits until a part rests where a pointer meets it, and presses there. */
  click(part: Part): Promise<void>
  /** Moves the pointer there, and waits until the page has drawn what that changes. */
  point(part: Part): Promise<void>
  /** Presses Tab until a part has the focus. */
  tabTo(part: Part, key?: 'Tab' | 'Shift+Tab'): Promise<void>
}

/** Finds parts in a tab, or in the frame of it that a selector names. */
export function createPlace(tab: Tab, frame?: string): Place {
  const ask = ({ css, name }: Part, reach: boolean) => {
    const text = typeof name === 'string' ? { text: name } : {}
    const pattern = name instanceof RegExp ? { pattern: name.source, flags: name.flags } : {}
    return tab.run(readPart, { css, reach, ...text, ...pattern }, frame)
  }
  const read = (part: Part) => ask(part, false)
  const until: Place['until'] = async (part, isWanted, wanted) => {
    let last: unknown
    for (const start = Date.now(); Date.now() - start < stepTimeout; ) {
      try {
        const state = await read(part)
        if (isWanted(state)) return state
        last = JSON.stringify(state)
      } catch (error) {
        // The page or the frame is just being loaded.
        last = error
      }
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    throw new Error(`${part.css} ${part.name ?? ''} ${wanted} did not come true: ${last}`)
  }
  /** Where a part rests, in the coordinates of the tab. */
  async function reach(part: Part): Promise<{ x: number; y: number }> {
    let before = ''
    for (const start = Date.now(); Date.now() - start < stepTimeout; ) {
      const state = await ask(part, true).catch(() => undefined)
      const offset = frame === undefined ? { x: 0, y: 0 } : await tab.run(readOffset, frame).catch(() => undefined)
      const now = state?.isOnTop && state.isEnabled && offset ? `${state.x} ${state.y} ${offset.x} ${offset.y}` : ''
      if (state && offset && now !== '' && now === before) return { x: state.x + offset.x, y: state.y + offset.y }
      before = now
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    throw new Error(`${part.css} ${part.name ?? ''} cannot be reached: ${JSON.stringify(await read(part))}`)
  }
  /** Whether the press met its part; a page that is gone with the press was met. */
  async function isPressed(): Promise<boolean> {
    // A press of which the document hears nothing met another: that of the page around the frame. One that ends in no click met nothing.
    for (const start = Date.now(); Date.now() - start < 3_000; ) {
      const press = await tab.run(readPress, undefined, frame).catch(() => undefined)
      if (press !== 'waiting' && press !== 'held') return press !== 'missed'
    }
    return false
  }
  return {
    tab,
    read,
    until,
    shows: (part) => until(part, ({ count }) => count > 0, 'is shown'),
    isGone: async (part) => {
      await until(part, ({ count }) => count === 0, 'is gone')
    },
    async click(part) {
      for (const start = Date.now(); Date.now() - start < stepTimeout; ) {
        const { x, y } = await reach(part)
        await tab.run(aimPress, undefined, frame)
        await tab.click(x, y)
        if (await isPressed()) return
      }
      throw new Error(`${part.css} ${part.name ?? ''} moves away under each press`)
    },
    async point(part) {
      const { x, y } = await reach(part)
      await tab.point(x, y)
      await tab.run(awaitFrames, undefined, frame)
      for (const start = Date.now(); !(await tab.run(haveFramesCome, undefined, frame)); )
        if (Date.now() - start > stepTimeout) throw new Error('The page draws no more')
    },
    async tabTo(part, key = 'Tab') {
      await until(part, ({ count }) => count > 0, 'is shown')
      for (let presses = 0; presses < 80; presses++) {
        if ((await read(part)).isFocused) return
        await tab.press(key)
      }
      throw new Error(`Nothing came to ${part.css} ${part.name ?? ''} by the ${key} key`)
    },
  }
}

/** Runs in a page: where a frame begins. */
function readOffset(selector: string): { x: number; y: number } | undefined {
  const frame = document.querySelector(selector)
  if (!frame) return undefined
  const { left, top } = frame.getBoundingClientRect()
  return { x: left + frame.clientLeft, y: top + frame.clientTop }
}

/** Runs in a page: begins to wait for its second frame from now. */
function awaitFrames(): void {
  const page = globalThis as { [name: string]: unknown }
  page.latchkeyFramesCame = false
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      page.latchkeyFramesCame = true
    }),
  )
}

/** Runs in a page: whether that frame was drawn. */
function haveFramesCome(): boolean {
  return (globalThis as { [name: string]: unknown }).latchkeyFramesCame === true
}
