import type { Host, WalletSession } from '@latchkey/core'
import {
  type AccountId,
  type ChainId,
  namespaces as families,
  isAccountId,
  isChainId,
  parseAccountId,
} from '@latchkey/protocol/caip'
import { isTexts, type SessionRecord, type WireNamespace, type WireNamespaces } from './records.js'
import { asRecord } from './wire.js'

/** The proposal for EVM, which has no family package: the methods that Latchkey uses. */
export const wantedOnEvm: { readonly methods: readonly string[]; readonly events: readonly string[] } = {
  methods: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendTransaction',
    'eth_signTransaction',
    'personal_sign',
    'eth_signTypedData',
    'eth_signTypedData_v4',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_watchAsset',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
  ],
  events: ['accountsChanged', 'chainChanged'],
}

/** The namespaces of a proposal, the initial chain first. All are optional for the wallet. */
export function toProposal(
  chains: readonly ChainId[],
  brought: Host['walletConnect'] = () => undefined,
): {
  readonly [namespace: string]: {
    readonly chains: readonly ChainId[]
    readonly methods: readonly string[]
    readonly events: readonly string[]
  }
} {
  return Object.fromEntries(
    families
      .map((family) => [family, chains.filter((chain) => chain.startsWith(`${family}:`))] as const)
      .flatMap(([family, own]) => {
        const asked = brought(family) ?? (family === 'eip155' ? wantedOnEvm : undefined)
        return asked && own.length > 0
          ? [[family, { chains: own, methods: asked.methods, events: asked.events }] as const]
          : []
      }),
  )
}

/**
 * Parses the granted namespaces. Unknown families are left out; a wallet may list a family as one entry, or each of its chains
 * as an entry.
 *
 * @returns The grants by family; undefined for malformed data.
 */
export function readNamespaces(value: unknown): WireNamespaces | undefined {
  const granted: { [namespace: string]: WireNamespace } = {}
  for (const [key, entry] of Object.entries(asRecord(value))) {
    const { chains, accounts, methods, events } = asRecord(entry)
    if (!isTexts(accounts) || !isTexts(methods) || !isTexts(events)) return undefined
    if (chains !== undefined && !isTexts(chains)) return undefined
    const [family = ''] = key.split(':')
    if (!(families as readonly string[]).includes(family)) continue
    const own = (id: string) => id.startsWith(`${family}:`)
    if (!accounts.every((account) => isAccountId(account) && own(account))) return undefined
    // Old wallets omit the chains; then they are those of the accounts.
    const listed = chains ?? (isChainId(key) ? [key] : [])
    if (!listed.every((chain) => isChainId(chain) && own(chain))) return undefined
    const before = granted[family] ?? { chains: [], accounts: [], methods: [], events: [] }
    granted[family] = {
      chains: unique([...before.chains, ...listed, ...(accounts as readonly AccountId[]).map(chainOf)]),
      accounts: unique([...before.accounts, ...accounts]),
      methods: unique([...before.methods, ...methods]),
      events: unique([...before.events, ...events]),
    }
  }
  return granted
}

/** The active chain of each family: the current one if granted, else the first requested, else the first. */
export function chooseActive(
  namespaces: WireNamespaces,
  asked: readonly string[],
  current: { readonly [namespace: string]: string } = {},
): { readonly [namespace: string]: string } {
  return Object.fromEntries(
    Object.entries(namespaces).flatMap(([family, { accounts }]) => {
      const chains = unique((accounts as readonly AccountId[]).map(chainOf))
      const kept = chains.find((chain) => chain === current[family])
      const chosen = kept ?? asked.find((chain) => chains.some((known) => known === chain)) ?? chains[0]
      return chosen === undefined ? [] : [[family, chosen]]
    }),
  )
}

/** Converts a session for core; undefined when it grants no account. */
export function toSession({ namespaces, active, facts, wallet }: SessionRecord): WalletSession | undefined {
  const accounts = families.flatMap((family) => accountsOn(namespaces, active[family]))
  const [first, ...others] = accounts
  if (first === undefined) return undefined
  const chains = Object.fromEntries(Object.entries(active).filter(([, chain]) => isChainId(chain)))
  const approved = unique(Object.values(namespaces).flatMap(({ accounts: all }) => (all as AccountId[]).map(chainOf)))
  const { name, icons } = wallet
  return {
    accounts: [first, ...others],
    chains,
    approved,
    ...(facts && { facts }),
    // A wallet without a name is named after the connector.
    ...(name && { wallet: { name, ...(icons[0] && { icon: icons[0] }) } }),
  }
}

/** The accounts of a session on one chain, the active one first. */
export function accountsOn(namespaces: WireNamespaces, chain: string | undefined): readonly AccountId[] {
  const family = chain?.split(':')[0] ?? ''
  const accounts = (namespaces[family]?.accounts ?? []) as readonly AccountId[]
  return accounts.filter((account) => chainOf(account) === chain)
}

/** The chain of an account. */
export function chainOf(account: AccountId): ChainId {
  return parseAccountId(account).chainId
}

function unique<value>(values: readonly value[]): value[] {
  return [...new Set(values)]
}
