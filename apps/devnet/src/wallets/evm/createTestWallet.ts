import { LatchkeyError } from '@latchkey/protocol/errors'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { accounts as localAccounts } from '../../chains/evm/accounts.js'
import { ProviderError } from '../providerError.js'
import { firstSwitches } from '../switches.js'
import { testIcon } from '../testIcon.js'
import { uuid } from '../uuid.js'
import { createWalletEvents } from '../walletEvents.js'
import type { TestProvider, TestWallet, TestWalletOptions, WalletInfo } from './testWallet.js'
import type { WalletContext } from './walletContext.js'
import { keptMemory, readMemory, writeMemory } from './walletMemory.js'
import { walletMethods } from './walletMethods.js'

const nonsense: { readonly [method: string]: unknown } = {
  eth_accounts: {},
  eth_requestAccounts: {},
  eth_chainId: 'banana',
  net_version: { version: 'banana' },
  personal_sign: 42,
  eth_signTypedData_v4: null,
  eth_sendTransaction: { hash: 'yes' },
  wallet_switchEthereumChain: 'perhaps',
  wallet_addEthereumChain: [],
  wallet_requestPermissions: 'all of them',
  wallet_getPermissions: 7,
}

/** Responses of the wrong type for every method, for the switch `nonsense`. */
function nonsenseAnswer(method: string): unknown {
  return Object.hasOwn(nonsense, method) ? nonsense[method] : ['banana', { banana: true }]
}

/**
 * Creates a wallet over local keys, for demos and tests: an EIP-1193 provider that keeps to the standards until one of
 * its switches is thrown. It has no secrets; never give it a key that holds anything of value.
 *
 * @param options - Its networks, and who approves.
 * @returns The wallet.
 * @throws LatchkeyError INVALID_CONFIG when there is no network or too many accounts are wanted.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 *
 * @example
 * import { startEvmChains } from '@latchkey/devnet'
 * import { createTestWallet } from '@latchkey/devnet/wallet'
 * const { chains } = await startEvmChains()
 * const wallet = createTestWallet({ chains })
 * const stop = wallet.announce(window)
 * wallet.set({ reject: true })
 */
