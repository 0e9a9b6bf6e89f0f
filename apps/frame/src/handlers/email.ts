import { LatchkeyError } from '@latchkey/protocol/errors'
import { isRefusal } from '../api/walletServerError.js'
import { loadCode } from '../loadCode.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

const resendPause = 30_000

/** The codes that are typed in the wallet itself, and the change of an address. */
export function createEmailHandlers({
  context,
  signIn,
}: {
  readonly context: WalletContext
  readonly signIn: SignIn
}): HandlerGroup<'enterCode' | 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'> {
  const { auth, face, sessions, now } = context
  type Change = { newEmail: string; nextAt: number; step: 'primary' | 'secondary' }
  let change: Change | undefined

  function changing(step: Change['step']): Change {
    if (change?.step === step) return change
    throw new LatchkeyError('INVALID_REQUEST', 'Nobody has begun to change the address')
  }
  async function start(newEmail: string, signal: AbortSignal) {
    const { email } = await sessions.require()
    if (email?.toLowerCase() === newEmail.toLowerCase())
      throw new LatchkeyError('INVALID_PARAMS', 'This is your address already. Give another one.')
    const { action } = await auth.startChange(newEmail, { signal }).catch(async (error) => {
      if (!isRefusal(error, 'OWNER_REQUIRED')) throw error
      // A mailbox alone must not move the wallet to another address: its owner answers first.
      const { walletId, ...found } = await context.custody.listFactors({ signal })
      const { restoreByOwner } = await loadCode(() => import('../wallet/restoreByOwner.js'))
      await restoreByOwner(context, { ...found, walletId: walletId ?? '' }, signal)
      return auth.startChange(newEmail, { signal })
    })
    change = {
      newEmail,
      nextAt: now() + resendPause,
      step: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary',
    }
    return { action }
  }
  async function primary(code: string, typedIn: 'frame' | 'host', signal: AbortSignal): Promise<void> {
    const current = changing('primary')
    await auth.verifyPrimary({ code: foldCode(code), typedIn }, { signal })
    change = { ...current, nextAt: now() + resendPause, step: 'secondary' }
  }
  async function secondary(
    code: string,
    typedIn: 'frame' | 'host',
    signal: AbortSignal,
  ): Promise<{ newEmail: string }> {
    changing('secondary')
    const { newEmail } = await auth.verifySecondary({ code: foldCode(code), typedIn }, { signal })
    change = undefined
    await sessions.change({ email: newEmail })
    return { newEmail }
  }

  return {
    async enterCode({ purpose }, { signal }) {
      if (purpose === 'login') {
        const { email, nextAt } = signIn.state ?? {}
        if (email === undefined || nextAt === undefined)
          throw new LatchkeyError('INVALID_REQUEST', 'Nobody has begun to sign in. Give your e-mail address first.')
        const submit = (code: string) => signIn.verify(code, 'frame', signal)
        const resend = () => signIn.resend(signal)
        await face.ask({ kind: 'code', purpose, email, nextAt, submit, resend }, { signal })
        return {}
      }
      const { newEmail, nextAt } = changing(purpose)
      const { email } = await sessions.require()
      let answer: { newEmail?: string } = {}
      const submit = async (code: string) => {
        if (purpose === 'primary') await primary(code, 'frame', signal)
        else answer = await secondary(code, 'frame', signal)
      }
      // The server sends both codes anew only from the beginning, since the second comes after the first.
      const resend = async () => {
        if (purpose === 'secondary')
          throw new LatchkeyError('INVALID_REQUEST', 'Start the change again to get new codes')
        await start(newEmail, signal)
        return resendPause
      }
      const to = purpose === 'primary' ? (email ?? '') : newEmail
      await face.ask({ kind: 'code', purpose, email: to, nextAt, submit, resend }, { signal })
      return answer
    },
    updateEmail: ({ newEmail }, { signal }) => start(newEmail, signal),
    updateEmailPrimaryOtp: ({ otp }, { signal }) => primary(otp, 'host', signal),
    updateEmailSecondaryOtp: ({ otp }, { signal }) => secondary(otp, 'host', signal),
  }
}

function foldCode(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '')
}
