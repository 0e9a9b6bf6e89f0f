import { expect } from 'vitest'

/** What one painted frame shows of the modal. */
export type Frame = {
  readonly view: string | undefined
  readonly top: number
  readonly bottom: number
  readonly height: number
  /** Where each control of the header, and each named one, has its upper edge. */
  readonly controls: { readonly [name: string]: number }
  /** Something can be seen below the header. */
  readonly isFilled: boolean
  /** The height is on its way, or the whole modal. */
  readonly isMoving: boolean
  /** The whole modal is on its way: it opens or closes. */
  readonly isOpening: boolean
  /** The height of what is below the header. */
  readonly box: number
  /** Where that height comes from and goes to; both its own where it is at rest. */
  readonly way: readonly [from: number, to: number]
  /** Ways that began since the last frame: on a busy machine a whole one fits between two. */
  readonly begun: number
}

/** Takes a picture of the open modal's card after each frame, while something happens and until it has come to rest. */
export async function film(act: () => unknown, names: readonly string[] = [], rest = 300): Promise<Frame[]> {
  const frames: Frame[] = []
  let isOver = false
  let begun = 0
  const note = ({ propertyName }: TransitionEvent) => {
    if (propertyName === 'height') begun++
  }
  document.addEventListener('transitionrun', note)
  const done = (async () => {
    while (!isOver) {
      await painted()
      const frame = take(names)
      if (frame) frames.push({ ...frame, begun })
      begun = 0
    }
  })()
  await act()
  await new Promise((resolve) => setTimeout(resolve, rest))
  isOver = true
  await done
  document.removeEventListener('transitionrun', note)
  return frames
}

/** The heights of a film, without those that are passed on the way. */
export function heightsOf(frames: readonly Frame[]): number[] {
  const resting = frames.filter(({ isMoving }) => !isMoving).map(({ height }) => Math.round(height))
  return resting.filter((height, at) => height !== resting[at - 1])
}

/** Fails where a frame is without content, or the card or a control of it leaps: at rest, on the way, or where a way begins. */
export function expectSmooth(frames: readonly Frame[]): void {
  expect(frames.length).toBeGreaterThan(3)
  expect(frames.filter(({ isFilled }) => !isFilled)).toEqual([])
  const leaps = frames.flatMap((frame, at) => {
    const last = frames[at - 1]
    if (!last || last.isOpening || frame.isOpening) return []
    const name = `in ${frame.view}, frame ${at}`
    // A card hangs from its upper edge, a sheet stands on its lower one; what surrounds the content has one height.
    const edge = Math.abs(frame.top - last.top) <= 2 || Math.abs(frame.bottom - last.bottom) <= 2
    const around = Math.abs(frame.height - frame.box - (last.height - last.box)) <= 2
    const [from, to] = frame.way
    const goesOn = isBetween(frame.box, last.box, last.way[1])
    const isPassed = frame.begun > 0 && from === to
    const begins = isPassed || (isBetween(from, last.box, last.way[1]) && isBetween(frame.box, from, to))
    return [
      ...(edge ? [] : [`edges ${last.top}, ${last.bottom} → ${frame.top}, ${frame.bottom} ${name}`]),
      ...(around ? [] : [`around the content ${last.height - last.box} → ${frame.height - frame.box} ${name}`]),
      ...(goesOn || begins ? [] : [`height ${last.box} → ${frame.box} on the way ${from} → ${to} ${name}`]),
    ]
  })
  expect(leaps).toEqual([])
}

function isBetween(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) - 2 && value <= Math.max(one, other) + 2
}

/** Fails where a control is not in one place in all frames that have it. */
export function expectStill(frames: readonly Frame[], ...names: readonly string[]): void {
  for (const name of names) {
    const places = frames.flatMap(({ controls }) => controls[name] ?? [])
    expect(places.length).toBeGreaterThan(0)
    expect([name, Math.max(...places) - Math.min(...places) <= 1, ...new Set(places)].slice(0, 2)).toEqual([name, true])
  }
}

function painted(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    }),
  )
}

function take(names: readonly string[]): Omit<Frame, 'begun'> | undefined {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.lk-modal[open]')
  const [card, box, content] = ['.lk-card', '.lk-height', '.lk-content'].map((name) => dialog?.querySelector(name))
  if (!dialog || !card || !box || !content) return undefined
  // Before anything is measured: it brings the clock of the animations up to date.
  const isOpening = isRunning(dialog)
  const heights = box
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
    .flatMap(({ height }) => (typeof height === 'string' ? Number.parseFloat(height) : []))
  const { top, bottom, height } = card.getBoundingClientRect()
  const controls: { [name: string]: number } = {}
  for (const button of card.querySelectorAll('button')) {
    const name = (
      button.getAttribute('aria-label') ??
      (button.querySelector('.lk-row-name') ?? button).textContent ??
      ''
    ).trim()
    if (name !== 'Close' && name !== 'Back' && !names.includes(name)) continue
    controls[name] = Math.round(button.getBoundingClientRect().top)
  }
  const shown = content.firstElementChild?.getBoundingClientRect()
  const own = box.getBoundingClientRect().height
  return {
    view: dialog.dataset.view,
    top,
    bottom,
    height,
    controls,
    isFilled:
      Number(getComputedStyle(content).opacity) > 0.3 &&
      box.clientHeight > 40 &&
      (shown?.height ?? 0) > 40 &&
      getComputedStyle(card).visibility === 'visible',
    isMoving: isOpening || heights.length > 0,
    isOpening,
    box: own,
    way: [heights[0] ?? own, heights[1] ?? own],
  }
}

function isRunning(element: Element): boolean {
  return element.getAnimations().some(({ playState }) => playState === 'running')
}
