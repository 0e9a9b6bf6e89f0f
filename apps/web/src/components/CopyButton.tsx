import { useEffect, useState } from 'react'
import { Icon } from './Icon.js'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <button type="button" className="copy" aria-label={label} onClick={copy}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select it instead' : 'Copy'}
      </span>
    </button>
  )
}
