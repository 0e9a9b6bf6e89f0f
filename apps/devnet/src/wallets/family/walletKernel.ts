import { LatchkeyError } from '@latchkey/protocol/errors'
import type { ApprovalRequest } from '../approvalRequest.js'
import { ProviderError } from '../providerError.js'
import { firstSwitches } from '../switches.js'
import { testIcon } from '../testIcon.js'
import { createWalletEvents, type WalletEvents } from '../walletEvents.js'
import type { FamilyWallet, FamilyWalletInfo, FamilyWalletOptions } from './familyWallet.js'

type WithoutPlace<request> = request extends unknown ? Omit<request, 'origin' | 'chain' | 'account'> : never

/** An approval request, without the fields that the wallet fills in. */
export type FamilyQuestion = WithoutPlace<ApprovalRequest>

/** The shared state of a wallet's conventions: its switches, its permission, and the approver. */
export type WalletKernel = Omit<FamilyWallet, 'permitted' | 'selected'> & {
  readonly chain: FamilyWalletOptions['chain']
  /** `change` after accounts or permission are others, `connection` after `disconnected` was switched. */
  readonly events: WalletEvents
  permitted(): boolean
  selected(): number
  /** Answers one request: everything that a switch does to it happens here. */
  run<value>(method: string, params: unknown, work: () => value | Promise<value>): Promise<value>
  /** Asks the person; throws what the site gets when the answer is no. */
  confirm(question: FamilyQuestion): Promise<void>
  /** Asks for permission, unless the site has it. */
  connect(accounts: readonly string[], labels?: readonly string[]): Promise<void>
  permit(permitted: boolean): void
  /** The common context; each family adds its own. */
  readonly wallet: FamilyWallet
}

/**
 * Creates the inside of a test wallet. It throws errors with the numbers of EIP-1193, which each convention says in its own
 * words.
 *
 * @param family - The family, for what is kept.
 * @param addresses - The address of each account, by its number.
 * @throws LatchkeyError INVALID_CONFIG when there is no account.
 */
export function createWalletKernel(
  family: string,
  options: FamilyWalletOptions,
  addresses: readonly string[],
): WalletKernel {
  const key = `latchkey-test-wallet-${family}`
  const events = createWalletEvents()
  const requests: { method: string; params: unknown }[] = []
  let { permitted, selected } = readMemory(options, key, addresses.length)
  let switches = firstSwitches(options)
  let open = new AbortController()
  let connecting = false
  const origin =
    options.origin ?? (globalThis as { location?: { origin?: string } }).location?.origin ?? 'a local program'
  const info: FamilyWalletInfo = {
    name: 'Latchkey Test Wallet',
    icon: testIcon as FamilyWalletInfo['icon'],
    ...options.info,
  }

  const keep = () => {
    try {
      options.storage?.setItem(key, JSON.stringify({ permitted, selected }))
    } catch {
      // A storage that is denied or full costs only the next visit.
    }
    events.emit('change', undefined)
  }
  const disconnected = () => new ProviderError(4900, 'The wallet is disconnected.')
  const rejected = () => new ProviderError(4001, 'User rejected the request.')

  const kernel: Omit<WalletKernel, 'wallet'> = {
    info,
    events,
    requests,
    chain: options.chain,
    get switches() {
      return switches
    },
    permitted: () => permitted,
    selected: () => selected,
    set(change) {
      const before = switches.disconnected
      switches = { ...switches, ...change }
      if (switches.disconnected === before) return
      if (switches.disconnected) {
        open.abort()
        open = new AbortController()
      }
      events.emit('connection', switches.disconnected)
    },
    async run(method, params, work) {
      requests.push({ method, params })
      if (requests.length > 1000) requests.shift()
      if (switches.neverAnswer) return new Promise(() => {})
      if (switches.slow > 0) await new Promise((resolve) => setTimeout(resolve, switches.slow))
      if (switches.disconnected) throw disconnected()
      // The wrong type is the point.
      return switches.nonsense ? (['banana', { banana: true }] as never) : work()
    },
    async confirm(question) {
      const connect = question.kind === 'connect'
      if (switches.pending || (connect && connecting)) {
        throw new ProviderError(-32002, 'A request is already open in the wallet.')
      }
      if (switches.reject) throw rejected()
      if (switches.autoApprove) return
      if (options.approve === undefined) throw new ProviderError(4001, 'The wallet has no approver for the request.')
      const { signal } = open
      if (connect) connecting = true
      try {
        const place = { origin, chain: options.chain, account: addresses[selected] ?? '' }
        const approved = await Promise.race([options.approve({ ...place, ...question }, signal), whenAborted(signal)])
        if (signal.aborted) throw disconnected()
        if (!approved) throw rejected()
      } finally {
        if (connect) connecting = false
      }
    },
    async connect(accounts, labels) {
      if (permitted) return
      await kernel.confirm({ kind: 'connect', accounts, ...(labels === undefined ? {} : { labels }) })
      kernel.permit(true)
    },
    permit(value) {
      if (permitted === value) return
      permitted = value
      keep()
    },
    revoke: () => kernel.permit(false),
    selectAccount(index) {
      if (addresses[index] === undefined) {
        throw new LatchkeyError('INVALID_PARAMS', `The wallet has no account ${index}`)
      }
      if (index === selected) return
      selected = index
      keep()
    },
  }
  const { set, revoke, selectAccount } = kernel
  const wallet: FamilyWallet = {
    ...{ info, requests, set, revoke, selectAccount },
    get selected() {
      return selected
    },
    get permitted() {
      return permitted
    },
    get switches() {
      return switches
    },
  }
  return Object.assign(kernel, { wallet })
}

/** How many accounts are wanted. @throws LatchkeyError INVALID_CONFIG */
export function accountCount(options: FamilyWalletOptions): number {
  const count = options.accounts ?? 2
  if (Number.isInteger(count) && count >= 1 && count <= 9) return count
  throw new LatchkeyError('INVALID_CONFIG', 'The test wallet has 1 to 9 accounts')
}

function readMemory(options: FamilyWalletOptions, key: string, count: number) {
  try {
    const kept = JSON.parse(options.storage?.getItem(key) ?? 'null') as { [name: string]: unknown } | null
    const selected = Number.isInteger(kept?.selected) ? Number(kept?.selected) : 0
    return { permitted: kept?.permitted === true, selected: selected >= 0 && selected < count ? selected : 0 }
  } catch {
    // Denied or broken: a fresh wallet.
    return { permitted: false, selected: 0 }
  }
}

function whenAborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }))
}
