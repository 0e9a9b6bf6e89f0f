/**
 * Focuses the element that a screen starts with. A page shows the frame a moment before or after the screen is drawn, and until
 * then nothing in it can have the focus: it is set as soon as the frame has it, unless the user has focused another element.
 */
export function takeFocus(element: HTMLElement): () => void {
  const again = () => {
    if (!element.isConnected || document.activeElement !== document.body || !document.hasFocus()) return
    element.focus({ preventScroll: true })
    requestAnimationFrame(again)
  }
  element.focus({ preventScroll: true })
  window.addEventListener('focus', again)
  // WebKit focuses nothing in a cross-origin frame before a touch, except at a key press, which then goes there.
  window.addEventListener('keydown', again, true)
  again()
  return () => {
    window.removeEventListener('focus', again)
    window.removeEventListener('keydown', again, true)
  }
}
