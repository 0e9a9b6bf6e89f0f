import { type AccountId, type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { LocalAccount } from 'viem'
import type { Connector, CreateConnector, Host, WalletIdentity, WalletSession } from '../connector.js'
import { createSigningProvider } from './createSigningProvider.js'

/** Ways in which a fake connector fails; all off at first. */
export type FakeSwitches = {
  reject: boolean
  neverAnswer: boolean
  nonsense: boolean
  locked: boolean
  failDisconnect: boolean
  neverDisconnect: boolean
  refuseSwitch: boolean
}

/** A connector of ours whose every answer the test decides. */
export type FakeConnector = {
  readonly create: CreateConnector
  readonly switches: FakeSwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  /** Agrees to what waits; with `autoApprove: false` everything that a person would be asked waits. */
  approve(): void
  /** Rejects what waits, as a person does. */
  reject(): void
  /** Speaks unasked, as a wallet does. */
  say(event: 'disconnect' | { accounts: readonly string[] } | { chainId: ChainId }): void
}

/**
 * Creates an implementation of the connector contract with failure switches, for tests without a wallet. On EVM chains it signs
 * messages, typed data and transactions with a key in memory.
 *
 * @param parameters - Any part of a connector, its plain addresses, the CAIP-2 chain it starts on, `wallet` (which
 * one it is, for a connector that reaches several), `account` (a local account of
 * viem; default: the second account of anvil) and `autoApprove` (false: each request waits for `approve` or `reject`).
 * @returns What to give to `createConfig({ connectors: [fake.create] })`, and the handles of the test.
 *
 * @example
 * import { createFakeConnector } from '@latchkey/core/testing'
 * const fake = createFakeConnector({ id: 'io.example' })
 * fake.switches.reject = true
 */
export function createFakeConnector(
  parameters: Partial<Pick<Connector, 'id' | 'kind' | 'name' | 'icon' | 'rdns' | 'namespaces' | 'getProvider'>> & {
    addresses?: readonly string[]
    chainId?: ChainId
    approved?: readonly ChainId[]
    wallet?: WalletIdentity
    account?: LocalAccount
    autoApprove?: boolean
  } = {},
): FakeConnector {
  const switches: FakeSwitches = {
    reject: false,
    neverAnswer: false,
    nonsense: false,
    locked: false,
    failDisconnect: false,
    neverDisconnect: false,
    refuseSwitch: false,
  }
  const calls: string[] = []
  const id = parameters.id ?? 'dev.latchkey.fake'
  let addresses = parameters.addresses ?? [parameters.account?.address ?? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
  let chainId: ChainId = parameters.chainId ?? 'eip155:1'
  let host: Host | undefined

  const session = (): WalletSession => {
    if (switches.nonsense) return { accounts: ['banana'] as never, chains: {} }
    const namespace = chainId.slice(0, chainId.indexOf(':'))
    const accounts = addresses.map((address) => toAccountId(chainId, address)) as [AccountId, ...AccountId[]]
    return {
      accounts,
      chains: { [namespace]: chainId },
      ...(parameters.approved ? { approved: parameters.approved } : {}),
      ...(parameters.wallet ? { wallet: parameters.wallet } : {}),
    }
  }
  const never = () => new Promise<never>(() => {})
  const rejected = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })
  const waiting = new Set<{ resolve: () => void; reject: (error: Error) => void }>()

  /** Waits for the person, who agrees at once unless the test wants to decide. */
  async function ask(method: string): Promise<void> {
    calls.push(method)
    if (switches.neverAnswer) return never()
    if (switches.reject) throw rejected()
    if (parameters.autoApprove === false) await new Promise<void>((resolve, reject) => waiting.add({ resolve, reject }))
  }

  const signing = createSigningProvider({
    account: parameters.account,
    chainId: () => Number(chainId.slice(chainId.indexOf(':') + 1)),
    rpcUrl: () => host?.chains().find(({ caipNetworkId }) => caipNetworkId === chainId)?.rpcUrls.default.http[0],
    approve: ask,
    switchChain(next) {
      chainId = `eip155:${next}`
      host?.emit(id, { type: 'change', session: session() })
    },
  })

  const connector: Connector = {
    id,
    kind: parameters.kind ?? 'announced',
    name: parameters.name ?? 'Fake Wallet',
    namespaces: parameters.namespaces ?? ['eip155'],
    ...(parameters.icon ? { icon: parameters.icon } : {}),
    ...(parameters.rdns ? { rdns: parameters.rdns } : {}),
    async connect(request) {
      await ask('connect')
      if (request.chainId) chainId = request.chainId
      return session()
    },
    async reconnect() {
      calls.push('reconnect')
      if (switches.neverAnswer) return never()
      return switches.locked ? null : session()
    },
    async disconnect() {
      calls.push('disconnect')
      if (switches.neverDisconnect) return never()
      if (switches.failDisconnect) throw new Error('The wallet is stuck.')
    },
    release() {
      calls.push('release')
    },
    async switchChain(chain) {
      await ask('switchNetwork')
      if (switches.refuseSwitch)
        throw new LatchkeyError('CHAIN_SWITCH_REFUSED', 'The wallet does not support this network.')
      chainId = chain.caipNetworkId
      host?.emit(id, { type: 'change', session: session() })
    },
    getProvider: parameters.getProvider ?? (async () => signing),
  }

  return {
    switches,
    calls,
    approve() {
      for (const each of waiting) each.resolve()
      waiting.clear()
    },
    reject() {
      for (const each of waiting) each.reject(rejected())
      waiting.clear()
    },
    create(given) {
      host = given
      return connector
    },
    say(event) {
      if (event === 'disconnect') return host?.emit(id, { type: 'disconnect' })
      if ('accounts' in event) addresses = event.accounts
      else chainId = event.chainId
      host?.emit(id, { type: 'change', session: session() })
    },
  }
}
