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
}

/** Takes a picture of the open modal's card after each frame, while something happens and until it has come to rest. */
export async function film(act: () => unknown, names: readonly string[] = [], rest = 300): Promise<Frame[]> {
  const frames: Frame[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await painted()
      const frame = take(names)
      if (frame) frames.push(frame)
    }
  })()
  await act()
  await new Promise((resolve) => setTimeout(resolve, rest))
  isOver = true
  await done
  return frames
}

/** The heights of a film, without those that are passed on the way. */
export function heightsOf(frames: readonly Frame[]): number[] {
  const resting = frames.filter(({ isMoving }) => !isMoving).map(({ height }) => Math.round(height))
  return resting.filter((height, at) => height !== resting[at - 1])
}

/** Fails where a frame is without content, or the card or a control of it leaps. */
export function expectSmooth(frames: readonly Frame[]): void {
  expect(frames.length).toBeGreaterThan(3)
  expect(frames.filter(({ isFilled }) => !isFilled)).toEqual([])
  const leaps = frames.flatMap((frame, at) => {
    const last = frames[at - 1]
    if (!last || last.isMoving || frame.isMoving) return []
    const moved = (['top', 'bottom'] as const).filter((edge) => Math.abs(frame[edge] - last[edge]) > 2)
    return moved.map((edge) => `${edge} ${last[edge]} → ${frame[edge]} in ${frame.view}, frame ${at}`)
  })
  expect(leaps).toEqual([])
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

function take(names: readonly string[]): Frame | undefined {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.lk-modal[open]')
  const [card, box, content] = ['.lk-card', '.lk-height', '.lk-content'].map((name) => dialog?.querySelector(name))
  if (!dialog || !card || !box || !content) return undefined
  const { top, bottom, height } = card.getBoundingClientRect()
  const controls: { [name: string]: number } = {}
  for (const button of card.querySelectorAll('button')) {
    const name = button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''
    if (name !== 'Close' && name !== 'Back' && !names.includes(name)) continue
    controls[name] = Math.round(button.getBoundingClientRect().top)
  }
  const shown = content.firstElementChild?.getBoundingClientRect()
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
    isMoving: [dialog, box].flatMap((each) => each.getAnimations()).some(({ playState }) => playState === 'running'),
  }
}
