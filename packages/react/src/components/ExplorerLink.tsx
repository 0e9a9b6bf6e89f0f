import type { Chain } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { Icon } from '../primitives/Icon.js'

/** Opens a transaction in the network's block explorer, in another tab; nothing where there is none. */
export function ExplorerLink({ chain, hash }: { chain: Chain; hash: string }) {
  const strings = useAccountStrings()
  const explorer = chain.blockExplorers?.default
  const href = explorer && transactionUrl(explorer.url, hash)
  if (!explorer || !href) return null
  const label = strings.openExplorer(explorer.name)
  return (
    <a
      className="lk-icon-button"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
    >
      <Icon name="external" />
    </a>
  )
}

/** Where an explorer shows a transaction; what stands behind its address, such as which chain is meant, stays there. */
function transactionUrl(explorer: string, hash: string): string | undefined {
  if (!URL.canParse(explorer)) return undefined
  const url = new URL(explorer)
  if (!/^https?:$/.test(url.protocol)) return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
  return url.href
}
