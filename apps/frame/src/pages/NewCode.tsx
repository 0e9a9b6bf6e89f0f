/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { foldCode, groupsOf } from '../factors/recoveryCode.js'
import { Button, Note, Part } from './Page.js'
import { strings } from './strings.js'
import { useJob } from './useJob.js'

/** Shows a new recovery code once, and lets it count only when two groups of it were read from paper. */
export function NewCode({
  code,
  asked,
  replaces,
  onSave,
  onCancel,
}: {
  code: string
  /** Which two groups are asked for, from 0. */
  asked: readonly [number, number]
  replaces: boolean
  onSave: () => Promise<void>
  onCancel: () => void
}) {
  const [step, setStep] = useState<'show' | 'check'>('show')
  const [typed, setTyped] = useState<readonly [string, string]>(['', ''])
  const [isWrong, setWrong] = useState(false)
  const job = useJob()
  const groups = groupsOf(code)

  function check(): void {
    const isRight = asked.every((group, at) => foldCode(typed[at] ?? '') === groups[group])
    setWrong(!isRight)
    if (isRight)
      void job.run(async () => {
        await onSave()
        return undefined
      })
  }

  if (step === 'show')
    return (
      <Part>
        <p>{strings.codeLead}</p>
        <ol class="lp-code" aria-label={strings.codeTitle} dir="ltr">
          {groups.map((group, at) => (
            <li key={`${at}-${group}`}>
              <span class="lf-soft lf-small" aria-hidden="true">
                {at + 1}
              </span>
              <code>{group}</code>
            </li>
          ))}
        </ol>
        <Note tone="warning">{strings.codeWarning}</Note>
        {replaces && <p class="lf-soft lf-small">{strings.codeReplaces}</p>}
        <div class="lp-buttons">
          <Button kind="primary" onPress={() => setStep('check')}>
            {strings.codeWritten}
          </Button>
          <Button onPress={onCancel}>{strings.cancel}</Button>
        </div>
      </Part>
    )
  return (
    <Part title={strings.codeCheckTitle}>
      <form
        class="lf-stack"
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        <p>{strings.codeCheckLead}</p>
        <div class="lp-groups">
          {asked.map((group, at) => (
            <label key={group} class="lp-field">
              <span>{strings.codeGroup(group + 1)}</span>
              <input
                class="lp-mono"
                value={typed[at]}
                maxLength={8}
                autoComplete="off"
                autoCapitalize="characters"
                spellcheck={false}
                aria-invalid={isWrong || undefined}
                onInput={({ currentTarget: { value } }) => {
                  setWrong(false)
                  setTyped(at === 0 ? [value, typed[1]] : [typed[0], value])
                }}
              />
            </label>
          ))}
        </div>
        {isWrong && <Note tone="danger">{strings.codeCheckWrong}</Note>}
        {job.problem && <Note tone="danger">{job.problem}</Note>}
        <div class="lp-buttons">
          <Button kind="primary" isOff={job.isBusy || typed.some((text) => text.trim() === '')}>
            {job.isBusy ? strings.busy : strings.codeSave}
          </Button>
          <Button isOff={job.isBusy} onPress={() => setStep('show')}>
            {strings.codeShowAgain}
          </Button>
        </div>
      </form>
    </Part>
  )
}

/**
 * Picks the two groups of a code that are asked for.
 *
 * @returns Two different groups, from 0, in their order.
 */
export function pickGroups(): readonly [number, number] {
  const [one = 0, two = 0] = crypto.getRandomValues(new Uint32Array(2))
  const first = one % 6
  return [first, first + 1 + (two % (6 - first))]
}
