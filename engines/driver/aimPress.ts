type Aim = {
  latchkeyAim?: Element
  /** `waiting` until the press comes; what meets something else does nothing there. */
  latchkeyPress?: 'waiting' | 'hit' | 'missed' | undefined
  latchkeyAims?: boolean
}

/** Runs in a page: from now on a press that does not meet the part which was read last does nothing, and is noted. */
export function aimPress(): void {
  const page = globalThis as Aim
  page.latchkeyPress = 'waiting'
  if (page.latchkeyAims) return
  page.latchkeyAims = true
  const judge = (event: Event) => {
    if (page.latchkeyPress === 'waiting')
      page.latchkeyPress = page.latchkeyAim && event.composedPath().includes(page.latchkeyAim) ? 'hit' : 'missed'
    if (page.latchkeyPress !== 'missed') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) addEventListener(type, judge, true)
}
