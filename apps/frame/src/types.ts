import type { FactorKind, ReleasePurpose } from '@latchkey/protocol/internal/walletApi'
import type { Addresses } from './worker/keys.js'
import type { SignRequest } from './worker/messages.js'

/** A chain that this wallet knows: ids, names and decimals come from here and never from a page. */
export type FrameChain = {
  /** CAIP-2. */
  readonly id: string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly tokens: readonly {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }[]
  readonly isTestnet: boolean
}

/** The settings that the server wrote into the page, as JSON in `<script type="application/json" id="latchkey-frame">`. */
export type FrameSettings = {
  readonly walletName: string
  /** Base URL of the operator's data API; all reads of chains go through its JSON-RPC proxy (`v1?chainId=…`). */
  readonly apiUrl: string
  /** The origins that may embed the wallet; `'loopback'` in a local world: any origin of this machine. */
  readonly sites: readonly string[] | 'loopback'
  /** Those of them in whose frame everything may be approved; elsewhere most is approved in a window of the wallet. */
  readonly trustedSites: readonly string[]
  readonly chains: readonly FrameChain[]
}

/** The page that embeds the wallet, as the browser names it. */
export type Embedder = { readonly origin: string; readonly projectId: string }

/** What one request is about to do, in the order it is read: largest first, details folded. All of it decoded from bytes. */
export type Approval = {
  /** The label of the button: 'Send 0.5 ETH', 'Sign'. */
  readonly action: string
  readonly title: string
  /** The most dangerous fact, in its own words; drawn in red on top. */
  readonly danger: readonly string[]
  readonly warnings: readonly string[]
  /** The sum or the text that matters most. */
  readonly headline?: {
    readonly text: string
    readonly sub?: string
    /** About how much it is worth, in the visitor's currency: '$1.20'. */
    readonly fiat?: string | undefined
    /** Its picture, as a data URL. */
    readonly icon?: string | undefined
  }
  readonly rows: readonly ApprovalRow[]
  /** Folded until asked for. */
  readonly details: readonly ApprovalRow[]
  readonly network: string
  readonly account: string
  /** The accounts that could take assets afterwards; checked against the network before it is shown. */
  readonly grants?: readonly Grant[]
  /** A second click is wanted: 'I understand' first. */
  readonly needsSecondLook: boolean
  /** It is shown for information, and cannot be approved. */
  readonly isRefused?: boolean
}
/** A permission to take something: a sum of a token in its smallest unit, or without one items or all that there is. */
export type Grant = { readonly spender: string; readonly token?: string; readonly amount?: bigint }
/** One line of an approval: `address` is shown whole, in groups; `code` in the typeface of code. */
export type ApprovalRow = {
  readonly label: string
  readonly value: string
  readonly form?: 'text' | 'address' | 'code' | 'sum'
  readonly tone?: 'danger' | 'warning'
  /** It leaves the account, or comes to it. */
  readonly change?: 'out' | 'in'
  /** About how much it is worth, in the visitor's currency. */
  readonly fiat?: string | undefined
  /** Something of value goes to this address. */
  readonly isReceiver?: boolean
}

/** What an approval is for: what is signed, or one of the two that say more than that. */
export type ApprovalKind = SignRequest['kind'] | 'signIn' | 'bundle'

/** One screen of the frame that needs the user. */
export type Screen =
  | {
      readonly kind: 'approve'
      /** Decides where it may be approved. */
      readonly what: ApprovalKind
      readonly approval: Approval
      readonly origin: string
    }
  | {
      readonly kind: 'code'
      readonly purpose: 'login' | 'step-up' | 'primary' | 'secondary'
      readonly email: string
      /** Rejects with what is said under the boxes; resolves once the code was taken. */
      submit(code: string): Promise<void>
      /** Sends another; resolves with the milliseconds until the next may be asked for. */
      resend(): Promise<number>
      /** When the next code may be sent, in milliseconds since 1970. */
      readonly nextAt: number
    }
  | {
      /** Asks for a passkey or the recovery code. Only a window of the wallet has this screen: no page is around it. */
      readonly kind: 'restore'
      readonly ways: readonly ('passkey' | 'code')[]
      /** The wallet is frozen, and opening it ends that. */
      readonly isFrozen?: boolean
      /** The wallet is not brought anywhere: its owner confirms something grave. */
      readonly isConfirming?: boolean
      restore(way: { kind: 'passkey' } | { kind: 'code'; code: string }): Promise<void>
    }
  | {
      /** The wallet is frozen, so it does nothing here. */
      readonly kind: 'frozen'
      /** For how many milliseconds; null where only a passkey or the recovery code ends it. */
      readonly forMs: number | null
    }
  | {
      /** Calls that were approved together are sent one after the other. It stands behind whatever is asked meanwhile. */
      readonly kind: 'sending'
      readonly count: number
      read(): { readonly sent: number; readonly isOver: boolean; readonly isStopped: boolean }
      /** Subscribes a function to changes; returns a function that unsubscribes. */
      watch(told: () => void): () => void
      /** Absent where another page sends them. */
      readonly stop?: () => void
    }
  | {
      /** Offers to open a window of the wallet for what no page may be around, such as a recovery code or a change of the address. */
      readonly kind: 'window'
      readonly about: 'restore' | 'email' | 'passkey' | 'backup'
      /** Opens it, from within the click; absent where a passkey is the only way. Gives false when the browser did not open it. */
      open?: ((told: { onDone(): void; onClosed(): void }) => boolean) | undefined
      /** Asks for a passkey, which the browser does itself; absent where there is none. */
      passkey?: (() => Promise<void>) | undefined
    }
  | {
      readonly kind: 'security'
      read(): Promise<SecurityFacts>
      readonly openWindow: OpenWindow
    }

