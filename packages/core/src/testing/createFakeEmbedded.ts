import { type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameSecurity } from '@latchkey/protocol/internal/frame'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import type { Host, WalletSession } from '../connector.js'
import type { EmailAction, EmbeddedConnector, EmbeddedState, EmbeddedWallet, SocialProvider } from '../embedded.js'
import { createEmitter } from '../emitter.js'
import { createFakeFrame } from './createFakeFrame.js'
import { createFakeEmailActions } from './fakeEmailActions.js'
import type { FakeEmbeddedParts, FakeEmbeddedSwitches } from './fakeEmbeddedParts.js'
import { createFakeSocialActions } from './fakeSocialActions.js'

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
 * Creates an implementation of the embedded wallet's contract with failure switches, for tests without a frame.
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
  const changes = createEmitter<void>()
  const refusals = createEmitter<string>()
  const frame = createFakeFrame((task) => set({ task }))
  const id = parameters.id ?? 'ID_AUTH'
  let chainId: ChainId = parameters.chainId ?? 'eip155:1'
  let state = firstState
  let host: Host | undefined

  function set(part: Partial<EmbeddedState>): void {
    state = { ...state, ...part }
    changes.emit()
  }

  async function call<value>(name: string, answer: () => value | Promise<value>): Promise<value> {
    calls.push(name)
    if (switches.neverAnswer) return new Promise<never>(() => {})
    if (switches.noFrame) throw new LatchkeyError('WALLET_NOT_RESPONDING', 'Unable to load email login dependency')
    return answer()
  }

  function session(): WalletSession {
    return {
      accounts: [toAccountId(chainId, parameters.address ?? '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
      chains: { [chainId.slice(0, chainId.indexOf(':'))]: chainId },
    }
  }

  const parts: FakeEmbeddedParts = { switches, getState: () => state, set, call, ask: frame.ask }
  const email = createFakeEmailActions(parts, parameters)
  const social = createFakeSocialActions(parts, parameters)
  const embedded: EmbeddedWallet = {
    ...email.wallet,
    ...social.wallet,
    getState: parts.getState,
    subscribe: changes.on,
    onRefusal: refusals.on,
    present: frame.present,
    setPreferredAccount: (type) =>
      call('setPreferredAccount', () =>
        set({ accountType: type, preferredAccountTypes: { ...state.preferredAccountTypes, eip155: type } }),
      ),
    getSecurity: () =>
      call('getSecurity', () => ({ ...firstSecurity(), email: state.email ?? null, ...parameters.security })),
    showSecurity: ({ signal } = {}) =>
      call('showSecurity', async () => {
        await frame.ask('security', 'Something went wrong', signal)
      }),
    syncTheme: () => call('syncTheme', () => {}),
    rejectPending() {
      calls.push('rejectPending')
      if (frame.task() === 'approve') frame.fail(new LatchkeyError('ABORTED', 'Request was aborted'))
    },
  }

  const connector: EmbeddedConnector = {
    id,
    kind: 'auth',
    name: parameters.name ?? 'Email',
    namespaces: ['eip155'],
    embedded,
    connect: (request) =>
      call('connect', () => {
        if (state.email === undefined && !social.isSignedIn()) throw new LatchkeyError('UNAUTHORIZED', 'Not signed in')
        if (request.chainId) chainId = request.chainId
        return session()
      }),
    reconnect: () => call('reconnect', () => (switches.signedOut ? null : session())),
    disconnect: () =>
      call('disconnect', () => {
        social.signOut()
        set({ email: undefined, matchNumber: undefined })
      }),
    switchChain: (chain) =>
      call('switchNetwork', () => {
        chainId = chain.caipNetworkId
        host?.emit(id, { type: 'change', session: session() })
      }),
    getProvider: async () => ({
      request: ({ method }: { method: string }) =>
        call(`request ${method}`, () => {
          if (rpcPolicy(method) !== 'refuse') return frame.ask('approve', 'Request was aborted')
          embedded.rejectPending()
          refusals.emit(method)
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
    isShown: frame.isShown,
    set,
    answerFarcaster: social.answerFarcaster,
    confirmDevice: email.confirmDevice,
    finish: frame.finish,
    leave: () => frame.fail(new LatchkeyError('USER_REJECTED', 'You left the wallet')),
  }
}

const firstState: EmbeddedState = {
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

function firstSecurity(): FrameSecurity {
  return {
    email: null,
    restorers: ['operator'],
    operatorUntil: null,
    isKept: true,
    devices: [{ id: 'device', name: 'Chrome on Linux', lastSeenAt: Date.now(), isThis: true }],
  }
}