export function createTestWallet(options: TestWalletOptions): TestWallet {
  const keys = makeKeys(options)
  const first = options.chains[0]
  if (first === undefined) throw new LatchkeyError('INVALID_CONFIG', 'The test wallet needs at least one chain')
  const events = createWalletEvents()
  const requests: { method: string; params: unknown }[] = []
  const families = options.families ?? {}
  const companions = Object.values(families)
  const info: WalletInfo = {
    uuid: uuid(),
    name: 'Latchkey Test Wallet',
    icon: testIcon,
    rdns: 'dev.latchkey.testwallet',
    ...options.info,
  }
  let memory = readMemory(options, keys.length)
  let kept = keptMemory(options)
  let switches = firstSwitches(options)
  let open = new AbortController()
  let connecting = false
  let turn: Promise<unknown> = Promise.resolve()

  const remember = (change: Partial<typeof memory>) => {
    memory = { ...memory, ...change }
    writeMemory(options, memory)
    kept = keptMemory(options)
  }
  // As an extension has one memory for all tabs of a site, what was changed in another is known here.
  const recall = () => {
    const now = keptMemory(options)
    if (now === undefined || now === kept) return
    kept = now
    memory = readMemory(options, keys.length)
  }
  const hexChainId = () => `0x${memory.chainId.toString(16)}`
  const emitAccounts = () => events.emit('accountsChanged', switches.nonsense ? {} : context.visible())
  const disconnected = () => new ProviderError(4900, 'The wallet is disconnected from all networks.')

  const context: WalletContext = {
    origin: options.origin ?? (globalThis as { location?: { origin?: string } }).location?.origin ?? 'a local program',
    keys,
    switches: () => switches,
    memory: () => memory,
    chains() {
      const added = memory.added.filter((chain) => !options.chains.some(({ chainId }) => chainId === chain.chainId))
      return [...options.chains, ...added]
    },
    chain: () => context.chains().find(({ chainId }) => chainId === memory.chainId) ?? first,
    visible() {
      const addresses = keys.map(({ address }) => address)
      const [chosen] = addresses.splice(memory.account, 1)
      return memory.permitted && chosen !== undefined ? [chosen, ...addresses] : []
    },
    async confirm(question) {
      const connect = question.kind === 'connect'
      if (switches.pending || (connect && connecting)) {
        throw new ProviderError(-32002, 'A request is already open in the wallet.')
      }
      if (switches.reject) throw new ProviderError(4001, 'User rejected the request.')
      if (switches.autoApprove) return
      const account = keys[memory.account]?.address ?? keys[0]?.address
      if (options.approve === undefined || account === undefined) {
        throw new ProviderError(4001, 'The wallet has no approver for the request.')
      }
      const { signal } = open
      if (connect) connecting = true
      try {
        const asked = options.approve({ origin: context.origin, chain: context.chain(), account, ...question }, signal)
        const approved = await Promise.race([asked, whenAborted(signal)])
        if (signal.aborted) throw disconnected()
        if (!approved) throw new ProviderError(4001, 'User rejected the request.')
      } finally {
        if (connect) connecting = false
      }
    },
    permit(permitted) {
      const changed = memory.permitted !== permitted
      remember({ permitted })
      if (changed) emitAccounts()
    },
    moveTo(chainId) {
      if (chainId === memory.chainId) return
      remember({ chainId })
      events.emit('chainChanged', switches.nonsense ? 'banana' : hexChainId())
    },
    add: (chain) => remember({ added: [...memory.added.filter((item) => item.chainId !== chain.chainId), chain] }),
    inTurn(run) {
      const mine = turn.then(run, run)
      turn = mine.catch(() => {})
      return mine
    },
  }

  const provider: TestProvider = {
    async request(request) {
      const { method, params } = request ?? {}
      if (typeof method !== 'string') throw new ProviderError(-32600, 'The request needs a `method`.')
      requests.push({ method, params })
      if (requests.length > 1000) requests.shift()
      recall()
      if (switches.neverAnswer) return new Promise(() => {})
      if (switches.slow > 0) await new Promise((resolve) => setTimeout(resolve, switches.slow))
      if (switches.disconnected) throw disconnected()
      return switches.nonsense ? nonsenseAnswer(method) : walletMethods(context, method, params)
    },
    on(event, listener) {
      events.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      events.removeListener(event, listener)
      return provider
    },
    isConnected: () => !switches.disconnected,
  }

  return {
    provider,
    info,
    accounts: keys.map(({ address }) => address),
    get selected() {
      return memory.account
    },
    get chainId() {
      return memory.chainId
    },
    get permitted() {
      return memory.permitted
    },
    get switches() {
      return switches
    },
    families,
    set(change) {
      for (const companion of companions) companion.set(change)
      const before = switches.disconnected
      switches = { ...switches, ...change }
      if (switches.disconnected === before) return
      if (!switches.disconnected) return events.emit('connect', { chainId: hexChainId() })
      open.abort()
      open = new AbortController()
      events.emit('disconnect', disconnected())
    },
    announce(target = window) {
      const stops = [
        announceWallet(target, info, provider),
        ...companions.map((companion) => companion.announce({ target })),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    revoke() {
      for (const companion of companions) companion.revoke()
      context.permit(false)
    },
    selectAccount(index) {
      if (keys[index] === undefined) throw new LatchkeyError('INVALID_PARAMS', `The wallet has no account ${index}`)
      for (const companion of companions) {
        if (companion.accounts.length > index) companion.selectAccount(index)
      }
      if (index === memory.account) return
      remember({ account: index })
      if (memory.permitted) emitAccounts()
    },
    selectChain(chainId) {
      if (!context.chains().some((chain) => chain.chainId === chainId)) {
        throw new LatchkeyError('CHAIN_NOT_FOUND', `The wallet does not know chain ${chainId}`)
      }
      context.moveTo(chainId)
    },
    requests,
  }
}

function makeKeys(options: TestWalletOptions): readonly PrivateKeyAccount[] {
  const count = options.accounts ?? 2
  if (!Number.isInteger(count) || count < 1 || count > 9) {
    throw new LatchkeyError('INVALID_CONFIG', 'The test wallet has 1 to 9 accounts')
  }
  const [, ...rest] = localAccounts.map(({ privateKey }) => privateKey)
  const mine = options.privateKey
  const list = mine === undefined ? rest : [mine, ...rest.filter((key) => key !== mine)]
  return list.slice(0, count).map((key) => privateKeyToAccount(key))
}

function whenAborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }))
}

/**
 * Announces a provider to a page, now and whenever the page asks.
 *
 * @returns The way to stop announcing.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
function announceWallet(target: EventTarget, info: WalletInfo, provider: TestProvider): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () => {
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}
