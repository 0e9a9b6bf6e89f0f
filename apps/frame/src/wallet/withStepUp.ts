import { isRefusal } from '../api/walletServerError.js'
import type { WalletContext } from './walletContext.js'

const waitBetween = 30_000

/**
 * Does what may need a fresh code: when the server wants one, it is sent and asked for, and the job is done again.
 *
 * @param context - The wallet's neighbours.
 * @param signal - Ends the asking.
 * @param job - What is done.
 * @returns What the job gives.
 * @throws LatchkeyError USER_REJECTED when the user leaves; ABORTED.
 */
export async function withStepUp<T>(
  { auth, screens, sessions, now }: WalletContext,
  signal: AbortSignal,
  job: () => Promise<T>,
): Promise<T> {
  try {
    return await job()
  } catch (error) {
    if (!isRefusal(error, 'STEP_UP_REQUIRED')) throw error
  }
  const { email } = await sessions.require()
  const { retryAfterMs } = await auth.startStepUp({ signal }).catch((error) => {
    // A code that was sent a moment ago is as good as another.
    if (isRefusal(error, 'RATE_LIMITED')) return { retryAfterMs: error.retryAfterMs ?? waitBetween }
    throw error
  })
  await screens.ask(
    {
      kind: 'code',
      purpose: 'step-up',
      email: email ?? '',
      submit: async (code) => {
        await auth.verifyStepUp(code, { signal })
      },
      resend: async () => (await auth.startStepUp({ signal })).retryAfterMs,
      nextAt: now() + retryAfterMs,
    },
    { signal },
  )
  return job()
}
