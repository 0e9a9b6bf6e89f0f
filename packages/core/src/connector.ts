import type { AccountId, ChainId, Namespace } from '@latchkey/protocol/caip'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import type { Chain } from './chain.js'
import type { AlertCode } from './config/alerts.js'
import type { Metadata } from './config/metadata.js'
import type { AccountFacts } from './connection/accountTypes.js'
import type { EmbeddedNamespace } from './connection/embeddedNamespace.js'
import type { WalletConnectNamespace } from './connection/walletConnectNamespace.js'
import type { Storage } from './storage/storage.js'

/** How a wallet is reached. */
export const connectorKinds = ['auth', 'walletConnect', 'injected', 'announced', 'multiChain', 'external'] as const

/** How a wallet is reached: embedded, over the wallet-connection protocol, on `window`, self-announced, merged, or by a vendor's SDK. */
export type ConnectorKind = (typeof connectorKinds)[number]

/** What a wallet says about itself. */
export type WalletIdentity = {
  readonly name: string
  /** An https address, or a `data:image/…` URL. */
  readonly icon?: string
}

/** What a wallet grants: its accounts, the active one first, and for each family the chain it is on. */
export type WalletSession = {
  readonly accounts: readonly [AccountId, ...AccountId[]]
  readonly chains: { readonly [namespace in Namespace]?: ChainId }
  /** The only chains that the wallet allows; absent when it does not limit them. */
  readonly approved?: readonly ChainId[]
  /** What the wallet says of its accounts; absent where the family has nothing to tell. */
  readonly facts?: { readonly [account in AccountId]?: AccountFacts }
  /** Which wallet it is, where the connector reaches more than one. */
  readonly wallet?: WalletIdentity
  /** What it signed on the way, when it was asked to; never kept. */
  readonly signIn?: readonly SignInProof[]
}

/** What a connector may say unasked. */
export type ConnectorEvent =
  /** The wallet was connected from elsewhere (its own button, another library on the page). */
  | { readonly type: 'connect'; readonly session: WalletSession }
  /** The wallet changed its accounts or its chain. */
  | { readonly type: 'change'; readonly session: WalletSession }
  /** The wallet took its permission back or went away. */
  | { readonly type: 'disconnect' }

/** CONTRACT: one wallet, and how it is reached. Addresses become CAIP-10 in here and never later. */
export type Connector<id extends string = string> = {
  /** Unique in a config and the same on the next visit: an rdns, or a name of ours. */
  readonly id: id
  readonly kind: ConnectorKind
  readonly name: string
  /** A `data:image/…` URL. */
  readonly icon?: string
  readonly rdns?: string
  readonly namespaces: readonly Namespace[]
  /** Where else than the page it speaks with, such as a relay: named to the developer where the page's policy blocks it. */
  readonly origins?: readonly string[]
  /**
   * Asks the wallet for its accounts; may open the wallet. Rejects with a coded error. A wallet that can is asked to sign in
   * with the same approval; one that cannot ignores `signIn` and gives a session without it.
   */
  connect(parameters: {
    readonly chainId?: ChainId
    readonly signIn?: SignInRequest
    readonly signal?: AbortSignal
  }): Promise<WalletSession>
  /** Asks without ever opening the wallet; `null` when it no longer allows us. */
  reconnect(): Promise<WalletSession | null>
  disconnect(): Promise<void>
  /** Stops following the wallet, and tells it nothing: it was left in another tab of the page, which told it. */
  release?(): void
  /** Makes the wallet use another chain; resolves only once the wallet says it does. */
  switchChain?(chain: Chain): Promise<void>
  /** The family's own provider object: EIP-1193 for `eip155`, else the contract of the family's package. */
  getProvider(namespace: Namespace): Promise<unknown>
}

/** CONTRACT: a source of connectors that may grow while the page lives (EIP-6963, Wallet Standard, another library). */
export type Discovery = {
  /** Calls back for each connector found, now and later, until the returned function is called. */
  discover(found: (connector: Connector) => void): () => void
}

/** What a connector gets from core. */
export type Host = {
  readonly chains: () => readonly Chain[]
  readonly storage: Storage
  /** Tells core what the connector with this id says unasked. */
  readonly emit: (connectorId: string, event: ConnectorEvent) => void
  /** Tells the app's developer of a mistake in the set-up. */
  readonly alert?: (code: AlertCode, detail: string) => void
  /** The same in the console only, and the same words only once. */
  readonly warn?: (code: AlertCode, detail: string) => void
  /** What the app says about itself, for wallets that show it. */
  readonly metadata?: Metadata | undefined
  /** The currency that the visitor reads values in, by its ISO 4217 code in small letters. */
  readonly currency?: () => string
  /** What a family that the app set up is in a session of the WalletConnect protocol. */
  readonly walletConnect?: (namespace: Namespace) => WalletConnectNamespace | undefined
  /** What a family that the app set up is in the embedded wallet. */
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
