import { locateCode } from '../factors/proveCode.js'
import { nameDevice } from '../handlers/nameDevice.js'
import type { PageContext } from './pageContext.js'

/**
 * Signs in by the recovery code alone, in a window of its own: for an owner who has lost the mailbox.
 *
 * @param context - The window's neighbours.
 * @param code - The recovery code as it was typed.
 * @param signal - Ends it.
 * @throws LatchkeyError INVALID_PARAMS with what is wrong with the code; WalletServerError NOT_FOUND, RATE_LIMITED.
 */
export async function signInByCode(
  { auth, device, embedder, keyring, owner, sessions }: PageContext,
  code: string,
  signal: AbortSignal,
): Promise<void> {
  const locator = await locateCode(code)
  const { publicKey: devicePublicKey } = device
  const { voucher } = await owner.find({ locator, devicePublicKey })
  const { origin: parentOrigin, projectId } = embedder
  const deviceName = nameDevice(navigator.userAgent)
  const opened = await owner.verifyCode({ voucher, projectId, parentOrigin, devicePublicKey, deviceName })
  const { sessionToken, sessionId, userId, expiresAt } = opened
  await keyring.lock({})
  await sessions.open({ sessionToken, sessionId, userId, projectId, parentOrigin, email: null, expiresAt })
  const { user } = await auth.readSession({ signal })
  await sessions.change({ email: user.email })
}
