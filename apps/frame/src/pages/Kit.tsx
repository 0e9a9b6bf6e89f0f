/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { readRecoveryCode } from '../factors/recoveryCode.js'
import type { ExportKeyring } from '../worker/exportCalls.js'
import { makeKit } from './makeKit.js'
import { Button, Note, Part } from './Page.js'
import type { PageContext } from './pageContext.js'
import { saveFile } from './saveFile.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Saves the words as a file that opens with the recovery code. */
export function Kit({
  context,
  walletId,
  signal,
}: {
  context: PageContext<ExportKeyring>
  walletId: string
  signal: AbortSignal
}) {
  const { custody } = context
  const [factorId, setFactorId] = useState<string | null>()
  const [code, setCode] = useState('')
  const job = useJob()
  useEffect(() => {
    custody
      .listFactors({ signal })
      .then(({ factors }) => setFactorId(factors.find(({ kind }) => kind === 'code')?.factorId ?? null))
      .catch(() => setFactorId(null))
  }, [custody, signal])

  async function save(): Promise<string> {
    readRecoveryCode(code)
    saveFile(await makeKit(context, { walletId, factorId: factorId ?? '', code, signal }))
    setCode('')
    return strings.kitMade
  }
  return (
    <Part title={strings.kitTitle}>
      <p>{strings.kitLead}</p>
      {factorId === null && <p class="lf-soft lf-small">{strings.kitNeedsCode}</p>}
      {factorId && (
        <form
          class="lf-stack"
          onSubmit={(event) => {
            event.preventDefault()
            void job.run(save)
          }}
        >
          <label class="lp-field">
            <span>{strings.kitCode}</span>
            <input
              class="lp-mono"
              value={code}
              autoComplete="off"
              autoCapitalize="characters"
              spellcheck={false}
              onInput={({ currentTarget: { value } }) => setCode(value)}
            />
          </label>
          {job.problem && <Note tone="danger">{job.problem}</Note>}
          {job.told && <Note tone="success">{job.told}</Note>}
          <Button isOff={job.isBusy || code.trim() === ''}>{job.isBusy ? strings.busy : strings.kitMake}</Button>
        </form>
      )}
    </Part>
  )
}
