import { dialogOf } from './setUp.js'

/** Everything of the modal that holds text of its own, but for fields and the letter that stands in for a picture. */
export function texts(): HTMLElement[] {
  return [...dialogOf().querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility() &&
      !element.closest('.lk-hidden, .lk-picture, svg, textarea') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
}

/**
 * Texts that reach out of the card, or are cut without a sign of it.
 *
 * @param sign - Whether three dots at the end are a sign that is enough.
 */
export function cutTexts(sign = true): string[] {
  const card = dialogOf().querySelector('.lk-card')?.getBoundingClientRect()
  return texts().flatMap((element) => {
    const cut = lines(element).some(
      (line) => !card || line.left < card.left - 1 || line.right > card.right + 1 || isHidden(element, line, sign),
    )
    return cut ? [`${element.className || element.tagName}: ${element.textContent}`] : []
  })
}

/** Where the text of the element itself stands, and not that of others inside it. */
function lines(element: HTMLElement): DOMRect[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return []
    const range = document.createRange()
    range.selectNodeContents(node)
    return [range.getBoundingClientRect()]
  })
}

/** Whether the box of the text, or one around it, cuts it. */
function isHidden(element: HTMLElement, { top, bottom, left, right }: DOMRect, sign: boolean): boolean {
  for (let box: HTMLElement | null = element; box && !box.matches('.lk-height, .lk-card'); box = box.parentElement) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(box)
    const rect = box.getBoundingClientRect()
    // Fonts reach a little beyond their line.
    if (overflowY !== 'visible' && (top < rect.top - rect.height / 4 || bottom > rect.bottom + rect.height / 4))
      return true
    if (sign && textOverflow === 'ellipsis') return false
    if (overflowX !== 'visible' && (left < rect.left - 1 || right > rect.right + 1)) return true
    if (box.matches('button') && (left < rect.left - 1 || right > rect.right + 1)) return true
  }
  return false
}
