import { useMemo } from 'react'
import { highlight } from '../code/highlight.js'
import { CopyButton } from './CopyButton.js'

/** Code to read and to take away. */
export function Code({ code, title }: { code: string; title?: string }) {
  const tokens = useMemo(() => highlight(code), [code])
  return (
    <figure className="code" data-titled={title !== undefined} dir="ltr">
      {title && (
        <figcaption>
          <span>{title}</span>
          <CopyButton text={code} label={`Copy ${title}`} />
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that is wider than its box must be scrollable by key */}
      <pre tabIndex={0}>
        <code>
          {tokens.map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity but their place
            <span key={index} data-kind={kind}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
