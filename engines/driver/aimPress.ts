type Aim = {
  latchkeyAim?: Element
  /** `waiting` until the press comes, `held` until it ends in a click; what meets something else does nothing there. */
  latchkeyPress?: 'waiting' | 'held' | 'hit' | 'missed' | undefined
  latchkeyAims?: boolean
}

/** Runs in a page: from now on a press that does not meet the part which was read last does nothing, and is noted. */
export function aimPress(): void {
  const page = globalThis as Aim
  page.latchkeyPress = 'waiting'
  if (page.latchkeyAims) return
  page.latchkeyAims = true
  const judge = (event: Event) => {
    // A part that moves away while the button is down is not clicked.
    if (page.latchkeyPress === 'waiting' || (page.latchkeyPress === 'held' && event.type === 'click')) {
      const isMet = page.latchkeyAim && event.composedPath().includes(page.latchkeyAim)
      page.latchkeyPress = !isMet ? 'missed' : event.type === 'click' ? 'hit' : 'held'
    }
    if (page.latchkeyPress !== 'missed') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) addEventListener(type, judge, true)
}
