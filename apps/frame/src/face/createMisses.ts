import type { FrameStorage } from '../storage/storage.js'

/** CONTRACT: whether a wrong number was pressed in a frame on one site. All frames of the browser on that site share it. */
export type Misses = {
  /** Whether one was, since an approval was last given in the window. */
  wasMissed(): Promise<boolean>
  /** Takes the press of a number, and gives whether it approves. */
  take(isRight: boolean): Promise<boolean>
  /** An approval was given in the window, by somebody who saw it. */
  forget(): Promise<void>
}

/**
 * Remembers the misses on one site, for as long as the browser keeps anything of the wallet.
 *
 * @param storage - Where they are kept. A frame that can keep nothing shares no session with another frame either.
 * @param origin - The page that embeds the frame.
 * @returns What is remembered.
 */
export function createMisses(storage: Pick<FrameStorage, 'read' | 'write' | 'remove'>, origin: string): Misses {
  const wasMissed = async () => (await storage.read('misses', origin)) !== undefined
  return {
    wasMissed,
    async take(isRight) {
      const isLate = await wasMissed()
      // A page that removes the frame at this moment finds a miss, whichever number it was.
      await storage.write('misses', origin, {})
      if (isLate || !isRight) return false
      await storage.remove('misses', origin)
      return true
    },
    forget: () => storage.remove('misses', origin),
  }
}
