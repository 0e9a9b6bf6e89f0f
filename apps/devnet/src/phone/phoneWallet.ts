import type { ChainId } from '@latchkey/protocol/caip'
import type { Address, Hex } from 'viem'
import type { ApprovalRequest, FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'

/** A network of the phone: the number of an EVM chain, or the CAIP-2 id of one of another family. */
export type PhoneChainId = number | ChainId

/** The metadata of an app, unverified. */
export type PhoneApp = { name: string; url: string; description: string }

/** A network that an app asks for. */
export type PhoneAskedChain = {
  /** As it was asked for: CAIP-2. */
  caip2: string
  /** The wallet's own network; undefined when it has none of that id. */
  chain: WalletChain | FamilyWalletChain | undefined
  /** The app refuses to work without it. */
  isRequired: boolean
}

/** The prompt on the phone. */
export type PhoneQuestion = { app: PhoneApp } & (
  | { kind: 'connect'; chains: readonly PhoneAskedChain[]; methods: readonly string[]; events: readonly string[] }
  | { kind: 'signIn'; chains: readonly PhoneAskedChain[]; messages: readonly string[] }
  | { kind: 'request'; request: ApprovalRequest }
)

/** What the person answers; `chains` are the networks to connect with, all of the wallet's that were asked for if absent. */
export type PhoneAnswer = boolean | { chains: readonly PhoneChainId[] }

/** The ways in which the phone can be made to misbehave; all off is a wallet that obeys the standards. */
export type PhoneSwitches = {
  /** Rejects with 5000 every proposal, sign-in and request. */
  reject: boolean
  /** Takes proposals and requests and never answers any. */
  neverAnswer: boolean
  /** Connects with these networks only, whatever else is asked for. */
  onlyChains: readonly PhoneChainId[] | undefined
  /** Whether it is cut off from the relay. */
  offline: boolean
}

/** An app that is connected. */
export type PhoneSession = {
  topic: string
  app: PhoneApp
  account: Address
  /** All that the app was granted, as CAIP-10, of whatever family. */
  accounts: readonly string[]
  /** The EVM networks the app may use. */
  chainIds: readonly number[]
  /** The one last reported to the app. */
  chainId: number
  /** When it ends, in milliseconds. */
  expiresAt: number
}

/** `idle` is a phone that has nothing to listen for; `connecting` one that has, and has not reached the relay yet. */
export type PhoneConnection = 'idle' | 'connecting' | 'online' | 'offline'

/** The state of the phone. */
export type PhoneState = {
  connection: PhoneConnection
  sessions: readonly PhoneSession[]
  /** The selected account is `accounts[selected]`. */
  selected: number
  switches: PhoneSwitches
  /** The last event to show; undefined without one. */
  notice: string | undefined
}

/** How to make a phone wallet. */
export type PhoneWalletOptions = {
  /** The relay, `ws:` or `wss:`. */
  relayUrl: string
  /** The networks it knows. */
  chains: readonly WalletChain[]
  /** Its networks of other families than EVM, with accounts of the local mnemonic. Default: none. */
  families?: readonly FamilyWalletChain[]
  /** The project ID for the relay. Default: that of the local environment. */
  projectId?: string
  /** The keys of its accounts. Default: two of the local chains'. */
  privateKeys?: readonly Hex[]
  /** Its name. */
  name?: string
  /** Whether it can sign in and connect in one step. Default: true. */
  canSignIn?: boolean
  /** The persisted state. A second phone with the same map continues as the first. */
  storage?: Map<string, unknown> | 'browser'
  /** Asks the person; without it everything is approved. The signal aborts when the answer no longer matters. */
  approve?: (question: PhoneQuestion, signal: AbortSignal) => Promise<PhoneAnswer>
  /** The switches to begin with. */
  switches?: Partial<PhoneSwitches>
}

/** A wallet on another device, on the reference implementation of the wallet-connection protocol. */
export type PhoneWallet = {
  accounts: readonly Address[]
  chains(): readonly WalletChain[]
  getState(): PhoneState
  /** Hears of each change of the state; returns the way to stop. */
  subscribe(listener: () => void): () => void
  /**
   * Takes the URI of a QR code. Done when the relay has been asked for the proposal, not when it was answered.
   *
   * @throws LatchkeyError INVALID_PARAMS when it is no such URI, has expired or was used before; RPC_UNREACHABLE offline.
   */
  pair(uri: string): Promise<void>
  /** Selects another network for an app in the wallet, and adds it to the session if missing. */
  switchChain(topic: string, chainId: number): Promise<void>
  /** Selects another account in the wallet; every app is notified. */
  selectAccount(index: number): Promise<void>
  /** Sends an event of any name to an app. */
  emit(topic: string, event: { name: string; data: unknown; chainId: number }): Promise<void>
  /** Disconnects an app in the wallet. */
  disconnect(topic: string): Promise<void>
  set(switches: Partial<PhoneSwitches>): Promise<void>
  /** Proposals, sign-ins and requests that arrived, oldest first. */
  received: readonly { topic: string; method: string; params: unknown; chainId: string | undefined }[]
  /** Closes it without notifying the apps, as when a phone is switched off. */
  close(): Promise<void>
}
