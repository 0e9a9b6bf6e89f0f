import { type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { appEvents, type FrameSecurity } from '@latchkey/protocol/internal/frame'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import { emailCooldown } from '@latchkey/protocol/internal/limits'
import type { Host, WalletSession } from '../connector.js'
import type {
  EmailAction,
  EmbeddedConnector,
  EmbeddedState,
  EmbeddedWallet,
  FramePresenter,
  FrameTask,
  SocialProvider,
} from '../embedded.js'

/** Ways in which a fake embedded wallet fails; all off at first. */
export type FakeEmbeddedSwitches = {
  /** Every e-mail is refused with this text. */
  refuseEmail: string | undefined
  /** Every social account is refused with this text. */
  refuseSocial: string | undefined
  /** Nothing is answered. */
  neverAnswer: boolean
  /** The frame does not load. */
  noFrame: boolean
  /** Nobody is signed in any more when the page is loaded again. */
  signedOut: boolean
}

/** An embedded wallet whose every answer the test decides. */
export type FakeEmbedded = {
  readonly create: (host: Host) => EmbeddedConnector
  readonly switches: FakeEmbeddedSwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  /** Whether the frame is on the screen. */
  isShown(): boolean
  /** Changes what is known of the wallet. */
  set(part: Partial<EmbeddedState>): void
  /** The link in the mail was opened and confirmed, or what went wrong with it. */
  confirmDevice(failure?: string): void
  /** The person's Farcaster app has answered, or what went wrong with it. */
  answerFarcaster(failure?: string): void
  /** The person does in the frame what it asks for: approves, types the code, closes the security page. */
  finish(result?: unknown): void
  /** The person leaves the frame. */
  leave(): void
}

/**
 * Makes an implementation of the embedded wallet's contract with failure switches, for tests without a frame.
 *
 * @param parameters - The account, what a mail leads to, the address after a change, and how the wallet is kept.
 * @returns What to give to `createConfig({ connectors: [fake.create] })`, and the handles of the test.
 *
 * @example
 * import { createFakeEmbedded } from '@latchkey/core/testing'
 * const fake = createFakeEmbedded({ action: 'VERIFY_DEVICE' })
 * fake.confirmDevice()
 */
export function createFakeEmbedded(
  parameters: {
    id?: string
    name?: string
    address?: string
    chainId?: ChainId
    action?: EmailAction
    socials?: readonly SocialProvider[]
    hasPasskey?: boolean
    matchNumber?: string
    updateAction?: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'
    security?: Partial<FrameSecurity>
  } = {},
): FakeEmbedded {
  const switches: FakeEmbeddedSwitches = {
    refuseEmail: undefined,
    refuseSocial: undefined,
    neverAnswer: false,
    noFrame: false,
    signedOut: false,
  }
  const calls: string[] = []
  const listeners = new Set<() => void>()
  const refusals = new Set<(method: string) => void>()
  const id = parameters.id ?? 'ID_AUTH'
  let chainId: ChainId = parameters.chainId ?? 'eip155:1'
  let state: EmbeddedState = {
    email: undefined,
    accountType: 'eoa',
    preferredAccountTypes: {},
    smartAccountDeployed: false,
    smartAccountNetworks: [],
    task: undefined,
    matchNumber: undefined,
    nextEmailAt: 0,
    isSlow: false,
  }
  let host: Host | undefined
  let presenter: FramePresenter | undefined
  let shown = false
  let newEmail: string | undefined
  let device: { resolve(): void; reject(error: Error): void } | undefined
  // A Farcaster account or a passkey brings no address.
  let isNameless = false
  let farcaster: { resolve(): void; reject(error: Error): void } | undefined
  let open: { task: FrameTask; resolve(result: unknown): void; reject(error: Error): void } | undefined

  const set: FakeEmbedded['set'] = (part) => {
    state = { ...state, ...part }
    for (const listener of [...listeners]) listener()
  }
  const session = (): WalletSession => ({
    accounts: [toAccountId(chainId, parameters.address ?? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
    chains: { [chainId.slice(0, chainId.indexOf(':'))]: chainId },
  })
  const frame = {
    show: () => {
      shown = open !== undefined
    },
    hide: () => {
      shown = false
    },
  }

  async function called<value>(name: string, answer: () => value | Promise<value>): Promise<value> {
    calls.push(name)
    if (switches.neverAnswer) return new Promise<never>(() => {})
    if (switches.noFrame) throw new LatchkeyError('WALLET_NOT_RESPONDING', 'Unable to load email login dependency')
    return answer()
  }
  function asked(task: FrameTask, aborted: string, signal?: AbortSignal): Promise<unknown> {
    const asking = new Promise((resolve, reject) => {
      open = { task, resolve, reject }
    })
    signal?.addEventListener('abort', () => open?.reject(new LatchkeyError('ABORTED', aborted)))
    if (signal?.aborted) open?.reject(new LatchkeyError('ABORTED', aborted))
    set({ task })
    if (presenter) presenter(task, frame)
    else frame.show()
    return asking.finally(() => {
      open = undefined
      frame.hide()
      set({ task: undefined })
    })
  }

  const embedded: EmbeddedWallet = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRefusal(listener) {
      refusals.add(listener)
      return () => refusals.delete(listener)
    },
    present(next) {
      presenter = next
    },
    connectEmail({ email }) {
      return called('connectEmail', () => {
        const wait = state.nextEmailAt - Date.now()
        if (wait > 0) {
          throw new LatchkeyError('RATE_LIMITED', `Please try again after ${Math.ceil(wait / 1000)} seconds`)
        }
        if (switches.refuseEmail !== undefined) throw new LatchkeyError('API_REFUSED', switches.refuseEmail)
        const parsed = appEvents.connectEmail.payload.safeParse({ email })
        if (!parsed.success) throw new LatchkeyError('INVALID_PARAMS', 'This is not an e-mail address')
        const action = parameters.action ?? 'VERIFY_OTP'
        set({
          email: parsed.data.email,
          matchNumber: action === 'VERIFY_DEVICE' ? (parameters.matchNumber ?? '42') : undefined,
          nextEmailAt: Date.now() + emailCooldown,
        })
        return { action }
      })
    },
    hasSocials: parameters.socials !== undefined,
    getSocials: async () => parameters.socials ?? [],
    connectSocial({ provider, redirect }) {
      return called(`connectSocial ${provider}${redirect ? ' redirect' : ''}`, () => {
        if (switches.refuseSocial !== undefined) throw new LatchkeyError('CONNECTION_FAILED', switches.refuseSocial)
        set({ email: 'ada@example.com' })
      })
    },
    connectFarcaster({ onLink, signal }) {
      return called('connectFarcaster', () => {
        if (switches.refuseSocial !== undefined) throw new LatchkeyError('CONNECTION_FAILED', switches.refuseSocial)
        onLink('https://farcaster.example/siwf?channelToken=FAKE')
        return new Promise<void>((resolve, reject) => {
          farcaster = { resolve, reject }
          signal?.addEventListener('abort', () => reject(new LatchkeyError('USER_REJECTED', 'Popup closed')))
        })
      })
    },
    hasPasskey: async () => parameters.hasPasskey ?? false,
    connectPasskey({ signal } = {}) {
      return called('connectPasskey', async () => {
        await asked('code', 'Something went wrong', signal)
        isNameless = true
      })
    },
    connectDevice({ signal } = {}) {
      return called(
        'connectDevice',
        () =>
          new Promise<void>((resolve, reject) => {
            device = { resolve, reject }
            signal?.addEventListener('abort', () => reject(new LatchkeyError('ABORTED', 'Something went wrong')))
          }),
      )
    },
    enterCode({ purpose, signal }) {
      return called(`enterCode ${purpose}`, async () => {
        await asked('code', 'Something went wrong', signal)
        if (purpose === 'login') set({ nextEmailAt: 0 })
        if (purpose !== 'secondary') return {}
        set({ email: newEmail })
        return { newEmail }
      })
    },
    connectOtp: ({ otp }) =>
      called('connectOtp', () => {
        if (otp !== '123456') throw new LatchkeyError('UNAUTHORIZED', 'Invalid code')
        set({ nextEmailAt: 0 })
      }),
    updateEmail: ({ email }) =>
      called('updateEmail', () => {
        if (switches.refuseEmail !== undefined) throw new LatchkeyError('API_REFUSED', switches.refuseEmail)
        newEmail = email
        return { action: parameters.updateAction ?? 'VERIFY_PRIMARY_OTP' }
      }),
    updateEmailPrimaryOtp: () => called('updateEmailPrimaryOtp', () => {}),
    updateEmailSecondaryOtp: () =>
      called('updateEmailSecondaryOtp', () => {
        set({ email: newEmail })
        return { newEmail: newEmail ?? '' }
      }),
    setPreferredAccount: (type) =>
      called('setPreferredAccount', () =>
        set({ accountType: type, preferredAccountTypes: { ...state.preferredAccountTypes, eip155: type } }),
      ),
    getSecurity: () =>
      called('getSecurity', () => ({
        email: state.email ?? null,
        restorers: ['operator' as const],
        operatorUntil: null,
        isKept: true,
        devices: [{ id: 'device', name: 'Chrome on Linux', lastSeenAt: Date.now(), isThis: true }],
        ...parameters.security,
      })),
    showSecurity: ({ signal } = {}) =>
      called('showSecurity', async () => {
        await asked('security', 'Something went wrong', signal)
      }),
    syncTheme: () => called('syncTheme', () => {}),
    rejectPending() {
      calls.push('rejectPending')
      if (open?.task === 'approve') open.reject(new LatchkeyError('ABORTED', 'Request was aborted'))
    },
  }

  const connector: EmbeddedConnector = {
    id,
    kind: 'auth',
    name: parameters.name ?? 'Email',
    namespaces: ['eip155'],
    embedded,
    connect: (request) =>
      called('connect', () => {
        if (state.email === undefined && !isNameless) throw new LatchkeyError('UNAUTHORIZED', 'Nobody is signed in')
        if (request.chainId) chainId = request.chainId
        return session()
      }),
    reconnect: () => called('reconnect', () => (switches.signedOut ? null : session())),
    disconnect: () =>
      called('disconnect', () => {
        isNameless = false
        set({ email: undefined, matchNumber: undefined })
      }),
    switchChain: (chain) =>
      called('switchNetwork', () => {
        chainId = chain.caipNetworkId
        host?.emit(id, { type: 'change', session: session() })
      }),
    getProvider: async () => ({
      request: ({ method }: { method: string }) =>
        called(`request ${method}`, () => {
          if (rpcPolicy(method) !== 'refuse') return asked('approve', 'Request was aborted')
          embedded.rejectPending()
          for (const listener of [...refusals]) listener(method)
          throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed')
        }),
    }),
  }

  return {
    switches,
    calls,
    create(given) {
      host = given
      return connector
    },
    isShown: () => shown,
    set,
    answerFarcaster(failure) {
      if (farcaster && failure === undefined) {
        isNameless = true
        farcaster.resolve()
      } else farcaster?.reject(new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { details: failure ?? '' }))
    },
    confirmDevice(failure) {
      if (failure === undefined) device?.resolve()
      else device?.reject(new LatchkeyError('UNAUTHORIZED', failure))
    },
    finish: (result) => open?.resolve(result),
    leave: () => open?.reject(new LatchkeyError('USER_REJECTED', 'You left the wallet')),
  }
}
