import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { Icon } from './Icon.js'

/** A button that copies a text and says that it did. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: React.ReactNode }) {
  const { strings, toasts } = useLatchkey()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Without permission to write, the text can still be selected and copied by hand.
      toasts.show(strings.copyFailed, 'error')
    }
  }

  return (
    <button
      type="button"
      className={children ? 'lk-copy' : 'lk-icon-button'}
      onClick={copy}
      aria-label={copied ? strings.copied : label}
      title={label}
    >
      {children}
      <Icon name={copied ? 'check' : 'copy'} size={children ? 16 : 20} />
    </button>
  )
}
