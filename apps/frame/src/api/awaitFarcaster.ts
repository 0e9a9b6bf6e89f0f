import { LatchkeyError } from '@latchkey/protocol/errors'
import type { createSocialCalls } from './createSocialCalls.js'
import { isRefusal } from './walletServerError.js'

const pauseOffline = 2_000

/**
 * Waits for the response of the user's Farcaster app, and keeps polling while the server is unreachable.
 *
 * @param calls - The calls of social sign-ins.
 * @param challengeId - The sign-in.
 * @param signal - Ends it.
 * @returns The secret with which the sign-in is finished.
 * @throws LatchkeyError ABORTED; WalletServerError with the refusal.
 */
export async function awaitFarcaster(
  calls: Pick<ReturnType<typeof createSocialCalls>, 'waitForFarcaster'>,
  challengeId: string,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    if (signal.aborted) throw new LatchkeyError('ABORTED', 'The sign-in was ended')
    const { result } = await calls.waitForFarcaster({ challengeId }, { signal }).catch(async (error: unknown) => {
      if (signal.aborted) throw new LatchkeyError('ABORTED', 'The sign-in was ended')
      const isBusy = isRefusal(error, 'RATE_LIMITED') || isRefusal(error, 'INTERNAL')
      if (isRefusal(error) && !isBusy) throw error
      const pause = isRefusal(error) ? (error.retryAfterMs ?? pauseOffline) : pauseOffline
      await new Promise((resolve) => setTimeout(resolve, pause))
      return { result: undefined }
    })
    if (result !== undefined) return result
  }
}
