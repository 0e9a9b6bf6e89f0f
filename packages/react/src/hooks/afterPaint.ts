/** Calls once what is drawn now stands on the screen, until the returned function is called: what can wait does not hold it up. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The frame's own callbacks run before it is painted, a timer that is set in them after; what also waited for it goes first.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act, 10)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
