import { LatchkeyError } from '@latchkey/protocol/errors'
import { createAuthCalls } from '../api/createAuthCalls.js'
import { createCustodyCalls } from '../api/createCustodyCalls.js'
import { createGate } from '../api/createGate.js'
import { createMailCodes } from '../api/createMailCodes.js'
import { createWalletServer } from '../api/createWalletServer.js'
import { loadCode } from '../loadCode.js'
import type { openPasskeyWindow } from '../screens/passkeyWindow.js'
import type { FrameQuery } from '../settings.js'
import { openDevice } from '../storage/openDevice.js'
import type { FrameStorage } from '../storage/storage.js'
import type { Embedder, FrameSettings, OpenWindow, Screens, WalletUser } from '../types.js'
import { createSessions, type Sessions } from '../wallet/createSessions.js'
import { createSignOuts, type SignOutClock } from '../wallet/createSignOuts.js'
import { createWallet, type OwnWallet } from '../wallet/createWallet.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { Keyring } from '../worker/messages.js'
import { createChains } from './createChains.js'
import { createSignIn } from './createSignIn.js'
import { createDappHandlers } from './dapp.js'
import type { Handlers } from './groups.js'
import { createLazyEmailHandlers } from './lazyEmail.js'
import { createLazyRpcHandlers } from './lazyRpc.js'
import { createLazySocialHandlers } from './lazySocial.js'
import { createLoginHandlers } from './login.js'
import { createNetworkHandlers } from './network.js'
import { createUnavailableHandlers } from './unavailable.js'
import { createUserHandlers } from './user.js'

/** The browser APIs that the frame uses. */
export type FrameParts = {
  readonly embedder: Embedder
  readonly settings: FrameSettings
  readonly query: FrameQuery
  readonly storage: FrameStorage
  readonly keyring: Keyring
  /** Creates the screens, which show the signed-in user. */
  readonly openScreens: (user: () => WalletUser | undefined) => Screens
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly clock: SignOutClock
  readonly walletHost: string
  readonly walletOrigin: string
  readonly window: Pick<Window, 'addEventListener'> & { readonly location: Pick<Location, 'origin'> }
  readonly deviceName: string
  readonly locale: string
  /** Loads what opens windows of the wallet; these open straight from a click, so it is loaded before. */
  readonly windows: {
    readonly restore: NonNullable<WalletContext['loadRestore']>
    /** Opens the window of a passkey; the browser's own unless a test gives another. */
    readonly passkey?: typeof openPasskeyWindow
    readonly wallet: (context: WalletContext) => Promise<OpenWindow>
  }
}

/** The frame of one embedding page. */
export type OpenFrame = { readonly handlers: Handlers; readonly wallet: OwnWallet; readonly context: WalletContext }

/**
 * Puts the frame of one embedding page together.
 *
 * @param parts - What it is made of.
 * @returns Its answers to the page, and its wallet.
 */
export async function openFrame(parts: FrameParts): Promise<OpenFrame> {
  const { embedder, settings, query, storage, keyring, fetch, now, locks, clock, walletHost, deviceName, locale } =
    parts
  const { origin } = embedder
  const device = await openDevice(storage)
  const sessions = createSessions(storage, origin)
  const server = createWalletServer({
    fetch,
    device,
    session: sessions.read,
    now,
    gate: createGate(`latchkey-session/${origin}`, locks),
    renew: (sessionToken) => sessions.change({ sessionToken }),
    // Whose device was revoked, or who signed out elsewhere, has no key here any more either.
    async onExpired(sessionId) {
      if ((await sessions.read())?.sessionId !== sessionId) return
      await sessions.close(sessionId)
      await wallet?.leave()
    },
  })
  const codes = createMailCodes({ server, keyring, device, session: sessions.read })
  let wallet: OwnWallet | undefined
  const screens = parts.openScreens(() => wallet?.user)
  const context: WalletContext = {
    embedder,
    walletHost,
    storage,
    device,
    keyring,
    sessions,
    auth: createAuthCalls(server, codes, keyring),
    custody: createCustodyCalls(server),
    screens,
    now,
    turns: createGate('latchkey-wallet', locks),
    loadRestore: parts.windows.restore,
  }
  const own = createWallet(context)
  wallet = own
  const signOuts = createSignOuts({
    storage,
    clock,
    signOut: (session) => {
      const gate = createGate('', undefined)
      const last = createWalletServer({ fetch, device, now, gate, session: async () => session, renew: async () => {} })
      return createAuthCalls(last, codes).signOut()
    },
  })
  void signOuts.settle()
  const chains = createChains({ settings, storage, origin, first: query.chainId })
  const signIn = createSignIn({ context, wallet: own, signOuts, embedder, deviceName, locale })
  const user = createUserHandlers({ context, wallet: own, chains, signIn, screens })
  const loadWindow = () => parts.windows.wallet(context)
  const security = async () =>
    (await loadCode(() => import('./security.js'))).createSecurityHandlers({ context, wallet: own, loadWindow })
  const handlers: Handlers = {
    ...createUnavailableHandlers(),
    ...createDappHandlers({ screens }),
    ...createLoginHandlers({ context, wallet: own, signIn, signOuts }),
    ...createLazyEmailHandlers({ context, signIn, loadWindow }),
    ...user,
    ...createLazySocialHandlers({
      context,
      server,
      signIn,
      getUser: user.getUser,
      origin: parts.walletOrigin,
      deviceName,
      window: parts.window,
    }),
    async connectPasskey(payload, asked) {
      const { createPasskeyHandlers } = await loadCode(() => import('./passkey.js'))
      const openPasskey = parts.windows.passkey
      const given = { context, server, signIn, wallet: own, deviceName, loadWindow, openPasskey }
      return createPasskeyHandlers(given).connectPasskey(payload, asked)
    },
    ...createNetworkHandlers({ chains, wallet: own }),
    getSecurity: async (payload, asked) => (await security()).getSecurity(payload, asked),
    showSecurity: async (payload, asked) => (await security()).showSecurity(payload, asked),
    ...createLazyRpcHandlers({
      screens,
      wallet: own,
      settings,
      embedder,
      storage,
      tabs: locks,
      async chainOf(asked) {
        if (asked === undefined) return chains.current()
        const chain = chains.find(asked)
        if (!chain) throw new LatchkeyError('CHAIN_NOT_FOUND', `This wallet does not know the network ${asked}`)
        return chain
      },
    }),
  }
  loadSignIn(sessions)
  return { handlers, wallet: own, context }
}

/** Preloads the code of the sign-in for signed-out visitors; a failed load is repeated on use. */
function loadSignIn(sessions: Sessions): void {
  sessions
    .read()
    .then(async (session) => void (session ?? (await import('./email.js'))))
    .catch(() => {})
}
