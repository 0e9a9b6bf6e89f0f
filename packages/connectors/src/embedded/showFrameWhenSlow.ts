import type { FrameLink } from './frameLink.js'
import type { FrameTasks } from './frameTasks.js'

/** How long connecting may take before the frame is shown, in milliseconds. */
const frameDelay = 1_000

/**
 * Shows the frame when connecting takes longer, since it may wait for the visitor: a new browser asks for a passkey or a
 * recovery code.
 *
 * @param shown - The frame as it stands, where it just took a code; who is known already typed none, so the frame is not up.
 * @returns A signal that aborts when the visitor leaves the frame, and a function that hides it.
 */
export function showFrameWhenSlow(
  shown: ReturnType<FrameTasks['begin']> | undefined,
  link: FrameLink,
  tasks: FrameTasks,
): ReturnType<FrameTasks['begin']> {
  const left = new AbortController()
  const watch = () => shown?.signal.addEventListener('abort', () => left.abort())
  watch()
  let isOver = false
  const rising = setTimeout(async () => {
    await link.start().catch(() => {
      isOver = true
    })
    if (shown || isOver) return
    shown = tasks.begin('code')
    watch()
  }, frameDelay)
  return {
    signal: left.signal,
    end() {
      isOver = true
      clearTimeout(rising)
      shown?.end()
    },
  }
}
