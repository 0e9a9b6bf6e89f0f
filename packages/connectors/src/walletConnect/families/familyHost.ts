import type { FamilySession, WalletSession } from '@latchkey/core'
import { type AccountId, type ChainId, isChainId, type Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SessionRecord } from '../records.js'
import { asRecord } from '../wire.js'

/** The connector as a family's provider sees it. */
export type FamilyHost = {
  /** The active session; undefined without one. */
  readonly session: () => SessionRecord | undefined
  readonly request: (chainId: ChainId, method: string, params: unknown) => Promise<unknown>
  /** Saves what the wallet reported of its accounts. */
  readonly learn: (facts: NonNullable<WalletSession['facts']>) => void
}

/** The part of a session in one family. */
export function openFamily(namespace: Namespace, host: FamilyHost): FamilySession {
  function granted() {
    const session = host.session()
    const own = session?.namespaces[namespace]
    if (session && own) return { own, active: session.active[namespace] }
    throw new LatchkeyError('NOT_CONNECTED', 'Please call connect() before request()')
  }

  function accounts(): readonly AccountId[] {
    const { own, active } = granted()
    const all = own.accounts as readonly AccountId[]
    const isActive = (account: AccountId) => account.startsWith(`${active}:`)
    return [...all.filter(isActive), ...all.filter((account) => !isActive(account))]
  }

  async function askAny(chainId: ChainId, method: string, params: unknown): Promise<unknown> {
    if (!granted().own.methods.includes(method)) {
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'The wallet did not allow this method.', { details: method })
    }
    return host.request(chainId, method, params)
  }

  return {
    has: (method) => host.session()?.namespaces[namespace]?.methods.includes(method) ?? false,
    accounts,
    facts: () => host.session()?.facts,
    learn: host.learn,
    chainOf(address, wanted) {
      const own = accounts().filter((account) => account.split(':')[2] === address)
      const chains = own.map((account) => account.split(':').slice(0, 2).join(':'))
      const { active } = granted()
      // Further addresses of a wallet are on the active chain.
      const chain = wanted ?? chains[0] ?? active
      const isGranted = granted().own.accounts.some((account) => account.startsWith(`${chain}:`))
      if (isChainId(chain) && isGranted && (wanted === undefined || own.length === 0 || chains.includes(wanted)))
        return chain
      throw new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this account or network.', {
        details: `${address} on ${chain}`,
        hints: ['Connect again and allow it in the wallet.'],
      })
    },
    ask: async (chainId, method, params) => asRecord(await askAny(chainId, method, params)),
    askAny,
  }
}

/** The error for an invalid response. */
export function badAnswer(details: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet returned an unexpected response.', {
    details,
    hints: ['Try again, or use another wallet.'],
  })
}
