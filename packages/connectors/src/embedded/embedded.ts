import type { CreateConnector, EmbeddedConnector, Host } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createEmbedded } from './createEmbedded.js'
import { mountFrame } from './mountFrame.js'

/** The parameters of `embedded`. */
export type EmbeddedParameters = {
  /**
   * The URL of the wallet, on an origin of its own: `https://wallet.example`, or the whole URL of its frame.
   * Default: `http://localhost:4402/sdk` on a page of this machine, none elsewhere.
   */
  readonly url?: string
  /** The project ID of this app at the wallet's server. Default: `latchkey`. */
  readonly projectId?: string
  /** The displayed name. Default: `E-mail`. */
  readonly name?: string
  /**
   * A button for each social login of the wallet's server, and for passkeys where it supports them. The list is fetched from that
   * server when the Connect view opens, so the page's CSP must allow the request. False: none is offered or fetched. Default true.
   */
  readonly socials?: boolean
  /** False: the wallet's frame writes nothing to the console. Default true. */
  readonly enableLogger?: boolean
}

/**
 * Signs visitors in by e-mail, to a wallet in a frame of another origin: the page cannot reach keys and codes.
 *
 * @param parameters - See {@link EmbeddedParameters}.
 * @returns A connector for `createConfig({ connectors })`.
 * @throws INVALID_CONFIG when the URL is none of the web, or is not safe to take a wallet from; and without one on a page that is
 * not of this machine.
 *
 * @example
 * import { createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * import { embedded } from '@latchkey/connectors/embedded'
 * const config = createConfig({ chains: [mainnet], connectors: [embedded({ url: 'https://wallet.example' })] })
 */
export function embedded(
  parameters: EmbeddedParameters = {},
): CreateConnector & ((host: Host) => EmbeddedConnector<'ID_AUTH'>) {
  const { projectId = 'latchkey', name = 'E-mail', enableLogger = true, socials = true } = parameters
  const url = readUrl(parameters.url ?? localUrl())
  return (host) => {
    const mount = typeof document === 'undefined' ? undefined : mountFrame
    return createEmbedded(host, { url, projectId, name, enableLogger, socials, mount })
  }
}

/** The wallet of the local environment. Elsewhere there is no default: operators host it themselves. */
function localUrl(): string {
  // On a server there is no page to put the frame into.
  if (typeof location === 'undefined' || isLocal(location.hostname)) return 'http://localhost:4402/sdk'
  throw new LatchkeyError('INVALID_CONFIG', 'embedded() needs the URL of the wallet on this site', {
    hints: ['Give the https address of the wallet’s own origin: embedded({ url: "https://wallet.example" }).'],
  })
}

function isLocal(hostname: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname)
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(url.hostname)))) {
    throw new LatchkeyError('INVALID_CONFIG', `The wallet cannot be taken from '${text.slice(0, 200)}'`, {
      hints: ['Give the https address of the wallet’s own origin, such as https://wallet.example.'],
    })
  }
  if (url.pathname === '/') url.pathname = '/sdk'
  return url
}
