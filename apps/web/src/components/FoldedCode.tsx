import { useNarrow } from '../useNarrow.js'
import { Code } from './Code.js'

/** Code beside what it does; on a phone it would stand between that and the next thing, so there it is folded. */
export function FoldedCode({ code, title }: { code: string; title?: string }) {
  const shown = <Code code={code} {...(title === undefined ? {} : { title })} />
  if (!useNarrow()) return shown
  return (
    <details className="fold">
      <summary>Show the code</summary>
      {shown}
    </details>
  )
}
