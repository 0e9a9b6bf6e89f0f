import { loadCode } from '../loadCode.js'
import type { Embedder } from '../types.js'
import type { SignOuts } from '../wallet/createSignOuts.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import type { MailSignIn, MailSteps, OpenedSession, SignInContext } from './createMailSignIn.js'

/** One sign-in by e-mail, from the address to the session. */
export type SignIn = MailSteps & {
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

/**
 * Creates the sign-in of one embedding page.
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
  const { auth, sessions } = context
  let mail: MailSignIn | undefined
  let other: AbortController | undefined
  let isFresh = false

  function cancel() {
    mail?.end()
    other?.abort()
    other = undefined
  }
  /** Once it is here its steps begin at once, so that what ends them finds them begun. */
  async function byMail<T>(step: (mail: MailSignIn) => Promise<T>): Promise<T> {
    if (mail) return step(mail)
    const { createMailSignIn } = await loadCode(() => import('./createMailSignIn.js'))
    mail ??= createMailSignIn({ context, embedder, deviceName, locale, cancel, adopt })
    return step(mail)
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
      return mail?.state
    },
    isKnown: (email, signal) => byMail((mail) => mail.isKnown(email, signal)),
    start: (email, signal) => byMail((mail) => mail.start(email, signal)),
    resend: (signal) => byMail((mail) => mail.resend(signal)),
    waitForDevice: (signal) => byMail((mail) => mail.waitForDevice(signal)),
    verify: (code, typedIn, signal) => byMail((mail) => mail.verify(code, typedIn, signal)),
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
