import { type AccountId, type ChainId, isChainId, type Namespace, toAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import type { Chain } from '../chain.js'
import type { AccountFacts } from '../connection/accountTypes.js'
import type { Connector, Host, WalletSession } from '../connector.js'
import { badAnswer } from './badAnswer.js'
import type { FamilyIdentity } from './familyIdentity.js'

/** An account as a wallet of a family tells it, and on which chains it can be used, read and checked. */
export type FamilyAccount = {
  readonly address: string
  readonly chains: readonly ChainId[]
  readonly facts?: AccountFacts
}

/** The accounts that a wallet grants. */
export type Grant = { readonly accounts: readonly FamilyAccount[]; readonly signIn?: readonly SignInProof[] }

/** Why accounts are read: by the visitor's click, silently, or after the wallet reported a change. */
export type Asking = 'open' | 'silent' | 'changed'

/** The parts that differ between wallet conventions of families other than `eip155`. */
export type FamilyWallet = {
  readonly namespace: Namespace
  readonly identity: FamilyIdentity
  /** Whether the wallet supports certain chains only, listed by its accounts. */
  readonly limited: boolean
  /** The accounts; `null` when the wallet does not allow us (any more), `undefined` when it has no silent way to be asked. */
  ask(asking: Asking, chainId: ChainId | undefined, signIn?: SignInRequest): Promise<Grant | null | undefined>
  /** Calls back when the accounts or the chain changed, and when the wallet is gone. */
  listen?(changed: () => void, gone: () => void): () => void
  /** Switches the chain of a wallet that has an active chain. */
  switchTo?(chain: Chain): Promise<void>
  forget(): Promise<void>
  provider(accounts: () => readonly FamilyAccount[]): Promise<unknown>
}

type Kept = { readonly chainId: ChainId; readonly accounts: readonly FamilyAccount[] }

/**
 * Creates a connector of a wallet of one family: keeps the chain that was chosen, follows what the wallet says, checks all of it.
 *
 * @param host - What the config gave.
 * @param wallet - How this wallet is asked.
 * @returns The connector.
 *
 * @example
 * import type { CreateConnector } from '@latchkey/core'
 * import { familyConnector, type FamilyWallet } from '@latchkey/core/family'
 * const connectorOf = (wallet: FamilyWallet): CreateConnector => (host) => familyConnector(host, wallet)
 */
export function familyConnector(host: Host, wallet: FamilyWallet): Connector {
  const { namespace, identity } = wallet
  const { id, name } = identity
  const key = `wallet/${id}`
  let known: readonly FamilyAccount[] = []
  let following: (() => void) | undefined

  const chains = () => host.chains().filter(({ chainNamespace }) => chainNamespace === namespace)
  const kept = () => host.storage.get(key, isKept)
  const isListed = (chainId: ChainId | undefined) => chains().some(({ caipNetworkId }) => caipNetworkId === chainId)

  async function ask(asking: Asking, chainId: ChainId | undefined, signIn?: SignInRequest) {
    try {
      return await wallet.ask(asking, chainId, signIn)
    } catch (thrown) {
      throw fromRpcError(thrown)
    }
  }

  function preferred(): ChainId | undefined {
    const before = kept()?.chainId
    return isListed(before) ? before : chains()[0]?.caipNetworkId
  }

  function toSession(grant: Grant, asking: Asking, wanted: ChainId | undefined): WalletSession {
    const { accounts } = grant
    if (accounts.length === 0) throw badAnswer(name, 'accounts')
    const serves = (chainId: ChainId | undefined) =>
      chainId !== undefined && accounts.some(({ chains }) => chains.includes(chainId))
    const listed = chains().map(({ caipNetworkId }) => caipNetworkId)
    const choices = wanted ? [wanted] : [preferred(), ...listed]
    // A wallet that went by itself to a chain which the app does not list is shown as being there.
    const chainId = choices.find(serves) ?? (asking === 'open' ? undefined : accounts[0]?.chains[0])
    if (chainId === undefined) throw elsewhere(wanted)
    const here = accounts.filter(({ chains }) => chains.includes(chainId))
    const ids = here.map(({ address }) => toAccountId(chainId, address)) as [AccountId, ...AccountId[]]
    const facts = Object.fromEntries(here.flatMap((account, at) => (account.facts ? [[ids[at], account.facts]] : [])))
    const approved = wallet.limited ? listed.filter(serves) : []
    known = here
    host.storage.set(key, { chainId, accounts: here } satisfies Kept)
    return {
      accounts: ids,
      chains: { [namespace]: chainId },
      ...(approved.length > 0 ? { approved } : {}),
      ...(Object.keys(facts).length > 0 ? { facts } : {}),
      ...(grant.signIn ? { signIn: grant.signIn } : {}),
    }
  }

  function elsewhere(wanted: ChainId | undefined): LatchkeyError {
    const wantedName = host.chains().find(({ caipNetworkId }) => caipNetworkId === wanted)?.name
    const where = wantedName ?? wanted ?? 'the networks of this page'
    return new LatchkeyError('CHAIN_MISMATCH', `${name} is not on ${where}.`, {
      hints: ['Choose the network in the wallet itself, or an account that has it, and try again.'],
    })
  }

  function follow(): void {
    if (following || !wallet.listen || host.signal.aborted) return
    let turn = 0
    const changed = () => {
      turn++
      const mine = turn
      ask('changed', kept()?.chainId)
        .then((grant) => {
          // An earlier question may be answered later; only the answer to the last one counts.
          if (!following || mine !== turn || grant === undefined) return
          if (grant === null || grant.accounts.length === 0) leave()
          else host.emit(id, { type: 'change', session: toSession(grant, 'changed', undefined) })
        })
        .catch(() => {})
    }
    const leave = () => {
      if (!following) return
      unfollow()
      host.emit(id, { type: 'disconnect' })
    }
    // Some conventions tell what is now as soon as one listens, before there is a way to stop.
    let stop = () => {}
    following = () => stop()
    try {
      stop = wallet.listen(changed, leave)
    } catch {
      // A wallet that cannot be listened to can still be used.
    }
    host.signal.addEventListener('abort', unfollow)
  }

  function unfollow(): void {
    const stop = following
    following = undefined
    host.signal.removeEventListener('abort', unfollow)
    try {
      stop?.()
    } catch {
      // It is being left in any case.
    }
  }

  return {
    ...identity,
    namespaces: [namespace],
    async connect({ chainId, signIn }) {
      const wanted = chainId?.startsWith(`${namespace}:`) ? chainId : undefined
      const grant = await ask('open', wanted ?? preferred(), signIn)
      if (!grant) throw badAnswer(name, 'accounts')
      const session = toSession(grant, 'open', wanted)
      follow()
      return session
    },
    async reconnect() {
      const before = kept()
      const answer = await ask('silent', preferred()).catch(refused)
      const grant = answer === undefined ? before : answer
      if (!grant || grant.accounts.length === 0) return null
      const session = toSession(grant, 'silent', undefined)
      follow()
      return session
    },
    async disconnect() {
      unfollow()
      host.storage.remove(key)
      // Not every wallet can take its permission back on request; we have let go of it either way.
      await wallet.forget().catch(() => {})
    },
    release: unfollow,
    async switchChain(chain) {
      const chainId = chain.caipNetworkId
      try {
        await wallet.switchTo?.(chain)
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
      const grant = (await ask('changed', chainId)) ?? { accounts: known }
      const isThere = grant.accounts.some(({ chains }) => chains.includes(chainId))
      if (!isThere && wallet.switchTo) throw elsewhere(chainId)
      if (!isThere) {
        throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${name} has no account on ${chain.name}.`, {
          hints: ['Choose the network in the wallet itself, or connect another wallet.'],
        })
      }
      host.emit(id, { type: 'change', session: toSession(grant, 'changed', chainId) })
    },
    getProvider: () => wallet.provider(() => (known.length > 0 ? known : (kept()?.accounts ?? []))),
  }
}

/** A silent read without permission means disconnected, not failed. */
function refused(thrown: unknown): null {
  if (isLatchkeyError(thrown, 'USER_REJECTED') || isLatchkeyError(thrown, 'UNAUTHORIZED')) return null
  throw thrown
}

function isKept(value: unknown): value is Kept {
  const { chainId, accounts } = (value ?? {}) as Partial<Kept>
  return isChainId(chainId) && Array.isArray(accounts) && accounts.every(isAccount)
}

function isAccount(value: unknown): boolean {
  const { address, chains } = (value ?? {}) as Partial<FamilyAccount>
  return typeof address === 'string' && Array.isArray(chains) && chains.every(isChainId)
}
