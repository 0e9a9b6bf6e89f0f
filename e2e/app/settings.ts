import type { Connector, CreateConfigParameters } from '@latchkey/core'
import type { ThemeVariables } from '@latchkey/react'
import type { WorldChain, WorldFamily } from '../world.js'

/** How the small app is set up; given as JSON in `?settings=`. */
export type AppSettings = {
  readonly options?: Pick<
    CreateConfigParameters,
    'features' | 'excludeWallets' | 'enableNetworkSwitch' | 'allowUnsupportedChain' | 'enableReconnect' | 'debug'
  >
  /** Wallets besides those of the browser: implementations of the connector contract that always agree. */
  readonly wallets?: readonly (Pick<Connector, 'id' | 'kind' | 'name'> & Partial<Pick<Connector, 'namespaces'>>)[]
  /** Chains of other families, which the app lists beside the local ones. */
  readonly bitcoin?: boolean
  /** Cuts off its windows: `Cross-Origin-Opener-Policy: same-origin`. */
  readonly isolated?: boolean
  /** Only the first of the local chains. */
  readonly oneChain?: boolean
  readonly projectId?: string
  /** The Content-Security-Policy that the app is served with. It loads no test wallet then: a browser's own needs no `script-src`. */
  readonly policy?: string
  /** Asks this data API in place of the world's; none when `null`. */
  readonly apiUrl?: string | null
  /** With wallets on other devices, over this relay. */
  readonly relayUrl?: string
  /** Variables of the provider. */
  readonly themeVariables?: ThemeVariables
  /** With a panel that calls a token by its ABI. */
  readonly token?: boolean
  /** With sign-in by e-mail. */
  readonly email?: boolean
  /** With sign-in by e-mail and by social accounts. */
  readonly socials?: boolean
  /** With the chains of all families. */
  readonly families?: boolean
  /** With the chains and wallets of all families, and what asks who connects to sign in. */
  readonly signIn?: boolean
}

/** What the app's server says of the world. */
export type AppWorld = {
  readonly chains: readonly WorldChain[]
  readonly families: readonly WorldFamily[]
  readonly apiUrl: string
  readonly walletUrl: string
  /** The frame of the embedded wallet. */
  readonly frameUrl: string
}
