import { devicePublicKey, type MailCode, type MailCodeKind } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'

// The frame sends these and reads none: in the protocol their schemas would weigh on every page that embeds it.
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const sealed = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,700}$/))

/** The codes that a session asks for, besides the one that opened it. */
export const mailCodeKinds = [
  'step-up',
  'change-primary',
  'change-secondary',
] as const satisfies readonly MailCodeKind[]

/**
 * Body of `POST /api/recovery/mail/login`: the code of a sign-in, sealed to recovery. Recovery makes and checks the codes; `auth` never
 * sees one.
 */
export const mailLoginRequest = z.object({ challengeId: id, devicePublicKey, sealed })
/** Body of `POST /api/recovery/mail/session`: the last code of its kind that was sent for this session, sealed in the same way. */
export const mailSessionRequest = z.object({ kind: z.enum(mailCodeKinds), sealed })
/** The sealed content. */
export const mailCode: z.ZodMiniType<MailCode> = z.object({
  code: z.string().check(z.minLength(6), z.maxLength(32)),
  email: z.optional(z.string().check(z.minLength(3), z.maxLength(1000))),
})
