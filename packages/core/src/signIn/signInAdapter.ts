import type { ChainId } from '@latchkey/protocol/caip'
import type { SignInMessage } from '@latchkey/protocol/siwx'
import type { Chain } from '../chain.js'
import type { NamespaceAdapter } from '../namespace.js'
import type { Storage } from '../storage/storage.js'

/** A sign-in message with the final text that is signed, byte for byte. */
export type SignInText = SignInMessage & {
  readonly serializedMessage: string
  /** The same text. */
  toString(): string
}

/** A sign-in that was signed. */
export type SignInSession = {
  readonly data: SignInMessage & { readonly serializedMessage?: string }
  /** What was signed, byte for byte. */
  readonly message: string
  /** As the family writes it, in hex, base58 or base64. */
  readonly signature: string
  /** Hex; where the wallet says it and the address does not. */
  readonly publicKey?: string
  /** The same as CAIP-74, for adapters that keep it. @see https://chainagnostic.org/CAIPs/caip-74 */
  readonly cacao?: unknown
}

/** CONTRACT: how messages are made and where sign-ins are kept and checked: in the page, or by an app's own server. */
export type SignInAdapter = {
  /** Makes a message with a nonce that nobody has used. Also asked with an address of zeros, before a wallet is connected. */
  createMessage(input: { readonly accountAddress: string; readonly chainId: ChainId }): Promise<SignInText>
  /** Keeps a sign-in; rejects when its signature or its message is not right. */
  addSession(session: SignInSession): Promise<void>
  /** Keeps these and no others; none signs everybody out. */
  setSessions(sessions: readonly SignInSession[]): Promise<void>
  revokeSession(chainId: ChainId, address: string): Promise<void>
  /** The sign-ins of an account that hold now. */
  getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]>
  /** True: who does not sign in is disconnected. Default false. */
  getRequired?(): boolean
  /** What a backend checks a sign-in of an account by, where a server gave one. */
  getToken?(chainId: ChainId, address: string): string | undefined
  /** False: a sign-in outlives the connection. Default true. */
  readonly signOutOnDisconnect?: boolean
}

/** What an adapter gets from core. */
export type SignInHost = {
  readonly storage: Storage
  readonly chains: () => readonly Chain[]
  /** Where a chain can be read, best first. */
  readonly rpcUrls: (chain: Chain) => readonly string[]
  /** The families that the app set up, which check signatures of their own. */
  readonly families?: readonly NamespaceAdapter[]
}

/** What `createConfig({ siwx })` takes: an adapter, or a function that gets a host and gives one. */
export type CreateSignIn = (host: SignInHost) => SignInAdapter
