import { LatchkeyError } from '@latchkey/protocol/errors'
import type { OpenWindow } from '../types.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** The code that is typed in the frame to sign in, and the change of an address, which a window of the wallet makes. */
export function createEmailHandlers({
  context,
  signIn,
  loadWindow,
}: {
  readonly context: WalletContext
  readonly signIn: SignIn
  readonly loadWindow: () => Promise<OpenWindow>
}): HandlerGroup<'enterCode' | 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'> {
  const { screens, sessions } = context
  let change: { readonly newEmail: string; readonly isDone: boolean } | undefined

  /** Leads to the window that sends both codes and takes them; here nothing is sent, and nothing typed. */
  async function changeInWindow(newEmail: string, signal: AbortSignal): Promise<void> {
    const openWindow = await loadWindow()
    let window = new AbortController()
    try {
      await screens.ask(
        {
          kind: 'window',
          about: 'email',
          open(told) {
            window.abort()
            window = new AbortController()
            return openWindow('security', { ...told, newEmail, signal: window.signal })
          },
        },
        { signal },
      )
    } finally {
      window.abort()
    }
  }
  async function typedOutside(): Promise<never> {
    throw new LatchkeyError('UNAUTHORIZED', 'The codes of a new address are typed in a window of the wallet alone')
  }

  return {
    async enterCode({ purpose }, { signal }) {
      if (purpose === 'login') {
        const { email, nextAt } = signIn.state ?? {}
        if (email === undefined || nextAt === undefined)
          throw new LatchkeyError('INVALID_REQUEST', 'No sign-in is in progress. Enter your e-mail address first.')
        const submit = (code: string) => signIn.verify(code, 'frame', signal)
        const resend = () => signIn.resend(signal)
        await screens.ask({ kind: 'code', purpose, email, nextAt, submit, resend }, { signal })
        return {}
      }
      await sessions.require()
      // The window takes both codes, so the step of the second one finds the address changed.
      if (change === undefined || change.isDone !== (purpose === 'secondary'))
        throw new LatchkeyError('INVALID_REQUEST', 'No change of the address is in progress')
      if (purpose === 'primary') {
        await changeInWindow(change.newEmail, signal)
        change = { ...change, isDone: true }
      } else change = undefined
      const { email } = await sessions.require()
      return { newEmail: email ?? undefined }
    },
    async updateEmail({ newEmail }) {
      const { email } = await sessions.require()
      if (email?.toLowerCase() === newEmail.toLowerCase())
        throw new LatchkeyError('INVALID_PARAMS', 'This is your address already. Give another one.')
      change = { newEmail, isDone: false }
      return { action: 'VERIFY_PRIMARY_OTP' }
    },
    updateEmailPrimaryOtp: typedOutside,
    updateEmailSecondaryOtp: typedOutside,
  }
}
