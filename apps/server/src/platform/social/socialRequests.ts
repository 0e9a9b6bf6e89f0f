import { socialProviders } from '@latchkey/protocol/internal/frame'
import { devicePublicKey } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'

const plain = (length: number) => z.string().check(z.regex(new RegExp(`^[^\\p{Cc}\\p{Cf}]{1,${length}}$`, 'u')))
const challengeId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Body of `POST /api/auth/social/start`; the answer is `{ challengeId, uri }`. */
export const socialStartRequest = z.object({
  provider: z.enum(socialProviders),
  projectId: plain(128),
  parentOrigin: z.string().check(z.regex(/^https?:\/\/[^\s/?#@]{1,253}$/)),
  devicePublicKey,
  deviceName: plain(80),
  /** The page to go back to, where the sign-in leaves it instead of opening a window. */
  returnUri: z.optional(z.string().check(z.maxLength(2_048), z.url())),
})
/** Body of `POST /api/auth/social/start`. */
export type SocialStartRequest = z.infer<typeof socialStartRequest>

/** Body of `POST /api/auth/social/farcaster/start`; the answer is `{ challengeId, url }`. */
export const farcasterStartRequest = z.omit(socialStartRequest, { provider: true })
/** Body of `POST /api/auth/social/farcaster/start`. */
export type FarcasterStartRequest = z.infer<typeof farcasterStartRequest>

/** Body of `POST /api/auth/social/farcaster/wait`; the answer is `{ result }`, empty until approved. */
export const farcasterWaitRequest = z.object({ challengeId })

/** Body of `POST /api/auth/social/finish`: the result that the callback gave only to the wallet's own window. */
export const socialFinishRequest = z.object({
  challengeId,
  result: secret,
})
