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
  /** The signed text, byte for byte. */
  readonly message: string
  /** In the format of the family: hex, base58 or base64. */
  readonly signature: string
  /** Hex; where the wallet says it and the address does not. */
  readonly publicKey?: string
  /** The same as CAIP-74, for adapters that keep it. @see https://chainagnostic.org/CAIPs/caip-74 */
  readonly cacao?: unknown
}

/** INTERFACE: makes messages, verifies and stores sign-ins: in the page, or on the app's server. */
export type SignInAdapter = {
  /** Creates a message with an unused nonce. Also called with the zero address, before a wallet is connected. */
  createMessage(input: { readonly accountAddress: string; readonly chainId: ChainId }): Promise<SignInText>
  /** Stores a sign-in; rejects when its signature or message is invalid. */
  addSession(session: SignInSession): Promise<void>
  /** Replaces all sign-ins; an empty list signs out. */
  setSessions(sessions: readonly SignInSession[]): Promise<void>
  revokeSession(chainId: ChainId, address: string): Promise<void>
  /** The valid sign-ins of an account. */
  getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]>
  /** True: a wallet that does not sign in is disconnected. Default false. */
  getRequired?(): boolean
  /** The token by which a backend verifies a sign-in, where a server issued one. */
  getToken?(chainId: ChainId, address: string): string | undefined
  /** False: a sign-in outlives the connection. Default true. */
  readonly signOutOnDisconnect?: boolean
}

/** What core provides to an adapter. */
export type SignInHost = {
  readonly storage: Storage
  readonly chains: () => readonly Chain[]
  /** The RPC URLs of a chain, best first. */
  readonly rpcUrls: (chain: Chain) => readonly string[]
  /** The families that the app set up, which check signatures of their own. */
  readonly families?: readonly NamespaceAdapter[]
}

/** What `createConfig({ siwx })` takes: an adapter, or a function that gets a host and gives one. */
export type CreateSignIn = (host: SignInHost) => SignInAdapter
