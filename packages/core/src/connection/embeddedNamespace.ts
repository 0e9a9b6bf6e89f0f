import type { ChainId } from '@latchkey/protocol/caip'
import type { AccountFacts } from './accountTypes.js'

/** INTERFACE: how a chain family is spoken with in the embedded wallet. */
export type EmbeddedNamespace = {
  /** Creates the provider that `getProvider` returns for the family. */
  getProvider(session: EmbeddedSession): Promise<unknown>
  /** Requests all accounts, the active one first. Absent where the family has one. Rejects with a coded error. */
  getAccounts?(ask: (method: string) => Promise<unknown>): Promise<readonly EmbeddedAccount[]>
  /** Signs a text with what `getProvider` gave; the signature as the family writes it. */
  signMessage(
    provider: unknown,
    parameters: { readonly address: string; readonly chainId: ChainId; readonly message: string },
  ): Promise<string>
}

/** An account of the embedded wallet, and what the wallet says of it. */
export type EmbeddedAccount = { readonly address: string; readonly facts: AccountFacts }

/** One chain family of the embedded wallet. */
export type EmbeddedSession = {
  /** The plain address that is signed in; undefined while signed out. */
  address(): string | undefined
  /** The chain in use. @throws CHAINS_NOT_SUPPORTED when the wallet supports no chain of the family. */
  chainId(): ChainId
  /** Sends a request to the wallet, on the given or the active chain. */
  ask(method: string, params?: unknown, chainId?: ChainId): Promise<unknown>
}
