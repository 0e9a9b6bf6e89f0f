import { devicePublicKey } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'

// Only a window of the wallet makes these calls: beside the others their schemas would weigh on every page that embeds the frame.
const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const plain = (length: number) => z.string().check(z.regex(new RegExp(`^[^\\p{Cc}\\p{Cf}]{1,${length}}$`, 'u')))

/**
 * Body of `POST /api/vault/find`: the locator is derived from a recovery code alone (HKDF-SHA256, `latchkey/code/locator/1`) and
 * tells nothing of what the code proves or opens. The answer is `{ voucher, walletId }`; the voucher opens one session, of the browser
 * that asked.
 */
export const findRequest = z.object({ locator: secret, devicePublicKey })
/** Body of `POST /api/auth/code/verify`, which is answered as a verified code from a mailbox is. */
export const codeVerifyRequest = z.object({
  voucher: secret,
  projectId: plain(128),
  parentOrigin: z.string().check(z.regex(/^https?:\/\/[^\s/?#@]{1,253}$/)),
  devicePublicKey,
  deviceName: plain(80),
})
/** Body of `POST /api/auth/code/verify`. */
export type CodeVerifyRequest = z.infer<typeof codeVerifyRequest>
