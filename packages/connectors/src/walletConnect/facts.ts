import type { Host, WalletSession } from '@latchkey/core'
import { namespaces as families, isChainId } from '@latchkey/protocol/caip'
import { accountsOn } from './namespaces.js'
import type { WireNamespaces } from './records.js'
import { asRecord } from './wire.js'

/** The facts of accounts in the session itself, parsed by their families; undefined without any. */
export function factsOfSession(
  properties: unknown,
  namespaces: WireNamespaces,
  active: { readonly [namespace: string]: string },
  brought: Host['walletConnect'],
): WalletSession['facts'] {
  const given = asRecord(properties)
  const facts = families.flatMap((family) => {
    const chains = namespaces[family]?.chains
    if (!chains) return []
    const read = brought?.(family)?.readFacts?.(given, (address) => {
      const granted = chains.find((chain) =>
        accountsOn(namespaces, chain).some((account) => account.endsWith(`:${address}`)),
      )
      return [granted, active[family]].find(isChainId)
    })
    return Object.entries(read ?? {})
  })
  return facts.length === 0 ? undefined : Object.fromEntries(facts)
}
