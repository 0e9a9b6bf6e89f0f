import type { AccountType, Chain, EmbeddedConnector, Host, WalletSession } from '@latchkey/core'
import { defaultAccountTypes, version } from '@latchkey/core'
import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { frameLoadTimeout, signOutTimeout } from '@latchkey/protocol/internal/limits'
import { createEmailActions } from './emailActions.js'
import { createFrameLink, type FrameProblem } from './frameLink.js'
import type { FrameProvider } from './frameProvider.js'
import type { FrameSignIn } from './frameSignIn.js'
import { createFrameTasks } from './frameTasks.js'
import { createLazySocialActions } from './lazySocialActions.js'
import type { MountFrame } from './mountFrame.js'
import { type FrameAccount, readUser, wireChainId } from './readUser.js'
import { showFrameWhenSlow } from './showFrameWhenSlow.js'
import { createSignInCache } from './signInCache.js'
import { createStateStore } from './stateStore.js'

// A letter on the green of the default theme; a data URL, so that nothing is fetched.
const letter =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Cpath fill="%230b6b57" d="M0 0h40v40H0z"/%3E%3Cpath fill="none" stroke="%23fff" stroke-width="2.4" d="M10 13h20v14H10zl10 8 10-8"/%3E%3C/svg%3E'

/** The options of the connector; `mount` puts the frame into the page, and is absent on a server. */
export type CreateEmbeddedOptions = {
  readonly url: URL
  readonly name: string
  readonly projectId: string
  readonly enableLogger: boolean
  /** Whether the page offers social logins; the wallet's server lists them. */
  readonly socials?: boolean
  readonly mount: MountFrame | undefined
}

const loadProvider = () => import('./frameProvider.js')

