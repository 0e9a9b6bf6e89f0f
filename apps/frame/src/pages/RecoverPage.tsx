/** @jsxImportSource preact */
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import type { PreviewKeyring } from '../worker/exportCalls.js'
import { AddressList } from './AddressList.js'
import { ImportWallet } from './ImportWallet.js'
import { importWallet } from './importWallet.js'
import { keepDevice } from './keepDevice.js'
import { NewCode, pickGroups } from './NewCode.js'
import { type Opened, openWallet } from './openWallet.js'
import { createOwnerJobs } from './ownerJobs.js'
import { Button, Note, Page, Part } from './Page.js'
import type { PageContext } from './pageContext.js'
import { type Brought, readSecret } from './readSecret.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Brings a wallet back after everything was lost, and replaces the recovery code that did it. */
export function RecoverPage({
  context,
  signal,
  account,
  code: typed,
}: {
  context: PageContext<PreviewKeyring>
  signal: AbortSignal
  account: string
  code?: string | undefined
}) {
  const { walletName, storage, custody } = context
  const jobs = useMemo(() => createOwnerJobs(context, signal), [context, signal])
  const [opened, setOpened] = useState<Opened>()
  const [code, setCode] = useState<{ text: string; asked: readonly [number, number] }>()
  const [isReplaced, setReplaced] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [imported, setImported] = useState<Brought['imported']>([])
  const job = useJob()
  const { run } = job
  const restore = useCallback(
    () =>
      run(async () => {
        const back = await openWallet(context, 'recover', signal, { code: typed }).catch(async (error: unknown) => {
          // An account without a wallet can be given one.
          if (!isLatchkeyError(error, 'UNAUTHORIZED') || (await custody.listFactors({ signal })).walletId !== null)
            throw error
          setMissing(true)
          return undefined
        })
        if (!back) return undefined
        jobs.use(back)
        if (storage.isKept) await keepDevice(context, back, signal)
        setOpened(back)
        return undefined
      }),
    [context, custody, jobs, storage, run, signal, typed],
  )
  // A person who has just signed in came for this.
  useEffect(() => void restore(), [restore])

  const usedCode = opened?.by.kind === 'code' && !isReplaced
  if (code)
    return (
      <Page walletName={walletName} title={strings.codeTitle} account={account}>
        <NewCode
          code={code.text}
          asked={code.asked}
          replaces
          onCancel={() => setCode(undefined)}
          onSave={async () => {
            await jobs.addCode(code.text)
            setCode(undefined)
            setReplaced(true)
          }}
        />
      </Page>
    )
  return (
    <Page walletName={walletName} title={opened ? strings.recoverDone : strings.recoverTitle} account={account}>
      {job.problem && <Note tone="danger">{job.problem}</Note>}
      {!opened && isMissing && (
        <ImportWallet
          onRead={(text) => readSecret(context.keyring, text)}
          onBring={async (text) => {
            const brought = await readSecret(context.keyring, text)
            const back = await importWallet(context, brought.secret, signal)
            setImported(brought.imported)
            setOpened(back)
          }}
        />
      )}
      {!opened && !isMissing && (
        <Part>
          <Button kind="primary" isOff={job.isBusy} onPress={() => void restore()}>
            {job.isBusy ? strings.busy : strings.recoverAgain}
          </Button>
        </Part>
      )}
      {opened && usedCode && (
        <Part>
          <Note tone="warning">{strings.recoverCodeUsed}</Note>
          <Button kind="primary" onPress={() => setCode({ text: createRecoveryCode(), asked: pickGroups() })}>
            {strings.recoverNewCode}
          </Button>
        </Part>
      )}
      {opened && (
        <Part>
          {isReplaced && <Note tone="success">{strings.codeAdded}</Note>}
          <p>{strings.recoverAddresses(imported)}</p>
          <AddressList addresses={opened.addresses} />
          {storage.isKept && <p class="lf-soft lf-small">{strings.recoverKept}</p>}
        </Part>
      )}
      {opened && (
        <p class="lp-more">
          <a href="/security">{strings.securityLink}</a>
        </p>
      )}
    </Page>
  )
}
