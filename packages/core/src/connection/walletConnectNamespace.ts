import type { AccountId, ChainId } from '@latchkey/protocol/caip'

/** CONTRACT: what a chain family asks for in a session of the WalletConnect protocol, and how it is spoken with. */
export type WalletConnectNamespace = {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Makes what `getProvider` gives for the family. */
  getProvider(session: FamilySession): Promise<unknown>
}

/** One chain family of a session. */
export type FamilySession = {
  /** Tells whether the wallet granted a method. */
  has(method: string): boolean
  /** The accounts that it granted, those of the chain in use first. */
  accounts(): readonly AccountId[]
  /** The chain to name in a request for an address: the wanted one, else the one in use. */
  chainOf(address: string, wanted?: ChainId): ChainId
  /** Asks the wallet for something that it granted. */
  ask(chainId: ChainId, method: string, params: unknown): Promise<{ readonly [key: string]: unknown }>
  /** As `ask`, where the answer is no record. */
  askAny(chainId: ChainId, method: string, params: unknown): Promise<unknown>
}