/** Creates the connector of a wallet in a frame of another origin. */
export function createEmbedded(host: Host, options: CreateEmbeddedOptions): EmbeddedConnector<'ID_AUTH'> {
  const { name, projectId, mount } = options
  const id = 'ID_AUTH'
  const cache = createSignInCache(host.storage)
  const store = createStateStore(cache)
  const accounts = new Map<Namespace, FrameAccount>()
  const providers = new Map<Namespace, FrameProvider>()
  const waiting = new Set<AbortController>()
  const refusals = new Set<(method: string) => void>()

  const link = createFrameLink({
    url: frameUrl(host, options, cache.get().lastChain),
    title: `${name} wallet`,
    mount,
    onProblem: (problem, detail) => host.alert?.(alertOf[problem], detail),
    onReady,
    onCancel: () => tasks.leave(),
    onSlow: (isSlow) => store.set({ isSlow }),
  })
  const tasks = createFrameTasks({ frame: link, onChange: () => store.set({ task: tasks.current }) })
  const actions = createEmailActions({ link, tasks, cache, store, settle: () => leaving })
  const { comeBack, ...social } = createLazySocialActions(mount !== undefined && options.socials === true, {
    link,
    cache,
    origin: options.url.origin,
    settle: () => leaving,
    wanted: () => served().slice(0, 1).map(wantedOn)[0] ?? {},
    sync: syncDapp,
    onSignedIn: (email) => store.set({ email }),
    onTrouble: (socialTrouble) => store.set({ socialTrouble }),
  })
  let isAwake = false
  let leaving: Promise<void> | undefined
  let synced: Promise<unknown> = Promise.resolve()

  function syncDapp(): Promise<unknown> {
    const { metadata } = host
    return link.ask('syncDappData', {
      projectId,
      sdkVersion: version,
      sdkType: 'latchkey',
      ...(metadata ? { metadata: { ...metadata, icons: [...metadata.icons] } } : {}),
    })
  }

  function onReady(): void {
    synced = Promise.allSettled([syncDapp(), actions.syncTheme()])
    // Here before the first request needs it; what does not arrive is fetched again then.
    loadProvider().catch(() => {})
    if (cache.get().isLeaving && !leaving) void signOut()
  }

  function signOut(): Promise<void> {
    cache.set({ isLeaving: true })
    leaving = link
      .ask('signOut', undefined)
      .then(() => cache.set({ isLeaving: undefined }))
      // Repeated when the frame loads again, or at the next visit.
      .catch(() => {})
      .finally(() => {
        leaving = undefined
      })
    return leaving
  }

  /** The preferred account type; the wallet may have only another. */
  function preferred(namespace: Namespace): AccountType {
    const defaults: { readonly [family in Namespace]?: AccountType } = defaultAccountTypes
    return store.get().preferredAccountTypes[namespace] ?? defaults[namespace] ?? 'eoa'
  }

  function wantedOn(chain: Chain) {
    const rpcUrl = chain.rpcUrls.default.http[0]
    const preferredAccountType = preferred(chain.chainNamespace)
    return { chainId: wireChainId(chain), preferredAccountType, ...(rpcUrl ? { rpcUrl } : {}) }
  }

  async function fetchAccount(chain: Chain, signal?: AbortSignal, signIn?: FrameSignIn): Promise<FrameAccount> {
    const user = await link.ask('getUser', { ...wantedOn(chain), ...signIn?.ask(chain) }, signal)
    const account = readUser(user, chain.chainNamespace)
    signIn?.hear(user, account)
    if (user.email) store.set({ email: user.email })
    if (account.namespace === 'eip155') {
      const { preferredAccountType: type, smartAccountDeployed = false } = user
      store.set({ smartAccountDeployed, ...(type === 'eoa' || type === 'smartAccount' ? { accountType: type } : {}) })
    }
    const getAccounts = host.embedded?.(account.namespace)?.getAccounts
    if (!getAccounts) return account
    const { readAccounts } = await import('./readAccounts.js')
    const found = await readAccounts(link, account, getAccounts, cache.get().publicKeys, signal)
    if (found.publicKeys) cache.set({ publicKeys: found.publicKeys })
    return found.account
  }

  /** The chains of the families that the wallet supports: EVM, and those with an embedded part. */
  function served(): readonly Chain[] {
    return host
      .chains()
      .filter(({ chainNamespace: family }) => family === 'eip155' || host.embedded?.(family) !== undefined)
  }

  /** Requests the account of each family, that of the wanted chain first. */
  async function fetchSession(
    wanted: ChainId | undefined,
    signal?: AbortSignal,
    signIn?: FrameSignIn,
  ): Promise<WalletSession> {
    const chains = served()
    const { lastChain } = cache.get()
    const find = (chainId: ChainId | undefined) => chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
    const main = find(wanted) ?? find(lastChain) ?? chains[0]
    if (!main) throw new LatchkeyError('CHAIN_NOT_FOUND', 'The embedded wallet supports none of the networks')
    const found = [await fetchAccount(main, signal, signIn)]
    const seen = new Set<Namespace>([main.chainNamespace])
    for (const chain of chains) {
      if (seen.has(chain.chainNamespace)) continue
      seen.add(chain.chainNamespace)
      // A family that fails does not affect the others.
      await fetchAccount(chain, signal).then(
        (account) => found.push(account),
        () => {},
      )
    }
    accounts.clear()
    for (const each of found) accounts.set(each.namespace, each)
    return settled(main.chainNamespace)
  }

  /** Updates the session, the cache and the providers. */
  function settled(active: Namespace): WalletSession {
    const { email } = store.get()
    cache.set({
      isUsed: true,
      email,
      lastChain: accounts.get(active)?.chainId,
      lastEmailAt: undefined,
      isLeaving: undefined,
    })
    store.set({ nextEmailAt: 0, matchNumber: undefined })
    for (const provider of providers.values()) provider.refresh()
    return toSession([...accounts.values()])
  }

  function forget(): void {
    accounts.clear()
    cache.clear()
    store.set({
      email: undefined,
      matchNumber: undefined,
      accountType: 'eoa',
      preferredAccountTypes: {},
      smartAccountDeployed: false,
    })
    for (const provider of providers.values()) provider.refresh()
  }

  function abandon(): void {
    for (const controller of waiting) controller.abort()
    forget()
  }

  /** Resumes an earlier sign-in in the background; the caller of an action sees a failure. */
  function wake(): void {
    if (isAwake) return
    isAwake = true
    const { isUsed, isLeaving } = cache.get()
    if (mount && (isUsed || isLeaving)) link.start().catch(() => {})
    void comeBack(async () => host.emit(id, { type: 'connect', session: await fetchSession(undefined) }))
  }

  function rejectWaiting(): void {
    for (const controller of waiting) controller.abort()
    if (link.isLoaded) link.ask('rpcAbort', undefined).catch(() => {})
  }

  async function checkSignedIn(): Promise<void> {
    const answer = await link.ask('isConnected', undefined).catch(() => undefined)
    if (answer?.isConnected !== false || accounts.size === 0) return
    forget()
    host.emit(id, { type: 'disconnect' })
  }

  async function readSmartNetworks(): Promise<void> {
    const answer = await link.ask('getSmartAccountEnabledNetworks', undefined).catch(() => undefined)
    if (!answer) return
    const smartAccountNetworks = answer.smartAccountEnabledNetworks
    store.set({ smartAccountNetworks })
    if (cache.get().isUsed) cache.set({ smartAccountNetworks })
  }

  async function switchChain(chain: Chain): Promise<void> {
    const rpcUrl = chain.rpcUrls.default.http[0]
    await link.ask('switchNetwork', { chainId: chain.caipNetworkId, ...(rpcUrl ? { rpcUrl } : {}) })
    const account = await fetchAccount(chain)
    if (account.chainId !== chain.caipNetworkId) {
      throw new LatchkeyError('CHAIN_MISMATCH', `${name} says it switched, but it is still on another network.`, {
        details: `asked for ${chain.caipNetworkId}, found ${account.chainId}`,
      })
    }
    accounts.set(account.namespace, account)
    host.emit(id, { type: 'change', session: settled(chain.chainNamespace) })
  }

  async function providerOf(namespace: Namespace): Promise<FrameProvider> {
    const { createFrameProvider } = await loadProvider()
    const known = providers.get(namespace)
    if (known) return known
    const made = createFrameProvider(namespace, {
      link,
      tasks,
      waiting,
      rejectWaiting,
      onRefusal(method) {
        for (const listener of [...refusals]) listener(method)
      },
      switchChain,
      account: (each) => accounts.get(each),
      chains: host.chains,
      currency: host.currency,
      onUnauthorized: () => void checkSignedIn(),
    })
    providers.set(namespace, made)
    made.refresh()
    return made
  }

  async function getProvider(namespace: Namespace): Promise<unknown> {
    const provider = await providerOf(namespace)
    if (namespace === 'eip155') return provider
    const { familyProvider } = await import('./familyProvider.js')
    const own = host.embedded?.(namespace)
    return familyProvider(namespace, provider, { account: () => accounts.get(namespace), chains: served, own })
  }

  host.signal.addEventListener('abort', () => link.close())
  return {
    id,
    kind: 'auth',
    icon: letter,
    name,
    ...(options.socials ? { origins: [options.url.origin] } : {}),
    get namespaces() {
      return [...new Set(served().map(({ chainNamespace }) => chainNamespace))]
    },
    async connect({ chainId, signIn, signal }) {
      const raised = showFrameWhenSlow(actions.takeShown(), link, tasks)
      try {
        const either = signal ? AbortSignal.any([signal, raised.signal]) : raised.signal
        const open = (step?: FrameSignIn) => fetchSession(chainId, either, step)
        const parts = { provider: getProvider, own: host.embedded, stop: rejectWaiting, signal: either }
        const found = signIn
          ? await (await import('./frameSignIn.js')).connectAndSign(signIn, open, parts)
          : await open()
        void readSmartNetworks()
        return found
      } catch (thrown) {
        if (!raised.signal.aborted) throw thrown
        throw new LatchkeyError('USER_REJECTED', 'The request was left unanswered', { cause: thrown })
      } finally {
        raised.end()
      }
    },
    async reconnect() {
      if (!cache.get().isUsed) return null
      try {
        const { isConnected } = await link.ask('isConnected', undefined)
        if (isConnected) {
          await synced
          await readSmartNetworks()
          // No prompt may open now, so a request that needs one must not hang.
          return await fetchSession(undefined, AbortSignal.timeout(frameLoadTimeout))
        }
      } catch (thrown) {
        // An unreachable frame does not end the sign-in: the next visit tries again.
        if (isLatchkeyError(thrown) && unreachableCodes.has(thrown.code)) throw thrown
      }
      forget()
      return null
    },
    release() {
      abandon()
      // The frame's open tasks end with it.
      link.close(false)
    },
    async disconnect() {
      abandon()
      await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, signOutTimeout))])
    },
    switchChain,
    getProvider,
    embedded: {
      ...actions.wallet,
      ...social,
      getState: store.get,
      subscribe(listener) {
        // Not before: a config without subscribers may have been discarded, and must not load a frame.
        wake()
        return store.subscribe(listener)
      },
      onRefusal(listener) {
        refusals.add(listener)
        return () => refusals.delete(listener)
      },
      present: tasks.present,
      rejectPending() {
        if (waiting.size > 0) rejectWaiting()
      },
      async setPreferredAccount(type) {
        const answer = await link.ask('setPreferredAccount', { type }).catch((thrown: unknown) => {
          store.set({ accountType: 'eoa' })
          throw thrown
        })
        const preferredAccountTypes = { ...store.get().preferredAccountTypes, eip155: type }
        store.set({ accountType: answer.type, preferredAccountTypes })
        cache.set({ accountTypes: preferredAccountTypes })
        const active = accounts.get('eip155')?.chainId
        const chain = served().find(({ caipNetworkId }) => caipNetworkId === active)
        if (!chain) return
        accounts.set('eip155', await fetchAccount(chain))
        host.emit(id, { type: 'change', session: settled('eip155') })
      },
    },
  }
}

