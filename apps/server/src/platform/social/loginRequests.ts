import { socialProviders } from '@latchkey/protocol/internal/frame'
import * as z from 'zod/mini'
import { socialFinishRequest } from './socialRequests.js'

/**
 * Body of `POST /api/auth/logins/start`; the answer is `{ challengeId, uri }`. The sign-in at the provider belongs to the session that asks:
 * it links an account, or confirms with one that is linked. That of Farcaster is waited for by `POST /api/auth/social/farcaster/wait`.
 */
export const loginStartRequest = z.object({
  provider: z.enum([...socialProviders, 'farcaster']),
  purpose: z.enum(['link', 'step-up']),
  /** The wallet's own page to go back to, where the sign-in leaves it instead of opening a window. */
  returnTo: z.optional(z.enum(['security', 'export', 'recover'])),
})

/** Body of `POST /api/auth/logins/start`. */
export type LoginStartRequest = z.infer<typeof loginStartRequest>

/** Body of `POST /api/auth/logins/link`. */
export const loginResult = socialFinishRequest

/** Body of `POST /api/auth/step-up/verify`: empty for a code, or the sign-in at a provider that confirms in its place. */
export const stepUpRequest = z.object({ social: z.optional(socialFinishRequest) })

/** Body of `POST /api/recovery/link`: the person has agreed to the account that `GET /api/recovery/link/{challengeId}` named. */
export const linkRequest = z.pick(socialFinishRequest, { challengeId: true })
