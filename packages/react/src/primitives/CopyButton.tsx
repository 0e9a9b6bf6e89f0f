import { useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { Icon } from './Icon.js'

/** A button that copies a text and says that it did: an icon, a text with an icon, or a button with words. */
export function CopyButton({
  text,
  label,
  children,
  kind = children ? 'text' : 'icon',
}: {
  text: string
  label: string
  children?: React.ReactNode
  kind?: 'icon' | 'text' | 'button'
}) {
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

  const icon = <Icon name={copied ? 'check' : 'copy'} size={kind === 'text' ? 16 : 20} />
  if (kind === 'button') {
    return (
      <button type="button" className="lk-button" data-kind="secondary" onClick={copy}>
        {icon}
        <span className="lk-button-label" aria-live="polite">
          {copied ? strings.copied : label}
        </span>
      </button>
    )
  }
  const says = copied ? strings.copied : label
  if (kind === 'text') {
    return (
      <button type="button" className="lk-copy" onClick={copy}>
        {children}
        <span className="lk-hidden" aria-live="polite">
          {says}
        </span>
        {icon}
      </button>
    )
  }
  return (
    <button type="button" className="lk-icon-button" onClick={copy} aria-label={says} title={label}>
      {icon}
    </button>
  )
}
