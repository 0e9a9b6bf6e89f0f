import type { AccountId, ChainId } from '@latchkey/protocol/caip'
import type { AccountFacts } from './accountTypes.js'

type Facts = { readonly [account in AccountId]?: AccountFacts }

/** INTERFACE: what a chain family asks for in a session of the WalletConnect protocol, and how it is spoken with. */
export type WalletConnectNamespace = {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /**
   * Reads what the wallet says of the family's accounts with the session itself.
   *
   * @param properties - The properties of the session; nothing of them is checked.
   * @param chainOf - The chain of an address.
   */
  readFacts?(
    properties: { readonly [name: string]: unknown },
    chainOf: (address: string) => ChainId | undefined,
  ): Facts | undefined
  /** Creates the provider that `getProvider` returns for the family. */
  getProvider(session: FamilySession): Promise<unknown>
}

/** One chain family of a session. */
export type FamilySession = {
  /** Whether the wallet granted a method. */
  has(method: string): boolean
  /** The accounts that it granted, those of the chain in use first. */
  accounts(): readonly AccountId[]
  /** What the wallet reported of its accounts. */
  facts(): Facts | undefined
  /** Stores what the wallet reports of its accounts with the session. */
  learn(facts: Facts): void
  /** The chain to name in a request for an address: the wanted one, else the one in use. */
  chainOf(address: string, wanted?: ChainId): ChainId
  /** Sends a request that the wallet granted. */
  ask(chainId: ChainId, method: string, params: unknown): Promise<{ readonly [key: string]: unknown }>
  /** Like `ask`, where the result is not a record. */
  askAny(chainId: ChainId, method: string, params: unknown): Promise<unknown>
}
