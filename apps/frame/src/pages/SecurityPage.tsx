/** @jsxImportSource preact */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import { messageOf } from '../screens/messageOf.js'
import { AskDeletion } from './AskDeletion.js'
import { ChangeEmail } from './ChangeEmail.js'
import { createLoginJobs } from './loginJobs.js'
import { NewCode, pickGroups } from './NewCode.js'
import { confirmByCode } from './openWallet.js'
import { createOwnerJobs } from './ownerJobs.js'
import { Page } from './Page.js'
import type { PageContext } from './pageContext.js'
import { type Chosen, type Doing, Everything, type Known } from './SecurityParts.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

type SecurityPageProps = { context: PageContext; signal: AbortSignal; account: string }

/** The security page: who can unlock and restore the wallet, and all that its owner can change. */
export function SecurityPage({ context, signal, account }: SecurityPageProps) {
  const { embedder, newEmail, now, walletName } = context
  const jobs = useMemo(() => createOwnerJobs(context, signal), [context, signal])
  const { known, problem, load } = useKnown(context, signal)
  // A new wallet without an e-mail address opens here to add one.
  const [code, setCode] = useState(() => (location.hash === '#code' ? newCode(false) : undefined))
  const [email, setEmail] = useState(account)
  const [page, setPage] = useState<'all' | 'email' | 'delete'>(newEmail === undefined ? 'all' : 'email')
  const { job, run } = useRun(load)
  const loginJobs = useMemo(() => createLoginJobs(context, signal), [context, signal])
  const [chosen, setChosen] = useChosen(context, loginJobs, job)

  const hasMail = known?.logins.logins.some(({ provider }) => provider === 'email') !== false
  /** Goes on at once, or where no code can be sent once an account has confirmed. */
  const confirmed = (next: () => void) =>
    hasMail
      ? next()
      : void job.run(async () => {
          await confirmByCode(context, signal)
          next()
          return undefined
        })
  const doing: Doing = { context, jobs, job, run }
  const showCode = (isForKey: boolean) => confirmed(() => setCode(newCode(isForKey)))

  if (code)
    return (
      <Page walletName={walletName} title={strings.codeTitle} account={email}>
        <NewCode
          code={code.text}
          asked={code.asked}
          replaces={known?.factors.some(({ kind }) => kind === 'code') ?? false}
          onCancel={() => setCode(undefined)}
          onSave={async () => {
            await (code.isForKey ? jobs.replaceKey(code.text) : jobs.addCode(code.text))
            setCode(undefined)
            void run(async () => (code.isForKey ? strings.lostReplaced : strings.codeAdded))
          }}
        />
      </Page>
    )
  if (page === 'email')
    return (
      <Page walletName={walletName} title={strings.emailChangeTitle} account={email}>
        <ChangeEmail
          wanted={newEmail}
          origin={embedder.origin}
          onChange={async (wanted) => {
            const changed = await jobs.changeEmail(wanted)
            setEmail(changed)
            setPage('all')
            void run(async () => strings.emailChanged(changed))
          }}
          onCancel={() => setPage('all')}
        />
      </Page>
    )
  const what = known?.hasWallet === false ? 'data' : 'wallet'
  if (page === 'delete' && known)
    return (
      <Page walletName={walletName} title={strings.deleteTitle[what]} account={email}>
        <AskDeletion
          what={what}
          dueAt={now() + known.deletion.waitMs}
          hasOwn={known.factors.some(({ kind }) => kind === 'passkey' || kind === 'code')}
          onDelete={async () => {
            await jobs.deleteWallet()
            setPage('all')
            void run(async () => strings.deleteAsked)
          }}
          onCancel={() => setPage('all')}
        />
      </Page>
    )
  return (
    <Page walletName={walletName} title={strings.emailTitle.security} account={email}>
      <Everything
        {...doing}
        known={known}
        problem={problem}
        onLoad={() => void load()}
        what={what}
        loginJobs={loginJobs}
        chosen={chosen}
        onChosen={setChosen}
        email={hasMail ? email : undefined}
        onEmail={() => setPage('email')}
        onCode={showCode}
        onDelete={() => confirmed(() => setPage('delete'))}
      />
    </Page>
  )
}

/** Reads all that the page shows, and reads it again. */
function useKnown(context: PageContext, signal: AbortSignal) {
  const { auth, custody, owner } = context
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      const { device } = await auth.readSession({ signal })
      const { devices } = await auth.listDevices({ signal })
      const { walletId, factors } = await custody.listFactors({ signal })
      const { restores } = await owner.listRestores()
      const deletion = await owner.readDeletion()
      const logins = await context.logins.list()
      const { frozenUntil } = device
      setKnown({ hasWallet: walletId !== null, factors, devices, restores, logins, frozenUntil, deletion })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }, [auth, context.logins, custody, owner, signal])
  useEffect(() => void load(), [load])
  return { known, problem, load }
}

/** The provider's account of a redirect that has just returned. */
function useChosen(
  context: PageContext,
  loginJobs: ReturnType<typeof createLoginJobs>,
  { run }: Pick<ReturnType<typeof useJob>, 'run'>,
) {
  const [chosen, setChosen] = useState<Chosen>()
  useEffect(() => {
    const back = context.takeBack('link', 'step-up')
    if (back === undefined) return
    void run(async () => {
      if (back.purpose === 'step-up') {
        await loginJobs.confirmBack(back)
        return strings.confirmedBack
      }
      setChosen(await loginJobs.readChosen(back))
      return undefined
    })
  }, [context, loginJobs, run])
  return [chosen, setChosen] as const
}

/** Does what is asked for one after the other, and then reads everything again. */
function useRun(load: () => Promise<void>) {
  const job = useJob()
  // The outcome is at the top, out of view after a press further down.
  useEffect(() => {
    if (job.problem ?? job.told) scrollTo({ top: 0 })
  }, [job.problem, job.told])
  const run = (work: () => Promise<string>) =>
    void job.run(async () => {
      const told = await work()
      await load()
      return told
    })
  return { job, run }
}

function newCode(isForKey: boolean): { text: string; asked: readonly [number, number]; isForKey: boolean } {
  return { text: createRecoveryCode(), asked: pickGroups(), isForKey }
}
