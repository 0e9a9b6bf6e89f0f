import type { WalletKitTypes } from '@reown/walletkit'
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils'
import type { FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'
import { family, fromCaip2, type PhoneContext, phoneEvents, phoneMethods, toApp, toCaip2 } from './phoneContext.js'
import type { PhoneAskedChain } from './phoneWallet.js'

/** A proposal as it arrived. */
export type Proposal = WalletKitTypes.SessionProposal['params']

type Namespaces = { readonly [name: string]: { chains?: string[]; methods?: string[]; events?: string[] } }

/** Asks the person about a proposal and answers it; one that this wallet can never meet is refused without asking. */
export async function answerProposal(phone: PhoneContext, proposal: Proposal): Promise<void> {
  if (phone.switches().neverAnswer) return
  const app = toApp(proposal.proposer.metadata)
  const { id, pairingTopic } = proposal
  const reject = (code: 'USER_REJECTED' | 'UNSUPPORTED_CHAINS' | 'UNSUPPORTED_METHODS') =>
    phone.kit.rejectSession({ id, reason: getSdkError(code) })
  const chains = askedChains(proposal, [...phone.chains(), ...phone.familyChains()])
  const known = knownMethods(phone)
  if (!chains.some(({ chain }) => chain) || chains.some(({ chain, isRequired }) => isRequired && !chain)) {
    phone.notice(`${app.name} was refused: it asks for networks that this wallet does not have.`)
    return reject('UNSUPPORTED_CHAINS')
  }
  const missing = namesIn(proposal.requiredNamespaces, 'methods').filter((name) => !known.includes(name))
  if (missing.length > 0) {
    phone.notice(
      `${app.name} was refused: it needs ${missing.slice(0, 3).join(', ')}, which this wallet does not have.`,
    )
    return reject('UNSUPPORTED_METHODS')
  }
  const all = [proposal.requiredNamespaces, proposal.optionalNamespaces]
  const methods = all.flatMap((part) => namesIn(part, 'methods')).filter((name) => known.includes(name))
  const events = all.flatMap((part) => namesIn(part, 'events')).filter((name) => isOneOf(phoneEvents, name))
  const answer = await phone.ask(id, pairingTopic, {
    kind: 'connect',
    app,
    chains,
    methods: [...new Set(methods)],
    events: [...new Set(events)],
  })
  if (answer === undefined) return
  const only = phone.switches().onlyChains ?? (typeof answer === 'object' ? answer.chains : undefined)
  const chosen = chains.filter(({ chain }) => chain && (only === undefined || only.includes(chain.chainId)))
  if (answer === false || chosen.length === 0) return reject('USER_REJECTED')
  const granted = chosen.map(({ caip2 }) => caip2)
  const namespaces = build(phone, proposal, granted)
  if (namespaces === undefined) return reject('UNSUPPORTED_CHAINS')
  const sessionProperties = propertiesOf(phone, granted)
  await phone.kit.approveSession({ id, namespaces, ...(sessionProperties ? { sessionProperties } : {}) })
}

/** The session properties with the facts of the accounts, so that the app need not request them. */
function propertiesOf(phone: PhoneContext, granted: readonly string[]): { [name: string]: string } | undefined {
  const properties = Object.entries(phone.families()).map(([name, { properties }]) => {
    const own = ({ chainId }: FamilyWalletChain) => granted.includes(chainId) && chainId.startsWith(`${name}:`)
    const chains = phone.familyChains().filter(own)
    return chains.length === 0 ? {} : (properties?.(chains) ?? {})
  })
  const all = Object.assign({}, ...properties) as { [name: string]: string }
  return Object.keys(all).length === 0 ? undefined : all
}

function knownMethods(phone: PhoneContext): readonly string[] {
  return [...phoneMethods, ...Object.values(phone.families()).flatMap(({ methods }) => methods)]
}

/** The networks that a proposal asks for, each once, required ones first. */
export function askedChains(
  proposal: Proposal,
  known: readonly (WalletChain | FamilyWalletChain)[],
): readonly PhoneAskedChain[] {
  const required = chainsIn(proposal.requiredNamespaces)
  const all = new Set([...required, ...chainsIn(proposal.optionalNamespaces)])
  return [...all].map((caip2) => ({
    caip2,
    chain: known.find(({ chainId }) => chainId === caip2 || chainId === fromCaip2(caip2)),
    isRequired: required.includes(caip2),
  }))
}

function build(phone: PhoneContext, proposal: Proposal, granted: readonly string[]) {
  const chains = granted.filter((chain) => chain.startsWith(`${family}:`))
  const accounts = chains.map((chain) => `${chain}:${phone.key().address}`)
  const evm = { chains, accounts, methods: [...phoneMethods], events: [...phoneEvents] }
  const supportedNamespaces = { ...(chains.length > 0 ? { [family]: evm } : {}), ...familyNamespaces(phone, granted) }
  try {
    return buildApprovedNamespaces({ proposal, supportedNamespaces })
  } catch {
    // A required network was left out, or a required event is unknown here.
    return undefined
  }
}

function chainsIn(namespaces: Namespaces | undefined): string[] {
  // A namespace may name one network in its key: `eip155:1`.
  return Object.entries(namespaces ?? {}).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [])))
}

function namesIn(namespaces: Namespaces | undefined, what: 'methods' | 'events'): string[] {
  return Object.values(namespaces ?? {}).flatMap((namespace) => namespace[what] ?? [])
}

function isOneOf(list: readonly string[], name: string): boolean {
  return list.includes(name)
}

/** The grants in other families, for the selected accounts. */
export function familyNamespaces(phone: PhoneContext, granted: readonly string[]) {
  const own = phone.familyChains().filter(({ chainId }) => granted.includes(chainId))
  const entries = Object.entries(phone.families()).map(([name, { addresses, methods }]) => {
    const chains = own.filter(({ chainId }) => chainId.startsWith(`${name}:`))
    const accounts = chains.flatMap((chain) => addresses(chain).map((address) => `${chain.chainId}:${address}`))
    return [
      name,
      { chains: chains.map(({ chainId }) => chainId), accounts, methods: [...methods], events: [] },
    ] as const
  })
  return Object.fromEntries(entries.filter(([, { chains }]) => chains.length > 0))
}

/** Grants one network more, with the account that the others have. */
export function withChain(
  namespaces: {
    readonly [name: string]: { chains?: string[]; accounts: string[]; methods: string[]; events: string[] }
  },
  chainId: number,
  address: string,
) {
  const own = namespaces[family] ?? { accounts: [], methods: [...phoneMethods], events: [...phoneEvents] }
  const caip2 = toCaip2(chainId)
  const chains = own.chains ?? own.accounts.map((account) => account.split(':').slice(0, 2).join(':'))
  return {
    ...namespaces,
    [family]: {
      ...own,
      chains: [...new Set([...chains, caip2])],
      accounts: [...new Set([...own.accounts, `${caip2}:${address}`])],
    },
  }
}
