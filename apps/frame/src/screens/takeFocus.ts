/**
 * Gives the focus to what a screen starts with. A page shows the frame a moment before or after the screen is drawn, and until
 * then nothing in it can have the focus: it is taken as soon as the frame has it, unless somebody has chosen another place.
 */
export function takeFocus(element: HTMLElement): () => void {
  const again = () => {
    if (!element.isConnected || document.activeElement !== document.body || !document.hasFocus()) return
    element.focus({ preventScroll: true })
    requestAnimationFrame(again)
  }
  element.focus({ preventScroll: true })
  window.addEventListener('focus', again)
  // WebKit gives nothing in a cross-origin frame the focus before somebody has touched it, but at a key; the key then goes there.
  window.addEventListener('keydown', again, true)
  again()
  return () => {
    window.removeEventListener('focus', again)
    window.removeEventListener('keydown', again, true)
  }
}
