import { LatchkeyError } from '@latchkey/protocol/errors'
import type { EmailStartAnswer, EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { AuthCalls } from '../api/createAuthCalls.js'
import { isRefusal } from '../api/walletServerError.js'
import type { Embedder } from '../types.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { Keyring } from '../worker/messages.js'

/** The record of a session that the server has just opened. */
export type OpenedSession = Pick<EmailVerifyAnswer, 'sessionToken' | 'sessionId' | 'userId' | 'expiresAt'>

/** The steps of a sign-in by e-mail, from the address to the session. */
export type MailSteps = {
  /** The address and when the next mail may be sent; undefined without a sign-in in progress. */
  readonly state: { readonly email: string; readonly nextAt: number } | undefined
  /** Whether this address is signed in already. */
  isKnown(email: string, signal: AbortSignal): Promise<boolean>
  start(email: string, signal: AbortSignal): Promise<EmailStartAnswer>
  resend(signal: AbortSignal): Promise<number>
  /** Resolves once the link in the mail was opened and confirmed. */
  waitForDevice(signal: AbortSignal): Promise<void>
  verify(code: string, typedIn: 'frame' | 'host', signal: AbortSignal): Promise<void>
}
/** The steps, and what ends them. */
export type MailSignIn = MailSteps & {
  /** Forgets the request that was begun, and ends the wait for its link. */
  end(): void
}

/** The part of the wallet that a sign-in uses. */
export type SignInContext = Pick<WalletContext, 'sessions' | 'device' | 'now'> & {
  readonly auth: Pick<AuthCalls, 'startEmail' | 'resendEmail' | 'readDevice' | 'verifyEmail' | 'readSession'>
  readonly keyring: Pick<Keyring, 'status'>
}

const pauseOffline = 2_000
/** Refusals that end by themselves. */
const passing = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const

/**
 * Creates the e-mail's part of the sign-in of one embedding page; its code comes apart, for who is signed in does not need it.
 *
 * @param parts - The wallet's neighbours, who embeds it, how this browser names itself; what cancels whatever was begun, and what goes
 *   on with an opened session.
 * @returns The steps.
 */
export function createMailSignIn({
  context,
  embedder,
  deviceName,
  locale,
  cancel,
  adopt,
}: {
  readonly context: SignInContext
  readonly embedder: Embedder
  readonly deviceName: string
  readonly locale: string
  readonly cancel: () => void
  readonly adopt: (answer: OpenedSession, email: string | null, signal: AbortSignal) => Promise<void>
}): MailSignIn {
  const { auth, sessions, device, keyring, now } = context
  type Login = { challengeId: string; email: string; nextAt: number; controller: AbortController }
  let login: Login | undefined

  function begun(): Login {
    if (login) return login
    throw new LatchkeyError('INVALID_REQUEST', 'No sign-in is in progress. Enter your e-mail address first.')
  }
  function take(answer: EmailStartAnswer, email: string, controller: AbortController): EmailStartAnswer {
    login = { challengeId: answer.challengeId, email, nextAt: now() + (answer.retryAfterMs ?? 0), controller }
    return answer
  }
  async function startAnew(email: string, signal: AbortSignal): Promise<EmailStartAnswer> {
    const answer = await auth.startEmail(
      {
        email,
        projectId: embedder.projectId,
        parentOrigin: embedder.origin,
        devicePublicKey: device.publicKey,
        deviceName,
        locale,
      },
      { signal },
    )
    cancel()
    // While the code is on its way the worker can start; it will be needed as soon as the code was taken.
    keyring.status({}).catch(() => {})
    return take(answer, email, new AbortController())
  }
  // The same request goes on, so a page that waits for its link still does.
  async function sendAgain({ challengeId, email, controller }: Login, signal: AbortSignal): Promise<EmailStartAnswer> {
    try {
      return take(await auth.resendEmail(challengeId, { signal }), email, controller)
    } catch (error) {
      if (!isRefusal(error, 'CODE_EXPIRED') && !isRefusal(error, 'LOCKED')) throw error
      return startAnew(email, signal)
    }
  }

  return {
    get state() {
      return login && { email: login.email, nextAt: login.nextAt }
    },
    async isKnown(email, signal) {
      const session = await sessions.read()
      if (session?.email?.toLowerCase() !== email.toLowerCase()) return false
      // Only the server decides: the stored session may have been revoked elsewhere.
      const isLive = await auth.readSession({ signal }).then(
        () => true,
        () => false,
      )
      if (isLive) cancel()
      return isLive
    },
    async start(email, signal) {
      return login && login.email.toLowerCase() === email.toLowerCase()
        ? sendAgain(login, signal)
        : startAnew(email, signal)
    },
    async resend(signal) {
      return (await sendAgain(begun(), signal)).retryAfterMs ?? 0
    },
    async waitForDevice(given) {
      const { challengeId, controller } = begun()
      const signal = AbortSignal.any([given, controller.signal])
      for (;;) {
        const { state } = await auth.readDevice(challengeId, { signal }).catch(async (error) => {
          if (signal.aborted) throw new LatchkeyError('ABORTED', 'The sign-in was ended')
          if (isRefusal(error) && !passing.some((code) => isRefusal(error, code))) throw error
          const pause = isRefusal(error) ? (error.retryAfterMs ?? pauseOffline) : pauseOffline
          await new Promise((resolve) => setTimeout(resolve, pause))
          return { state: 'waiting' }
        })
        if (state === 'approved') return
        if (state === 'expired')
          throw new LatchkeyError('UNAUTHORIZED', 'The link in the mail is too old. Ask for another one.')
      }
    },
    async verify(typed, typedIn, signal) {
      const { challengeId, email, controller } = begun()
      const code = typed.normalize('NFKC').replace(/[\s-]/g, '')
      if (!/^\d{6}$/.test(code)) throw new LatchkeyError('INVALID_PARAMS', 'Enter the six digits of the code')
      const answer = await auth.verifyEmail({ challengeId, email, code, typedIn }, { signal })
      await adopt(answer, email, signal)
      controller.abort()
      login = undefined
    },
    end() {
      login?.controller.abort()
      login = undefined
    },
  }
}
