import type { Chain } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { Icon } from '../primitives/Icon.js'

/** Opens a transaction or a token in the network's block explorer, in another tab; nothing where there is none. */
export function ExplorerLink({
  chain,
  ...what
}: {
  chain: Chain
} & ({ hash: string } | { /** Its plain address. */ token: string })) {
  const strings = useAccountStrings()
  const explorer = chain.blockExplorers?.default
  const href = explorer && pageUrl(explorer.url, pathOf(chain, what))
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

/** Explorers of EVM chains have a page for tokens; the others show one at its address. */
function pathOf({ chainNamespace }: Chain, what: { hash: string } | { token: string }): string {
  if ('hash' in what) return `tx/${encodeURIComponent(what.hash)}`
  return `${chainNamespace === 'eip155' ? 'token' : 'address'}/${encodeURIComponent(what.token)}`
}

/** Where an explorer shows it; what stands behind its address, such as which chain is meant, stays there. */
function pageUrl(explorer: string, path: string): string | undefined {
  if (!URL.canParse(explorer)) return undefined
  const url = new URL(explorer)
  if (!/^https?:$/.test(url.protocol)) return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url.href
}
