/** @jsxImportSource preact */

import { formatDate } from '../dates.js'
import { nameDevice } from '../handlers/nameDevice.js'
import { ConfirmLogin } from './ConfirmLogin.js'
import { Deletion } from './Deletion.js'
import { Devices } from './Devices.js'
import { FactorList } from './FactorList.js'
import { Logins } from './Logins.js'
import { LostDevice } from './LostDevice.js'
import type { LinkedAccount } from './loginCalls.js'
import type { createLoginJobs } from './loginJobs.js'
import type { Factor } from './openWallet.js'
import type { Restore } from './ownerCalls.js'
import type { createOwnerJobs } from './ownerJobs.js'
import { Button, Note, Part } from './Page.js'
import type { PageContext } from './pageContext.js'
import { Restores } from './Restores.js'
import { strings } from './strings.js'
import type { useJob } from './useJob.js'
import { WhoRestores } from './WhoRestores.js'
import { YourData } from './YourData.js'

/** All that the page shows. */
export type Known = {
  readonly hasWallet: boolean
  readonly factors: readonly Factor[]
  readonly devices: Awaited<ReturnType<PageContext['auth']['listDevices']>>['devices']
  readonly restores: readonly Restore[]
  readonly logins: Awaited<ReturnType<PageContext['logins']['list']>>
  readonly frozenUntil: number
  /** When the wallet is deleted, if it is, and how long that would take from now. */
  readonly deletion: { readonly dueAt: number | null; readonly waitMs: number }
}

/** An account that was chosen at a provider, to be linked. */
export type Chosen = LinkedAccount & { readonly challengeId: string }

/** What the parts of the page work with; `run` reads everything again once the work is done. */
export type Doing = {
  readonly context: PageContext
  readonly jobs: ReturnType<typeof createOwnerJobs>
  readonly job: ReturnType<typeof useJob>
  readonly run: (work: () => Promise<string>) => void
}

/** The calls that list and change logins. */
type Entering = {
  readonly loginJobs: ReturnType<typeof createLoginJobs>
  readonly chosen: Chosen | undefined
  readonly onChosen: (chosen: Chosen | undefined) => void
  /** The address, where it is one that can be changed. */
  readonly email: string | undefined
  readonly onEmail: () => void
}

/** All parts of the page, below each other. */
export function Everything({
  known,
  problem,
  onLoad,
  what,
  onCode,
  onDelete,
  ...more
}: Doing &
  Entering & {
    known: Known | undefined
    problem: string | undefined
    onLoad: () => void
    what: 'data' | 'wallet'
    /** Creates a recovery code, also one with which a new key is made. */
    onCode: (isForKey: boolean) => void
    onDelete: () => void
  }) {
  const { context, jobs, job, run, loginJobs } = more
  return (
    <>
      {problem && (
        <Part>
          <Note tone="danger">{problem}</Note>
          <Button onPress={onLoad}>{strings.tryAgain}</Button>
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
              await context.owner.keepWallet()
              return strings.deleteKept[what]
            })
          }
        />
      )}
      {known && !known.hasWallet && <Note tone="warning">{strings.noWallet}</Note>}
      {known?.hasWallet && (
        <>
          <WaysBack {...more} known={known} onCode={() => onCode(false)} />
          <WaysIn {...more} known={known} onCode={() => onCode(true)} />
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
          onDelete={known.deletion.dueAt === null ? onDelete : undefined}
        />
      )}
      {known?.hasWallet && (
        <p class="lp-more">
          <a href="/export">{strings.exportLink}</a>
        </p>
      )}
    </>
  )
}

/** The factors that restore the wallet, and the pending requests of browsers. */
function WaysBack({ context: { owner }, jobs, job, run, known, onCode }: Doing & { known: Known; onCode: () => void }) {
  return (
    <>
      {known.frozenUntil > Date.now() && <Note tone="warning">{strings.frozen(formatDate(known.frozenUntil))}</Note>}
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
          void run(async () => strings.operatorGoes(formatDate((await jobs.removeFactor(id)).deleteAt)))
        }
        onKeep={(id) =>
          void run(async () => {
            await jobs.keepFactor(id)
            return strings.operatorStays
          })
        }
      />
      <FactorList
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
        onCode={onCode}
      />
    </>
  )
}

/** The browsers that can unlock the wallet, and its logins. */
function WaysIn({
  context,
  jobs,
  job,
  run,
  known,
  loginJobs,
  chosen,
  onChosen,
  email,
  onEmail,
  onCode,
}: Doing & Entering & { known: Known; onCode: () => void }) {
  return (
    <>
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
        onChosen={onChosen}
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
      {email !== undefined && (
        <Part title={strings.emailPart}>
          <p class="lf-break">{strings.emailIs(email)}</p>
          <Button isOff={job.isBusy} onPress={onEmail}>
            {strings.emailChange}
          </Button>
        </Part>
      )}
      <LostDevice
        isBusy={job.isBusy}
        onReplace={() => {
          if (known.factors.some(({ kind }) => kind === 'code')) return onCode()
          void run(async () => {
            await jobs.replaceKey(undefined)
            return strings.lostReplaced
          })
        }}
      />
    </>
  )
}
