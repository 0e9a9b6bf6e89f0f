import type { SignOuts } from '../wallet/createSignOuts.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** The steps of a sign-in by e-mail as a page asks for them, and how one leaves. */
export function createLoginHandlers({
  context,
  wallet,
  signIn,
  signOuts,
}: {
  readonly context: Pick<WalletContext, 'sessions'>
  readonly wallet: Pick<OwnWallet, 'leave'>
  readonly signIn: SignIn
  readonly signOuts: SignOuts
}): HandlerGroup<'connectEmail' | 'connectDevice' | 'connectOtp' | 'reload' | 'signOut'> {
  const { sessions } = context
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
    async signOut() {
      signIn.cancel()
      const session = await sessions.read()
      await sessions.close()
      await wallet.leave()
      if (session) await signOuts.end(session)
    },
  }
}