/** The facts of the security screen and page; times in milliseconds. */
export type SecurityFacts = {
  readonly email: string | null
  readonly addresses: Addresses
  readonly factors: readonly {
    readonly factorId: string
    readonly kind: FactorKind
    readonly name?: string | undefined
    readonly createdAt: number
    readonly deleteAt: number | null
  }[]
  readonly devices: readonly {
    readonly id: string
    readonly name: string
    readonly lastSeenAt: number
    readonly isThis: boolean
  }[]
  /** Until then nothing grave can be done from this browser. */
  readonly frozenUntil: number
  readonly isKept: boolean
}

/** The change of address that a window makes for the frame. */
export type EmailChange = {
  readonly newEmail: string
  onDone(): void
  /** The window was closed before. */
  onClosed(): void
  /** Closes the window. */
  readonly signal: AbortSignal
}
/** Opens a window of the wallet, from within a click; gives false when the browser did not. `#code` begins with a new recovery code. */
export type OpenWindow = (page: 'security' | 'security#code' | 'export', change?: EmailChange) => boolean

/** What the user waits for besides the network. */
export type BusyAbout = 'signIn' | 'otherTab'

/** INTERFACE: the visible part of the frame. One screen at a time, in order of the requests; nothing is drawn between. */
export type Screens = {
  /**
   * Asks one thing; resolves once it is done: approved, code taken, restored, or the security screen closed.
   *
   * @throws LatchkeyError USER_REJECTED when the user rejects or leaves; ABORTED when the signal aborts.
   */
  ask(screen: Screen, options: { readonly signal: AbortSignal }): Promise<void>
  /** Draws that something is under way, wherever no screen is asked for, until what it gives back is called. */
  busy(onLeave: () => void, about?: BusyAbout): () => void
  setTheme(theme: {
    readonly themeMode?: 'light' | 'dark' | undefined
    readonly themeVariables?: { readonly [name: string]: string | number } | undefined
  }): void
  /** The page's metadata; shown only beside its origin, never instead of it. */
  setDapp(dapp: { readonly name?: string | undefined }): void
}

/** INTERFACE: calls of the wallet's own server, signed by this browser's device key and with the session's token when there is one. */
export type WalletServer = {
  /** @throws WalletServerError with the refusal's code; LatchkeyError API_UNREACHABLE, ABORTED. */
  call<answer>(call: {
    readonly method: 'GET' | 'POST' | 'DELETE'
    /** With the leading `/api/`. */
    readonly path: string
    readonly body?: unknown
    readonly parse: (answer: unknown) => answer
    readonly signal?: AbortSignal | undefined
  }): Promise<answer>
}

/** INTERFACE: the wallet of the owner signed in on this browser for this page. */
export type Wallet = {
  /** Undefined while signed out. */
  readonly user: WalletUser | undefined
  /**
   * Ensures that the keys are in the worker; asks for a code or another factor where the server wants one.
   *
   * @throws LatchkeyError UNAUTHORIZED while signed out; USER_REJECTED; ABORTED.
   */
  unlock(options: { readonly purpose: ReleasePurpose; readonly signal: AbortSignal }): Promise<void>
  /** Signs what was approved; opens the wallet first when it is locked. */
  sign(request: SignRequest, options: { readonly signal: AbortSignal }): Promise<string>
}
/** The signed-in user. */
export type WalletUser = {
  readonly userId: string
  readonly walletId: string
  readonly email: string | null
  readonly addresses: Addresses
}

/** The passkey or recovery code that decrypts a client half on a new browser. */
export type FactorProof = {
  /** Goes with the release: what the server checks before it gives its half. */
  readonly extras: {
    readonly verifier?: string
    readonly locator?: string
    readonly assertion?: {
      readonly credentialId: string
      readonly authenticatorData: string
      readonly clientDataJSON: string
      readonly signature: string
    }
  }
  /** AES-GCM, not extractable; opens the client half's ciphertext. */
  readonly clientKey: CryptoKey
}
