import type { SignInState } from '@latchkey/core'
import type { Latchkey } from '../context.js'
import { signInStrings } from '../strings/signInStrings.js'

/** What was shown last, and whether the question is open; outlives the showing, which starts anew with other strings. */
const createQuestion = (): { isOpen: boolean; shown: SignInState } => ({ isOpen: false, shown: { status: 'idle' } })

/**
 * Shows in the modal what signing in asks for: the view to sign in for an account without a sign-in, and what becomes of it.
 *
 * @param latchkey - What the provider hands down.
 * @param signal - Aborts when the provider goes, or hands down something else.
 */
export function presentSignIn({ config, modal, toasts, strings, getOrCreate }: Latchkey, signal: AbortSignal): void {
  const store = config.signIn
  if (!store || signal.aborted) return
  const question = getOrCreate(createQuestion)

  const isShown = () => modal.getState().open && modal.getState().stack.some(({ view }) => view === 'SIWXSignMessage')

  const ask = () => {
    question.isOpen = true
    if (!isShown()) modal.open({ view: 'SIWXSignMessage' })
  }

  const look = () => {
    const now = store.getState()
    const last = question.shown
    if (now === last) return
    question.shown = now
    if (now.status === 'authenticating') toasts.show(strings.authenticating ?? signInStrings.authenticating, 'loading')
    else if (last.status === 'authenticating') toasts.hide()
    if (now.status === 'unsigned') {
      // Who signed out is not asked at once to sign in again.
      if (last.status !== 'signedIn') ask()
      return
    }
    const wasShown = isShown()
    question.isOpen = false
    if (now.status === 'failed') {
      toasts.show(now.error.message, 'error')
      if (modal.getState().open) modal.reset({ view: 'Connect' })
    } else if (now.status === 'signedIn' && wasShown) modal.close()
    else if (now.status === 'idle' && wasShown) modal.reset(modal.home())
  }

  const lookAtModal = () => {
    const { open, stack } = modal.getState()
    const view = stack.at(-1)?.view
    const { status } = store.getState()
    if (!open) question.isOpen = false
    // What was under way leads on when it is done: not past the question, and not to an account that is being left.
    else if (status === 'failed' && view === 'Account') modal.reset({ view: 'Connect' })
    else if (status === 'unsigned' && !isShown() && view !== 'UnsupportedChain') {
      if (question.isOpen || (view === 'Account' && store.adapter.getRequired?.())) ask()
    }
  }

  const stops = [store.subscribe(look), modal.subscribe(lookAtModal)]
  look()
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}
