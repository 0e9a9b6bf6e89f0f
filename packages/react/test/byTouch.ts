import { dialogOf } from './setUp.js'

const controls = 'button, a[href], input, select, textarea, summary, [role="tab"]'

/**
 * What a finger of 44 px cannot press in the open dialog without touching something else, what is smaller than 24 px, and what only
 * shows where a mouse is. Text fields, and what is not in view, are left out.
 */
export function hardToTouch(): readonly string[] {
  const all = [...dialogOf().querySelectorAll<HTMLElement>(controls)].filter(
    (element) => !element.matches(':disabled') && !element.closest('[inert]') && element.checkVisibility(),
  )
  return all.flatMap((element) => {
    const own = element.closest('label') ?? element
    const { left, top, width, height } = own.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const name = `${element.className || element.tagName}: ${element.getAttribute('aria-label') ?? own.textContent}`
    if (!own.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [`${name} is hidden`]
    const at = (dx: number, dy: number) => document.elementFromPoint(x + dx, y + dy)
    if (!own.contains(at(0, 0))) return []
    const reach = (dx: number, dy: number) => own.contains(at(dx, dy))
    const isSmall = !(reach(11, 0) && reach(-11, 0) && reach(0, 11) && reach(0, -11))
    const beside = [at(21, 0), at(-21, 0), at(0, 21), at(0, -21)].filter(
      (other) => other && !own.contains(other) && other.closest(controls) && !other.contains(own),
    )
    const size = `${Math.round(width)} × ${Math.round(height)}`
    return isSmall || beside.length > 0
      ? [`${name} has ${size}${beside[0] ? `, beside ${beside[0].textContent || beside[0].className}` : ''}`]
      : []
  })
}
