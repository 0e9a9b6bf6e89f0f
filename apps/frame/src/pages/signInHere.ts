import type { SignIn } from '../handlers/createSignIn.js'
import type { PageContext } from './pageContext.js'

/** The text while a mailed link is pending. */
export type LinkWait = { readonly email: string; readonly matchNumber: string | undefined }

/**
 * Signs in by e-mail in a window that no frame opened: this browser then is a device of its own on the wallet's origin.
 *
 * @param context - The window's neighbours.
 * @param signIn - The sign-in of the wallet's own origin.
 * @param email - The address as it was typed.
 * @param options - Told to wait for the mailed link, and again once it was followed; a signal that ends it.
 * @throws WalletServerError with the refusal; LatchkeyError USER_REJECTED, ABORTED, API_UNREACHABLE.
 */
export async function signInHere(
  { screens, now }: PageContext,
  signIn: SignIn,
  email: string,
  { onWait, signal }: { readonly onWait: (wait: LinkWait | undefined) => void; readonly signal: AbortSignal },
): Promise<void> {
  const { action, matchNumber } = await signIn.start(email, signal)
  if (action === 'VERIFY_DEVICE') {
    onWait({ email, matchNumber })
    await signIn.waitForDevice(signal).finally(() => onWait(undefined))
  }
  await screens.ask(
    {
      kind: 'code',
      purpose: 'login',
      email,
      nextAt: signIn.state?.nextAt ?? now(),
      resend: () => signIn.resend(signal),
      submit: (code) => signIn.verify(code, 'frame', signal),
    },
    { signal },
  )
}
