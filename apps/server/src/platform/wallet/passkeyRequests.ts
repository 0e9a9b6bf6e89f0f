import { devicePublicKey, passkeyAssertion } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'

const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const bytesUpTo = (bytes: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(Math.ceil((bytes * 4) / 3)))
const plain = (length: number) => z.string().check(z.regex(new RegExp(`^[^\\p{Cc}\\p{Cf}]{1,${length}}$`, 'u')))
const site = { projectId: plain(128), parentOrigin: z.string().check(z.regex(/^https?:\/\/[^\s/?#@]{1,253}$/)) }

/** Body of `POST /api/vault/find/challenge`; the answer is `{ challenge }`. */
export const passkeyChallengeRequest = z.object({ devicePublicKey })
/**
 * Body of `POST /api/vault/find/passkey`: any passkey of this wallet's host that signs in by itself. The answer is
 * `{ voucher, walletId, factorId }`; the voucher opens one session, of the browser that asked.
 */
export const passkeyFindRequest = z.object({ challenge: secret, assertion: passkeyAssertion, devicePublicKey })
/** Body of `POST /api/auth/passkey/start`; the answer is `{ challenge }`. */
export const passkeyStartRequest = z.object({ ...site, devicePublicKey })
/** Body of `POST /api/auth/passkey/start`. */
export type PasskeyStartRequest = z.infer<typeof passkeyStartRequest>
/** A passkey as its authenticator made it. */
export const passkeyRegistration = z.object({
  credentialId: bytesUpTo(1024),
  publicKey: devicePublicKey,
  authenticatorData: bytesUpTo(2048),
  clientDataJSON: bytesUpTo(4096),
})
/** A passkey as its authenticator made it. */
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>
/** Body of `POST /api/auth/passkey/sign-up`, which is answered as a verified code from a mailbox is. */
export const passkeySignUpRequest = z.object({
  ...site,
  challenge: secret,
  registration: passkeyRegistration,
  devicePublicKey,
  deviceName: plain(80),
})
/** Body of `POST /api/auth/passkey/sign-up`. */
export type PasskeySignUpRequest = z.infer<typeof passkeySignUpRequest>
