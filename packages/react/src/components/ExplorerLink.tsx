import type { Network } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { Icon } from '../primitives/Icon.js'

/** Opens a transaction in the network's block explorer, in another tab; nothing where there is none. */
export function ExplorerLink({ network, hash }: { network: Network; hash: string }) {
  const { strings } = useLatchkey()
  const explorer = network.blockExplorers?.default
  if (!explorer || !/^https?:\/\//.test(explorer.url)) return null
  const label = strings.openExplorer(explorer.name)
  return (
    <a
      className="lk-icon-button"
      href={`${explorer.url.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
    >
      <Icon name="external" />
    </a>
  )
}
