import { type AccountId, type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, CreateConnector, Host, Session } from '../connector.js'

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
  /** Speaks unasked, as a wallet does. */
  say(event: 'disconnect' | { accounts: readonly string[] } | { chainId: ChainId }): void
}

/**
 * Makes an implementation of the connector contract with failure switches, for tests without a wallet.
 *
 * @param parameters - Any part of a connector, its plain addresses and the CAIP-2 chain it starts on.
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
  let addresses = parameters.addresses ?? ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
  let chainId: ChainId = parameters.chainId ?? 'eip155:1'
  let host: Host | undefined

  const session = (): Session => {
    if (switches.nonsense) return { accounts: ['banana'] as never, chains: {} }
    const namespace = chainId.slice(0, chainId.indexOf(':'))
    const accounts = addresses.map((address) => toAccountId(chainId, address)) as [AccountId, ...AccountId[]]
    return {
      accounts,
      chains: { [namespace]: chainId },
      ...(parameters.approved ? { approved: parameters.approved } : {}),
    }
  }
  const never = () => new Promise<never>(() => {})

  const connector: Connector = {
    id,
    kind: parameters.kind ?? 'announced',
    name: parameters.name ?? 'Fake Wallet',
    namespaces: parameters.namespaces ?? ['eip155'],
    ...(parameters.icon ? { icon: parameters.icon } : {}),
    ...(parameters.rdns ? { rdns: parameters.rdns } : {}),
    async connect(request) {
      calls.push('connect')
      if (switches.neverAnswer) return never()
      if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
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
    async switchNetwork(network) {
      calls.push('switchNetwork')
      if (switches.neverAnswer) return never()
      if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      if (switches.refuseSwitch)
        throw new LatchkeyError('NETWORK_SWITCH_REFUSED', 'The wallet does not support this network.')
      chainId = network.caipNetworkId
      host?.emit(id, { type: 'change', session: session() })
    },
    getProvider: parameters.getProvider ?? (async () => ({ request: never })),
  }

  return {
    switches,
    calls,
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