function toSession(families: readonly FrameAccount[]): WalletSession {
  const all = families.flatMap(({ account, all: several = [{ account }] }) => several)
  const [first, ...others] = all.map(({ account }) => account)
  if (!first) throw new LatchkeyError('NOT_CONNECTED', 'Not signed in to the embedded wallet')
  const chains = Object.fromEntries(families.map(({ namespace, chainId }) => [namespace, chainId]))
  const told = all.filter(({ facts }) => facts)
  const facts = Object.fromEntries(told.map((each) => [each.account, each.facts]))
  return { accounts: [first, ...others], chains, ...(told.length > 0 ? { facts } : {}) }
}

/** Error codes of an unreachable wallet. */
const unreachableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'WALLET_NOT_RESPONDING',
  'WALLET_DISCONNECTED',
  'API_UNREACHABLE',
  'ABORTED',
])

const alertOf = {
  iframe_load_failed: 'FRAME_LOAD_FAILED',
  iframe_request_timeout: 'FRAME_TIMEOUT',
  unverified_domain: 'UNVERIFIED_DOMAIN',
} as const satisfies { [problem in FrameProblem]: string }

/** The URL of the frame, with the query that AppKit's frames take too. */
function frameUrl(host: Host, options: CreateEmbeddedOptions, lastChain: ChainId | undefined): URL {
  const chains = host.chains()
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === lastChain) ?? chains[0]
  const url = new URL(options.url)
  const query = {
    projectId: options.projectId,
    chainId: chain?.caipNetworkId ?? 'eip155:1',
    version: '4',
    enableLogger: String(options.enableLogger),
    // Part of the published URL; the frame reads from the operator's nodes, never from this one.
    rpcUrl: chain?.rpcUrls.default.http[0] ?? '',
  }
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url
}
