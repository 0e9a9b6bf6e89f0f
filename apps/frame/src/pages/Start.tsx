/** @jsxImportSource preact */
import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { SignIn as SignInJob } from '../handlers/createSignIn.js'
import type { Keyring } from '../worker/messages.js'
import { CodeSignIn } from './CodeSignIn.js'
import { createLoginJobs } from './loginJobs.js'
import { Note, Page } from './Page.js'
import type { PageContext } from './pageContext.js'
import { SignIn } from './SignIn.js'
import { signInByCode } from './signInByCode.js'
import { type LinkWait, signInHere } from './signInHere.js'
import { strings } from './strings.js'

/** Renders the content of a window once signed in. */
export type PageView<K extends Keyring> = (props: {
  context: PageContext<K>
  signal: AbortSignal
  /** The line about the wallet's account. */
  account: string
  /** The recovery code that this window was signed in by. */
  code?: string | undefined
}) => JSX.Element
/** The pages of the wallet. */
export type PageName = 'security' | 'export' | 'recover'

/** Draws a page when signed in, and the sign-in otherwise. */
export function Start<K extends Keyring>({
  page,
  context,
  signIn,
  onSignOut,
  View,
}: {
  page: PageName
  context: PageContext<K>
  signIn: SignInJob
  onSignOut: () => Promise<void>
  View: PageView<K>
}) {
  const { sessions, walletName, isLent, embedder, ended } = context
  const [account, setAccount] = useState<string | null>()
  const [hasSignedIn, setSignedIn] = useState(page !== 'recover')
  const [isByCode, setByCode] = useState(false)
  const [code, setCode] = useState<string>()
  const [signal] = useState(() => new AbortController().signal)
  const [providers, setProviders] = useState<readonly string[]>([])
  const isAsking = account === null && !isLent
  useEffect(() => {
    // Without an answer there is the e-mail address.
    if (isAsking) void context.logins.offered().then(setProviders, () => {})
  }, [isAsking, context.logins])
  const look = useCallback(async () => {
    const session = await sessions.read()
    // What an earlier visit left signed in is no start for bringing a wallet back.
    setAccount(session && hasSignedIn ? (session.email ?? '') : null)
  }, [sessions, hasSignedIn])
  useEffect(() => {
    void look()
    const onEnd = () => void look()
    ended.addEventListener('ended', onEnd)
    return () => ended.removeEventListener('ended', onEnd)
  }, [look, ended])
  const onSignIn = async (email: string, onWait: (wait: LinkWait | undefined) => void) => {
    await signInHere(context, signIn, email, { onWait, signal })
    setSignedIn(true)
    await look()
  }

  const onProvider = async (provider: string) => {
    await createLoginJobs(context, signal).signIn(provider, signIn)
    setSignedIn(true)
    await look()
  }
  const onStart = async () => {
    const back = context.takeBack('sign-in')
    if (back === undefined) return
    await createLoginJobs(context, signal).finish(back, signIn)
    setSignedIn(true)
    await look()
  }

  if (account === undefined) return null
  if (account === null && isLent)
    return (
      <Page walletName={walletName} title={strings.emailTitle[page]}>
        <Note tone="warning">{strings.ended}</Note>
      </Page>
    )
  if (account === null && isByCode)
    return (
      <CodeSignIn
        walletName={walletName}
        onBack={() => setByCode(false)}
        onCode={async (typed) => {
          await signInByCode(context, typed, signal)
          setCode(typed)
          setSignedIn(true)
        }}
      />
    )
  if (account === null)
    return (
      <SignIn
        page={page}
        walletName={walletName}
        onStart={onStart}
        onSignIn={onSignIn}
        onCancel={signIn.cancel}
        onCode={page === 'recover' ? () => setByCode(true) : undefined}
        providers={providers}
        onProvider={onProvider}
      />
    )
  return (
    <>
      <View context={context} signal={signal} account={account} code={code} />
      <footer class="lp-end lf-soft lf-small">
        {isLent ? (
          strings.forSite(embedder.origin)
        ) : (
          <button type="button" class="lf-link" onClick={() => void onSignOut().then(look)}>
            {strings.signOut}
          </button>
        )}
      </footer>
    </>
  )
}
