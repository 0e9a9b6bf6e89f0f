import type { ChainId } from '@latchkey/protocol/caip'
import type { LatchkeyError } from '@latchkey/protocol/errors'
import { pairingMargin } from '@latchkey/protocol/internal/limits'
import type { SignInRequest } from '@latchkey/protocol/siwx'
import type { Metadata } from './config/metadata.js'
import type { Connector, WalletSession } from './connector.js'

/**
 * Where a pairing stands: nothing is offered, the relay is being asked, a URI waits for a wallet, a wallet has answered, or it
 * failed.
 */
export type PairingStatus = 'idle' | 'starting' | 'waiting' | 'approved' | 'failed'

/** The state of the offered pairing. */
export type PairingState = {
  readonly status: PairingStatus
  /** The content of the QR code; undefined until the relay has stored the proposal, and after the end. */
  readonly uri: string | undefined
  /** When the URI expires (milliseconds since 1970), 4 minutes after it was made; undefined without a URI. */
  readonly expiresAt: number | undefined
  /** Why it failed; the same that `approved` rejects with. */
  readonly error: LatchkeyError | undefined
  /** The wallet's metadata, once one has approved. */
  readonly wallet: Metadata | undefined
}

/** INTERFACE: how a page offers itself to a wallet on another device. */
export type Pairing = {
  getState(): PairingState
  subscribe(listener: () => void): () => void
  /**
   * Preloads what `start` needs: the code and a connection to the relay, which closes if `start` does not follow within 30 s.
   * Offers nothing, and never fails.
   */
  prepare?(): void
  /**
   * Offers a URI, renewed each time it expires until a wallet approves or rejects. A second call joins the open offer; a call
   * after it has ended starts a new one. Does not connect the wallet: `connect` does.
   *
   * @param options.chains - The chains to ask for, the one to begin with first; default: all chains of the config.
   * @param options.required - The chain without whose family the page cannot work; default: none, any of the chains will do.
   * @param options.signIn - The sign-in request for the same approval, where the wallet supports it and all chains are of
   * `eip155`; the proof is in `Session.signIn`. Other wallets only connect.
   * @param options.signal - Withdraws the offer.
   * @returns The URI and its end, once the relay keeps the proposal. `approved` settles with the wallet's answer:
   * CONNECTION_REJECTED, ABORTED, CHAINS_NOT_SUPPORTED when the wallet supports none of the chains, or not the required
   * family, WALLET_BAD_ANSWER when it signed something else than it was asked to.
   * @throws RPC_UNREACHABLE when the relay does not answer; ABORTED.
   */
  start(options?: {
    readonly chains?: readonly ChainId[]
    readonly required?: ChainId
    readonly signIn?: SignInRequest
    readonly signal?: AbortSignal
  }): Promise<{ readonly uri: string; readonly expiresAt: number; readonly approved: Promise<WalletSession> }>
}

/** A connector that reaches a wallet by a URI: `connect` offers it in `pairing` and waits for the approval. */
export type PairingConnector<id extends string = string> = Connector<id> & {
  readonly kind: 'walletConnect'
  readonly pairing: Pairing
}

/**
 * Returns whether a connector reaches its wallet by a URI, shown as a QR code or opened as a link.
 *
 * @param connector - Any connector.
 * @returns True for the wallet-connection protocol.
 *
 * @example
 * import { isPairing } from '@latchkey/core'
 * const phone = config.connectors.find(isPairing)
 */
export function isPairing<id extends string>(connector: Connector<id>): connector is PairingConnector<id> {
  return connector.kind === 'walletConnect' && 'pairing' in connector
}

/**
 * Returns whether a pairing is too near to its end to be shown: a wallet needs some seconds to answer it.
 *
 * @param expiresAt - Its end in milliseconds since 1970; undefined when there is none.
 * @param now - The present, in milliseconds since 1970.
 * @returns True with 10 s or less to live, and without an end.
 *
 * @example
 * import { isPairingExpired } from '@latchkey/core'
 * isPairingExpired(Date.now() + 60_000) // false
 */
export function isPairingExpired(expiresAt: number | undefined, now = Date.now()): boolean {
  return expiresAt === undefined || expiresAt - now <= pairingMargin
}

/**
 * Writes the link that opens a wallet with a pairing.
 *
 * @param link - The wallet's own link: `example://`, `https://example.app/link`, or `http://localhost:4405` on this machine.
 * @param uri - The URI of the pairing.
 * @returns The whole link; undefined when the wallet's link is none that a page may open.
 *
 * @example
 * import { toPairingLink } from '@latchkey/core'
 * toPairingLink('example://', 'wc:ab…@2?…') // 'example://wc?uri=wc%3Aab…'
 */
export function toPairingLink(link: string, uri: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  if (scheme === undefined || closedSchemes.has(scheme)) return undefined
  if (scheme === 'http' && !isThisMachine(link)) return undefined
  const base = link.endsWith('/') ? link : `${link}/`
  const whole = /^[a-z][a-z0-9+.-]*:\/?$/i.test(link) ? `${scheme}://` : base
  return `${whole}wc?uri=${encodeURIComponent(uri)}`
}

// A directory is untrusted: none of its links may run a script, read a file or use plain HTTP.
const closedSchemes: ReadonlySet<string> = new Set(['javascript', 'data', 'blob', 'file', 'vbscript', 'about'])

/** Links to this machine may use plain HTTP: they leave it on no network. */
function isThisMachine(link: string): boolean {
  return URL.canParse(link) && /^(localhost|127\.0\.0\.1)$/.test(new URL(link).hostname)
}
