import { socialProviders } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import { socialFinishRequest } from './socialRequests.js'

/**
 * Body of `POST /api/auth/logins/start`; the answer is `{ challengeId, uri }`. The sign-in at the provider belongs to the session that asks:
 * it links an account, or confirms with one that is linked.
 */
export const loginStartRequest = z.object({ provider: z.enum(socialProviders), purpose: z.enum(['link', 'step-up']) })

/** Body of `POST /api/auth/logins/link`. */
export const loginResult = socialFinishRequest

/** Body of `POST /api/auth/step-up/verify`: empty for a code, or the sign-in at a provider that confirms in its place. */
export const stepUpRequest = z.object({ social: z.optional(socialFinishRequest) })

/** Body of `POST /api/recovery/link`: the person has agreed to the account that `GET /api/recovery/link/{challengeId}` named. */
export const linkRequest = z.pick(socialFinishRequest, { challengeId: true })
