import type { ChainId } from '@latchkey/protocol/caip'

/** CONTRACT: how a chain family is spoken with in the embedded wallet. */
export type EmbeddedNamespace = {
  /** Makes what `getProvider` gives for the family. */
  getProvider(session: EmbeddedSession): Promise<unknown>
  /** Signs a text with what `getProvider` gave; the signature as the family writes it. */
  signMessage(
    provider: unknown,
    parameters: { readonly address: string; readonly chainId: ChainId; readonly message: string },
  ): Promise<string>
}

/** One chain family of the embedded wallet. */
export type EmbeddedSession = {
  /** The plain address that is signed in; undefined when nobody is. */
  address(): string | undefined
  /** Asks the wallet, on a chain or on the one in use. */
  ask(method: string, params?: unknown, chainId?: ChainId): Promise<unknown>
}
