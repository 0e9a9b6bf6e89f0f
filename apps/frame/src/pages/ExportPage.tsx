/** @jsxImportSource preact */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { isRefusal } from '../api/walletServerError.js'
import { type ExportKeyring, type ImportedKey, wordsAtOnce } from '../worker/exportCalls.js'
import { ConfirmLogin } from './ConfirmLogin.js'
import { Kit } from './Kit.js'
import { createLoginJobs } from './loginJobs.js'
import { openWallet } from './openWallet.js'
import { Button, Note, Page, Part } from './Page.js'
import type { PageContext } from './pageContext.js'
import { Reveal } from './Reveal.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** The words, or the imported key that `of` names: in how many groups of how many parts it is shown. */
type Shown = { of?: ImportedKey; groups: number; count: number }

/** Shows the wallet's words and imported keys to its owner, group by group, and saves them as an encrypted file. */
export function ExportPage({
  context,
  signal,
  account,
}: {
  context: PageContext<ExportKeyring>
  signal: AbortSignal
  account: string
}) {
  const { keyring, walletName } = context
  const [opened, setOpened] = useState<{ walletId: string; shown: readonly Shown[] }>()
  const [isUnderstood, setUnderstood] = useState(false)
  const job = useJob()
  const logins = useMemo(() => createLoginJobs(context, signal), [context, signal])
  const [providers, setProviders] = useState<readonly string[]>([])

  const { run } = job
  useEffect(() => {
    const back = context.takeBack('step-up')
    if (back === undefined) return
    void run(async () => {
      await logins.confirmBack(back)
      return strings.confirmedBack
    })
  }, [context, logins, run])

  async function open(): Promise<undefined> {
    const { walletId } = await openWallet(context, 'export', signal).catch(async (error: unknown) => {
      // A person without a mailbox here confirms with an account.
      if (isRefusal(error, 'STEP_UP_REQUIRED'))
        setProviders((await context.logins.list()).logins.map(({ provider }) => provider))
      throw error
    })
    const { groups, count, imported } = await keyring.reveal({ group: 0 })
    const keys = await Promise.all(
      imported.map(async (of) => {
        const key = await keyring.reveal({ group: 0, of })
        return { of, groups: key.groups, count: key.count }
      }),
    )
    setOpened({ walletId, shown: [{ groups, count }, ...keys] })
    return undefined
  }
  async function read(group: number, of?: ImportedKey): Promise<string[]> {
    try {
      return (await keyring.reveal({ group, ...(of && { of }) })).words
    } catch {
      // Its time was over: what was shown is gone, and it begins anew.
      setOpened(undefined)
      return []
    }
  }
  function end(): void {
    void keyring.lock({})
    setOpened(undefined)
    setUnderstood(false)
  }

  return (
    <Page walletName={walletName} title={strings.exportTitle} account={account}>
      {!opened ? (
        <Part>
          <Note tone="danger">{strings.exportWarning}</Note>
          <p>{strings.exportAlone}</p>
          <label class="lf-check">
            <input
              type="checkbox"
              checked={isUnderstood}
              onChange={({ currentTarget: { checked } }) => setUnderstood(checked)}
            />
            <span>{strings.exportUnderstand}</span>
          </label>
          {job.told && <Note tone="success">{job.told}</Note>}
          <ConfirmLogin job={job} providers={providers} onConfirm={(provider) => logins.confirm(provider)} />
          <Button kind="danger" isOff={!isUnderstood || job.isBusy} onPress={() => void job.run(open)}>
            {job.isBusy ? strings.busy : strings.exportStart}
          </Button>
        </Part>
      ) : (
        <>
          {opened.shown.map(({ of, groups, count }) => (
            <Part key={of} title={of ? strings.keyTitle[of] : strings.wordsTitle}>
              <p>{of ? strings.keyLead[of] : strings.wordsLead}</p>
              {!of && opened.shown.length > 1 && <Note tone="warning">{strings.wordsBeside}</Note>}
              <ol class="lf-list lp-list">
                {Array.from({ length: groups }, (_, group) => (
                  <Reveal
                    key={group}
                    group={group}
                    size={wordsAtOnce}
                    count={count}
                    isKey={of !== undefined}
                    read={(at) => read(at, of)}
                  />
                ))}
              </ol>
            </Part>
          ))}
          <Kit context={context} walletId={opened.walletId} signal={signal} />
          <Button onPress={end}>{strings.exportEnd}</Button>
        </>
      )}
      <p class="lp-more">
        <a href="/security">{strings.securityLink}</a>
      </p>
    </Page>
  )
}
