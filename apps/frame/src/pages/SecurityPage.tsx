/** @jsxImportSource preact */
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { messageOf } from '../face/messageOf.js'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import { nameDevice } from '../handlers/nameDevice.js'
import { AskDeletion } from './AskDeletion.js'
import { ChangeEmail } from './ChangeEmail.js'
import { ConfirmLogin } from './ConfirmLogin.js'
import { Deletion } from './Deletion.js'
import { Devices } from './Devices.js'
import { dateOf } from './dateOf.js'
import { Logins } from './Logins.js'
import { LostDevice } from './LostDevice.js'
import type { LinkedAccount } from './loginCalls.js'
import { createLoginJobs } from './loginJobs.js'
import { NewCode, pickGroups } from './NewCode.js'
import { confirmByCode, type Factor } from './openWallet.js'
import type { Restore } from './ownerCalls.js'
import { createOwnerJobs } from './ownerJobs.js'
import { Button, Note, Page, Part } from './Page.js'
import type { PageContext } from './pageContext.js'
import { Restores } from './Restores.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'
import { Ways } from './Ways.js'
import { WhoRestores } from './WhoRestores.js'
import { YourData } from './YourData.js'

type Known = {
  readonly hasWallet: boolean
  readonly factors: readonly Factor[]
  readonly devices: Awaited<ReturnType<PageContext['auth']['listDevices']>>['devices']
  readonly restores: readonly Restore[]
  readonly logins: Awaited<ReturnType<PageContext['logins']['list']>>
  readonly frozenUntil: number
  /** When the wallet is deleted, if it is, and how long that would take from now. */
  readonly deletion: { readonly dueAt: number | null; readonly waitMs: number }
}

/** Who can open and restore the wallet, and everything that its owner can change about it. */
export function SecurityPage({
  context,
  signal,
  account,
}: {
  context: PageContext
  signal: AbortSignal
  account: string
}) {
  const { auth, custody, embedder, newEmail, now, owner, walletName } = context
  const jobs = useMemo(() => createOwnerJobs(context, signal), [context, signal])
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<string>()
  // Who has just made a wallet without an e-mail comes for one.
  const [code, setCode] = useState(() => (location.hash === '#code' ? newCode(false) : undefined))
  const [email, setEmail] = useState(account)
  const [page, setPage] = useState<'all' | 'email' | 'delete'>(newEmail === undefined ? 'all' : 'email')
  const [chosen, setChosen] = useState<LinkedAccount & { challengeId: string }>()
  const job = useJob()
  const loginJobs = useMemo(() => createLoginJobs(context, signal), [context, signal])
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
  const { run: runJob } = job
  useEffect(() => {
    const back = context.takeBack('link', 'step-up')
    if (back === undefined) return
    void runJob(async () => {
      if (back.purpose === 'step-up') {
        await loginJobs.confirmBack(back)
        return strings.confirmedBack
      }
      setChosen(await loginJobs.readChosen(back))
      return undefined
    })
  }, [context, loginJobs, runJob])
  // What came of it stands at the top, which a person who pressed further down does not see.
  useEffect(() => {
    if (job.problem ?? job.told) scrollTo({ top: 0 })
  }, [job.problem, job.told])
  const run = (work: () => Promise<string>) =>
    job.run(async () => {
      const told = await work()
      await load()
      return told
    })

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
      {problem && (
        <Part>
          <Note tone="danger">{problem}</Note>
          <Button onPress={() => void load()}>{strings.tryAgain}</Button>
        </Part>
      )}
      <ConfirmLogin
        job={job}
        providers={known?.logins.logins.map(({ provider }) => provider) ?? []}
        onConfirm={(provider) => loginJobs.confirm(provider)}
      />
      {job.told && <Note tone="success">{job.told}</Note>}
      {known?.deletion.dueAt != null && (
        <Deletion
          what={what}
          dueAt={known.deletion.dueAt}
          isBusy={job.isBusy}
          onKeep={() =>
            void run(async () => {
              await owner.keepWallet()
              return strings.deleteKept[what]
            })
          }
        />
      )}
      {known && !known.hasWallet && <Note tone="warning">{strings.noWallet}</Note>}
      {known?.hasWallet && (
        <>
          {known.frozenUntil > Date.now() && <Note tone="warning">{strings.frozen(dateOf(known.frozenUntil))}</Note>}
          <Restores
            restores={known.restores}
            isBusy={job.isBusy}
            onStop={({ deviceId, name }) =>
              void run(async () => {
                await owner.answerRestore(deviceId, 'stop')
                return strings.restoreStopped(name)
              })
            }
            onAllow={({ deviceId, name }) =>
              void run(async () => {
                await jobs.allow(deviceId)
                return strings.restoreAllowed(name)
              })
            }
          />
          <WhoRestores
            factors={known.factors}
            isBusy={job.isBusy}
            onDelete={(id) =>
              void run(async () => strings.operatorGoes(dateOf((await jobs.removeFactor(id)).deleteAt)))
            }
            onKeep={(id) =>
              void run(async () => {
                await jobs.keepFactor(id)
                return strings.operatorStays
              })
            }
          />
          <Ways
            factors={known.factors}
            isBusy={job.isBusy}
            onRemove={(factor, name) =>
              void run(async () => {
                await jobs.removeFactor(factor.factorId)
                return strings.removed(name)
              })
            }
            onPasskey={() =>
              void run(async () => {
                await jobs.addPasskey(strings.passkeyNamed(nameDevice(navigator.userAgent)))
                return strings.passkeyAdded
              })
            }
            onCode={() => showCode(false)}
          />
          <Devices
            devices={known.devices}
            isBusy={job.isBusy}
            onRemove={({ id, name }) =>
              void run(async () => {
                await jobs.revoke(id)
                return strings.removed(name)
              })
            }
          />
          <Logins
            {...known.logins}
            job={job}
            onProve={() => loginJobs.prove()}
            chosen={chosen}
            onChosen={setChosen}
            onChoose={(provider) => loginJobs.choose(provider)}
            onLink={(challengeId, name) =>
              void run(async () => {
                await context.logins.agree(challengeId)
                return strings.linked(name)
              })
            }
            onRemove={({ id }, name) =>
              void run(async () => {
                await loginJobs.prove()
                await context.logins.remove(id)
                return strings.loginRemoved(name)
              })
            }
          />
          {hasMail && (
            <Part title={strings.emailPart}>
              <p class="lf-break">{strings.emailIs(email)}</p>
              <Button isOff={job.isBusy} onPress={() => setPage('email')}>
                {strings.emailChange}
              </Button>
            </Part>
          )}
          <LostDevice
            isBusy={job.isBusy}
            onReplace={() => {
              if (known.factors.some(({ kind }) => kind === 'code')) return showCode(true)
              void run(async () => {
                await jobs.replaceKey(undefined)
                return strings.lostReplaced
              })
            }}
          />
        </>
      )}
      {known && (
        <YourData
          what={what}
          isBusy={job.isBusy}
          onSave={() =>
            void run(async () => {
              await jobs.saveData()
              return strings.dataSaved
            })
          }
          onDelete={known.deletion.dueAt === null ? () => confirmed(() => setPage('delete')) : undefined}
        />
      )}
      {known?.hasWallet && (
        <p class="lp-more">
          <a href="/export">{strings.exportLink}</a>
        </p>
      )}
    </Page>
  )
}

function newCode(isForKey: boolean): { text: string; asked: readonly [number, number]; isForKey: boolean } {
  return { text: createRecoveryCode(), asked: pickGroups(), isForKey }
}
