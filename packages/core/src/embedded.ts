import type { Namespace } from '@latchkey/protocol/caip'
import type { FrameSecurity } from '@latchkey/protocol/internal/frame'
import type { AccountType } from './connection/accountTypes.js'
import type { Connector } from './connector.js'

/** The next step after an e-mail address was submitted: open a link, enter a code, or none. */
export type EmailAction = 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'

/** A provider whose account a person can sign in with: by a window of its own, and with Farcaster by a link to their app. */
export type SocialProvider = 'google' | 'x' | 'farcaster' | 'discord' | 'apple' | 'github' | 'facebook'

/** The task that the frame shows: approve a request, enter a code, or manage the wallet. */
export type FrameTask = 'approve' | 'code' | 'security'

/** The cached state of the embedded wallet. */
export type EmbeddedState = {
  /** The address of the person, also before the code is typed; undefined when nobody began to sign in. */
  readonly email: string | undefined
  /** The kind of account that the wallet has on EVM chains, whatever was asked for. */
  readonly accountType: 'eoa' | 'smartAccount'
  /** The kinds that the person chose; a family without one has the default of `defaultAccountTypes`. */
  readonly preferredAccountTypes: { readonly [namespace in Namespace]?: AccountType }
  /** Whether the smart account is deployed; false while there is none. */
  readonly smartAccountDeployed: boolean
  /** EVM chain ids on which a smart account can be used. */
  readonly smartAccountNetworks: readonly number[]
  /** The task that the frame is shown for; undefined while it is hidden. */
  readonly task: FrameTask | undefined
  /** Whether the frame has been loading for more than 5 s: something may block it. */
  readonly isSlow: boolean
  /** The two digits that the page of the link shows too, while it is waited for. */
  readonly matchNumber: string | undefined
  /** Before this time (milliseconds) no further e-mail is sent. */
  readonly nextEmailAt: number
  /** Why the sign-in failed that this page was left for, in words for people. */
  readonly socialTrouble?: string | undefined
}

/** Shows the frame when it wants to be shown; without one, the connector shows it over the page by itself. */
export type FramePresenter = (task: FrameTask, frame: { show(): void; hide(): void }) => void

/** INTERFACE: what an embedded wallet can do besides connecting. Whatever keys it has are out of the page's reach. */
export type EmbeddedWallet = {
  getState(): EmbeddedState
  /** Calls back when the state changes. The first listener has the wallet of who signed in here before brought into the page. */
  subscribe(listener: () => void): () => void
  /** Calls back when a request was refused that the wallet takes from no page, such as `eth_sign`, with its method. */
  onRefusal(listener: (method: string) => void): () => void
  /** Sets the presenter of the frame; `undefined` returns it to the connector. */
  present(presenter: FramePresenter | undefined): void
  /**
   * Sends a mail to sign in with, and answers with what comes next.
   *
   * @throws INVALID_PARAMS for what is no address; RATE_LIMITED 'Please try again after N seconds' within 30 s of the last.
   */
  connectEmail(parameters: {
    readonly email: string
    readonly signal?: AbortSignal
  }): Promise<{ readonly action: EmailAction }>
  /** False where the app asked for no social accounts, so that nobody waits for `getSocials`. Default: true. */
  readonly hasSocials?: boolean
  /** Fetches the social logins of the wallet's server in display order; empty if it cannot be reached. */
  getSocials(): Promise<readonly SocialProvider[]>
  /**
   * Signs in with a social account, in a window that opens within the click that calls this. With `redirect` the provider takes the
   * place of this page instead, which connects when the person comes back to it: for browsers without windows.
   *
   * @throws CONNECTION_FAILED 'Failed to initiate social connection' when the window is blocked or the provider cannot be asked,
   * 'Failed to connect' when the wallet does not take the account; USER_REJECTED 'Popup closed'; ABORTED.
   */
  connectSocial(parameters: {
    readonly provider: Exclude<SocialProvider, 'farcaster'>
    readonly redirect?: boolean
    readonly signal?: AbortSignal
  }): Promise<void>
  /**
   * Signs in with Farcaster. `onLink` gets the link that the person opens in their app or scans with it; abort `signal` when they
   * close what shows it.
   *
   * @throws CONNECTION_FAILED 'Failed to connect to farcaster' when there is no link to be had, 'Failed to connect' when the wallet does
   * not take the account; USER_REJECTED 'Popup closed' when `signal` was aborted.
   */
  connectFarcaster(parameters: { readonly onLink: (url: string) => void; readonly signal?: AbortSignal }): Promise<void>
  /**
   * Asks the wallet's server whether a passkey alone signs up and in; false where it cannot be asked, and where the app asked for no
   * social accounts.
   */
  hasPasskey(): Promise<boolean>
  /**
   * Signs in with a passkey, or makes a wallet with a new one, without an e-mail: in a window of the wallet, to which its frame leads.
   *
   * @throws USER_REJECTED when the person leaves it; UNSUPPORTED_METHOD where the server does not offer it.
   */
  connectPasskey(parameters?: { readonly signal?: AbortSignal }): Promise<void>
  /** Waits until the link in the mail was opened and confirmed. */
  connectDevice(parameters?: { readonly signal?: AbortSignal }): Promise<void>
  /**
   * Has the person type the code in the wallet's frame. The codes of a change of address are typed in a window of the wallet, which
   * the frame leads to at `primary`; `secondary` then answers at once. Rejects with USER_REJECTED when they leave it.
   */
  enterCode(parameters: {
    readonly purpose: 'login' | 'primary' | 'secondary'
    readonly signal?: AbortSignal
  }): Promise<{ readonly newEmail?: string | undefined }>
  /** Passes on a code that was typed in the page; what it opens can never export. */
  connectOtp(parameters: { readonly otp: string }): Promise<void>
  /** Stores the address that `enterCode` then offers to change to; no mail is sent before the user confirms. */
  updateEmail(parameters: {
    readonly email: string
  }): Promise<{ readonly action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }>
  /** Passes on a code of the present address; our frame takes it in its own window alone, and refuses it here. */
  updateEmailPrimaryOtp(parameters: { readonly otp: string }): Promise<void>
  /** Passes on a code of the new address; refused like the one before it. */
  updateEmailSecondaryOtp(parameters: { readonly otp: string }): Promise<{ readonly newEmail: string }>
  setPreferredAccount(type: 'eoa' | 'smartAccount'): Promise<void>
  getSecurity(): Promise<FrameSecurity>
  /** Shows the frame's own page about devices, ways back and export, until it is closed. */
  showSecurity(parameters?: { readonly signal?: AbortSignal }): Promise<void>
  /** Applies the page's theme to the frame. */
  syncTheme(theme: {
    readonly themeMode?: 'light' | 'dark'
    readonly themeVariables?: { readonly [name: string]: string | number }
  }): Promise<void>
  /** Rejects the requests that wait for a person, with 'Request was aborted'; what only reads goes on. */
  rejectPending(): void
}

/** A connector that brings a wallet of its own. */
export type EmbeddedConnector<id extends string = string> = Connector<id> & {
  readonly kind: 'auth'
  readonly embedded: EmbeddedWallet
}

/**
 * Returns whether a connector brings a wallet of its own.
 *
 * @param connector - Any connector.
 * @returns True for an embedded wallet.
 *
 * @example
 * import { isEmbedded } from '@latchkey/core'
 * const embedded = config.connectors.find(isEmbedded)
 */
export function isEmbedded<id extends string>(connector: Connector<id>): connector is EmbeddedConnector<id> {
  return connector.kind === 'auth' && 'embedded' in connector
}
