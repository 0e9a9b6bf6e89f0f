import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** The steps of a sign-in by e-mail as a page asks for them. */
export function createLoginHandlers({
  signIn,
}: {
  readonly signIn: SignIn
}): HandlerGroup<'connectEmail' | 'connectDevice' | 'connectOtp' | 'reload'> {
  return {
    async connectEmail({ email }, { signal }) {
      if (await signIn.isKnown(email, signal)) return { action: 'CONNECT' }
      const { action, matchNumber } = await signIn.start(email, signal)
      return { action, ...(action === 'VERIFY_DEVICE' && matchNumber !== undefined ? { matchNumber } : {}) }
    },
    async connectDevice(_, { signal }) {
      await signIn.waitForDevice(signal)
    },
    async connectOtp({ otp }, { signal }) {
      await signIn.verify(otp, 'host', signal)
    },
    reload() {
      signIn.cancel()
    },
  }
}
