import type { AccountId, ChainId, Namespace } from '@latchkey/protocol/caip'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import type { Chain } from './chain.js'
import type { AlertCode } from './config/alerts.js'
import type { Metadata } from './config/metadata.js'
import type { AccountFacts } from './connection/accountTypes.js'
import type { EmbeddedNamespace } from './connection/embeddedNamespace.js'
import type { WalletConnectNamespace } from './connection/walletConnectNamespace.js'
import type { Storage } from './storage/storage.js'

/** A connection method. */
export const connectorKinds = ['auth', 'walletConnect', 'injected', 'announced', 'multiChain', 'external'] as const

/** The connection method: embedded, WalletConnect protocol, on `window`, announced (EIP-6963), merged, or a vendor's SDK. */
export type ConnectorKind = (typeof connectorKinds)[number]

/** The metadata of a wallet. */
export type WalletIdentity = {
  readonly name: string
  /** An https address, or a `data:image/…` URL. */
  readonly icon?: string
}

/** The session that a wallet grants: its accounts, the active one first, and the active chain of each family. */
export type WalletSession = {
  readonly accounts: readonly [AccountId, ...AccountId[]]
  readonly chains: { readonly [namespace in Namespace]?: ChainId }
  /** The only chains that the wallet allows; absent when it does not limit them. */
  readonly approved?: readonly ChainId[]
  /** What the wallet reports of its accounts; absent where the family has no such facts. */
  readonly facts?: { readonly [account in AccountId]?: AccountFacts }
  /** Which wallet it is, where the connector reaches more than one. */
  readonly wallet?: WalletIdentity
  /** The sign-in signed with the approval, if requested; never stored. */
  readonly signIn?: readonly SignInProof[]
}

/** The events of a connector. */
export type ConnectorEvent =
  /** The wallet was connected from elsewhere (its own button, another library on the page). */
  | { readonly type: 'connect'; readonly session: WalletSession }
  /** The wallet changed its accounts or its chain. */
  | { readonly type: 'change'; readonly session: WalletSession }
  /** The wallet took its permission back or went away. */
  | { readonly type: 'disconnect' }

/** INTERFACE: one wallet, and how it is reached. Addresses become CAIP-10 in here and never later. */
export type Connector<id extends string = string> = {
  /** Unique in a config and the same on the next visit: an rdns, or a name of ours. */
  readonly id: id
  readonly kind: ConnectorKind
  readonly name: string
  /** A `data:image/…` URL. */
  readonly icon?: string
  readonly rdns?: string
  readonly namespaces: readonly Namespace[]
  /** Origins that it connects to, such as a relay; named in the console when the page's CSP blocks them. */
  readonly origins?: readonly string[]
  /**
   * Requests the wallet's accounts; may open the wallet. Rejects with a coded error. A wallet that supports it signs in
   * with the same approval; others ignore `signIn` and return a session without it.
   */
  connect(parameters: {
    readonly chainId?: ChainId
    readonly signIn?: SignInRequest
    readonly signal?: AbortSignal
  }): Promise<WalletSession>
  /** Requests the accounts without opening the wallet; `null` when the permission is gone. */
  reconnect(): Promise<WalletSession | null>
  disconnect(): Promise<void>
  /** Stops following the wallet without disconnecting it: another tab of the page has done that. */
  release?(): void
  /** Switches the wallet's chain; resolves once the wallet reports the new chain. */
  switchChain?(chain: Chain): Promise<void>
  /** The family's own provider object: EIP-1193 for `eip155`, else the interface that the family's package declares. */
  getProvider(namespace: Namespace): Promise<unknown>
}

/** INTERFACE: a source of connectors that may grow while the page lives (EIP-6963, Wallet Standard, another library). */
export type Discovery = {
  /** Calls back for each connector found, now and later, until the returned function is called. */
  discover(found: (connector: Connector) => void): () => void
}

/** What core provides to a connector. */
export type Host = {
  readonly chains: () => readonly Chain[]
  readonly storage: Storage
  /** Emits an event of the connector with this id. */
  readonly emit: (connectorId: string, event: ConnectorEvent) => void
  /** Reports a set-up mistake to the developer. */
  readonly alert?: (code: AlertCode, detail: string) => void
  /** The same in the console only, and the same words only once. */
  readonly warn?: (code: AlertCode, detail: string) => void
  /** The app's metadata, for wallets that show it. */
  readonly metadata?: Metadata | undefined
  /** The currency that the visitor reads values in, by its ISO 4217 code in small letters. */
  readonly currency?: () => string
  /** The WalletConnect part of a configured family. */
  readonly walletConnect?: (namespace: Namespace) => WalletConnectNamespace | undefined
  /** The embedded-wallet part of a configured family. */
  readonly embedded?: (namespace: Namespace) => EmbeddedNamespace | undefined
  /** Aborts when the config is destroyed; a connector then stops listening to its wallet. */
  readonly signal: AbortSignal
}

/** What `createConfig({ connectors })` takes: a function that gets a host and gives one connector, or a discovery of many. */
export type CreateConnector<id extends string = string> = (host: Host) => Connector<id> | Discovery

/** The ids that ways to reach a wallet give; any where wallets are found on the page. */
export type ConnectorIdOf<create extends CreateConnector> = create extends (host: Host) => infer made
  ? made extends Connector<infer id>
    ? id
    : string
  : never
