import { LatchkeyError } from '@latchkey/protocol/errors'
import type { EmailStartAnswer, EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { AuthCalls } from '../api/createAuthCalls.js'
import { isRefusal } from '../api/walletServerError.js'
import type { Embedder } from '../contracts.js'
import type { SignOuts } from '../wallet/createSignOuts.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { Keeper } from '../worker/messages.js'

/** What is kept of a session that the server has just opened. */
type OpenedSession = Pick<EmailVerifyAnswer, 'sessionToken' | 'sessionId' | 'userId' | 'expiresAt'>

/** One sign-in by e-mail, from the address to the session. */
export type SignIn = {
  /** The address and when the next mail may be sent; undefined when nobody has begun. */
  readonly state: { readonly email: string; readonly nextAt: number } | undefined
  /** Tells whether this address is signed in already. */
  isKnown(email: string, signal: AbortSignal): Promise<boolean>
  start(email: string, signal: AbortSignal): Promise<EmailStartAnswer>
  resend(signal: AbortSignal): Promise<number>
  /** Resolves once the link in the mail was opened and confirmed. */
  waitForDevice(signal: AbortSignal): Promise<void>
  verify(code: string, typedIn: 'frame' | 'host', signal: AbortSignal): Promise<void>
  /** Goes on with a session that the server has just opened. */
  adopt(answer: OpenedSession, email: string | null, signal: AbortSignal): Promise<void>
  cancel(): void
  /** Cancels what was begun, for a sign-in of another kind; it is over when the signal says so. */
  begin(): AbortSignal
  /** True once after each sign-in. */
  takeFresh(): boolean
  /** The sign-in counts for the next question as well. */
  keepFresh(): void
}

type SignInContext = Pick<WalletContext, 'sessions' | 'device' | 'now'> & {
  readonly auth: Pick<AuthCalls, 'startEmail' | 'resendEmail' | 'readDevice' | 'verifyEmail' | 'readSession'>
  readonly keeper: Pick<Keeper, 'status'>
}

const pauseOffline = 2_000
/** Refusals that end by themselves. */
const passing = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'] as const

/**
 * Makes the sign-in of one embedding page.
 *
 * @param parts - The wallet and its neighbours, who embeds it, and how this browser names itself.
 * @returns The sign-in.
 */
export function createSignIn({
  context,
  wallet,
  signOuts,
  embedder,
  deviceName,
  locale,
}: {
  readonly context: SignInContext
  readonly wallet: Pick<OwnWallet, 'leave'>
  readonly signOuts: Pick<SignOuts, 'end'>
  readonly embedder: Embedder
  readonly deviceName: string
  readonly locale: string
}): SignIn {
  const { auth, sessions, device, keeper, now } = context
  type Login = { challengeId: string; email: string; nextAt: number; controller: AbortController }
  let login: Login | undefined
  let other: AbortController | undefined
  let isFresh = false

  function cancel() {
    login?.controller.abort()
    login = undefined
    other?.abort()
    other = undefined
  }
  function begun(): Login {
    if (login) return login
    throw new LatchkeyError('INVALID_REQUEST', 'Nobody has begun to sign in. Give your e-mail address first.')
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
    keeper.status({}).catch(() => {})
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

  async function adopt(answer: OpenedSession, email: string | null, signal: AbortSignal): Promise<void> {
    const { sessionToken, sessionId, userId, expiresAt } = answer
    const before = await sessions.read()
    const { origin: parentOrigin, projectId } = embedder
    if (before?.userId !== userId) await wallet.leave()
    await sessions.open({ sessionToken, sessionId, userId, projectId, parentOrigin, email, expiresAt })
    if (before) void signOuts.end(before)
    isFresh = true
    // The server writes addresses in one way; how this one was typed is no longer of interest.
    const { user } = await auth.readSession({ signal }).catch(() => ({ user: { email } }))
    await sessions.change({ email: user.email })
  }

  return {
    get state() {
      return login && { email: login.email, nextAt: login.nextAt }
    },
    async isKnown(email, signal) {
      const session = await sessions.read()
      if (session?.email?.toLowerCase() !== email.toLowerCase()) return false
      // Only the server's word counts: what is kept may have ended elsewhere.
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
        if (signal.aborted) throw new LatchkeyError('ABORTED', 'The sign-in was ended')
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
    adopt,
    cancel,
    begin() {
      cancel()
      other = new AbortController()
      return other.signal
    },
    keepFresh() {
      isFresh = true
    },
    takeFresh() {
      const was = isFresh
      isFresh = false
      return was
    },
  }
}
