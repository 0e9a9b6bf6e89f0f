import type { FrameStorage } from '../storage/storage.js'

/** INTERFACE: whether a wrong number was pressed in a frame on one site. All frames of the browser on that site share it. */
export type WrongNumbers = {
  /** Whether one was, since an approval was last given in the window. */
  wasWrong(): Promise<boolean>
  /** Takes the press of a number, and gives whether it approves. */
  take(isRight: boolean): Promise<boolean>
  /** An approval was given in the window, where it was visible. */
  forget(): Promise<void>
}

/**
 * Remembers that a wrong number was pressed on one site, for as long as the browser keeps anything of the wallet.
 *
 * @param storage - Where it is stored. A frame that can keep nothing shares no session with another frame either.
 * @param origin - The page that embeds the frame.
 * @returns What is remembered.
 */
export function createWrongNumbers(
  storage: Pick<FrameStorage, 'read' | 'write' | 'remove'>,
  origin: string,
): WrongNumbers {
  const wasWrong = async () => (await storage.read('wrongNumbers', origin)) !== undefined
  return {
    wasWrong,
    async take(isRight) {
      const isLate = await wasWrong()
      // A page that removes the frame at this moment finds a wrong number, whichever it was.
      await storage.write('wrongNumbers', origin, {})
      if (isLate || !isRight) return false
      await storage.remove('wrongNumbers', origin)
      return true
    },
    forget: () => storage.remove('wrongNumbers', origin),
  }
}
