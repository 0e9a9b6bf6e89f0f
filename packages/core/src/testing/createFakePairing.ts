import { type AccountId, type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { pairingLife } from '@latchkey/protocol/internal/limits'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import type { Metadata } from '../config/metadata.js'
import type { Host, WalletSession } from '../connector.js'
import type { Pairing, PairingConnector, PairingState } from '../pairing.js'

/** Ways in which a fake pairing fails; all off at first. */
export type FakePairingSwitches = {
  /** The relay does not answer. */
  noRelay: boolean
  /** The relay answers nothing, neither yes nor no. */
  neverAnswer: boolean
  /** The wallet of the last visit took its permission back. */
  sessionGone: boolean
}

/** A connector by URI whose every answer the test decides. */
export type FakePairing = {
  readonly create: (host: Host) => PairingConnector
  readonly switches: FakePairingSwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  /** The person approves in the wallet. */
  approve(): void
  /** The person rejects in the wallet, or it answers with another error. */
  reject(error?: LatchkeyError): void
  /** A fresh URI takes the place of the one that is shown. */
  renew(): void
  /** The wallet speaks unasked. */
  say(event: 'disconnect' | { chainId: ChainId }): void
}

type Offer = {
  promise: Promise<WalletSession>
  /** The calls that wait for it: the last one to leave withdraws it. */
  holders: number
  resolve(session: WalletSession): void
  reject(error: Error): void
}

/**
 * Creates an implementation of the pairing contract with failure switches, for tests without a relay and a phone.
 *
 * @param parameters - The account, the chain it begins on, and what the wallet says about itself.
 * @returns What to give to `createConfig({ connectors: [fake.create] })`, and the handles of the test.
 *
 * @example
 * import { createFakePairing } from '@latchkey/core/testing'
 * const fake = createFakePairing()
 * fake.approve()
 */
export function createFakePairing(
  parameters: {
    id?: string
    name?: string
    address?: string
    chainId?: ChainId
    wallet?: Metadata
    /** What the wallet signs while it connects; without it, it cannot. */
    signIn?: (request: SignInRequest, account: AccountId) => readonly SignInProof[]
  } = {},
): FakePairing {
  const id = parameters.id ?? 'walletConnect'
  const switches: FakePairingSwitches = { noRelay: false, neverAnswer: false, sessionGone: false }
  const calls: string[] = []
  const listeners = new Set<() => void>()
  const idle: PairingState = {
    status: 'idle',
    uri: undefined,
    expiresAt: undefined,
    error: undefined,
    wallet: undefined,
  }
  let chainId: ChainId = parameters.chainId ?? 'eip155:1'
  let made = 0
  let state = idle
  let host: Host | undefined
  let open: Offer | undefined

  const set = (next: PairingState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const session = (): WalletSession => ({
    accounts: [toAccountId(chainId, parameters.address ?? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')] as [AccountId],
    chains: { [chainId.slice(0, chainId.indexOf(':'))]: chainId },
    approved: [chainId],
  })
  const offer = () => {
    made++
    const topic = made.toString(16).padStart(64, '0')
    const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${topic}`
    set({ ...idle, status: 'waiting', uri, expiresAt: Date.now() + pairingLife })
  }
  const end = (error: LatchkeyError) => {
    open?.reject(error)
    open = undefined
    set(error.code === 'ABORTED' ? idle : { ...idle, status: 'failed', error })
  }

  let signedIn: SignInRequest | undefined

  const start: Pairing['start'] = async ({ chains, signIn, signal } = {}) => {
    calls.push('start')
    const aborted = () => new LatchkeyError('ABORTED', 'Request was aborted')
    if (signal?.aborted) throw aborted()
    if (switches.neverAnswer) {
      set({ ...idle, status: 'starting' })
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          set(idle)
          reject(aborted())
        })
      })
    }
    if (switches.noRelay) {
      const error = new LatchkeyError('RPC_UNREACHABLE', 'The relay cannot be reached.')
      set({ ...idle, status: 'failed', error })
      throw error
    }
    if (!open) {
      const [first] = chains ?? []
      if (first) chainId = first
      open = createOffer()
      signedIn = signIn
      offer()
    }
    const mine = open
    mine.holders++
    const left = new Promise<never>((_, reject) => {
      const leave = () => {
        reject(aborted())
        mine.holders--
        if (mine.holders === 0 && open === mine) end(aborted())
      }
      signal?.addEventListener('abort', leave, { once: true })
    })
    const approved = Promise.race([mine.promise, left])
    approved.catch(() => {})
    return { uri: state.uri ?? '', expiresAt: state.expiresAt ?? 0, approved }
  }

  const connector: PairingConnector = {
    id,
    kind: 'walletConnect',
    name: parameters.name ?? 'WalletConnect',
    namespaces: ['eip155'],
    pairing: {
      getState: () => state,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      prepare: () => void calls.push('prepare'),
      start,
    },
    async connect(request) {
      calls.push('connect')
      const { approved } = await start({
        ...(request.chainId ? { chains: [request.chainId], required: request.chainId } : {}),
        ...(request.signIn ? { signIn: request.signIn } : {}),
        ...(request.signal ? { signal: request.signal } : {}),
      })
      return approved
    },
    async reconnect() {
      calls.push('reconnect')
      return switches.sessionGone ? null : session()
    },
    async disconnect() {
      calls.push('disconnect')
    },
    async switchChain(chain) {
      calls.push('switchNetwork')
      chainId = chain.caipNetworkId
      host?.emit(id, { type: 'change', session: session() })
    },
    getProvider: async () => ({ request: () => new Promise<never>(() => {}) }),
  }

  return {
    switches,
    calls,
    create(given) {
      host = given
      return connector
    },
    approve() {
      const { wallet } = parameters
      set({ ...idle, status: 'approved', wallet })
      const granted = session()
      const proofs = signedIn && parameters.signIn?.(signedIn, granted.accounts[0])
      open?.resolve({ ...granted, ...(proofs ? { signIn: proofs } : {}) })
      open = undefined
    },
    reject: (error) => end(error ?? new LatchkeyError('CONNECTION_REJECTED', 'Connection rejected')),
    renew: offer,
    say(event) {
      if (event === 'disconnect') return host?.emit(id, { type: 'disconnect' })
      chainId = event.chainId
      host?.emit(id, { type: 'change', session: session() })
    },
  }
}

function createOffer(): Offer {
  let settle: Pick<Offer, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} }
  const promise = new Promise<WalletSession>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => {})
  return { promise, holders: 0, ...settle }
}
