import type { AlertCode, Chain, Host, PairingState } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { signOutTimeout, signTimeout } from '@latchkey/protocol/internal/limits'
import { toHexChainId } from '@latchkey/protocol/rpc'
import { type Attest, createAttestation } from './attestation.js'
import { randomHex } from './envelope.js'
import { accountsOn, toSession } from './namespaces.js'
import { createOffers, type Offers } from './offer.js'
import { createPeer, WireRefusal } from './peer.js'
import { createProposals } from './proposals.js'
import { createRecords, type SessionRecord } from './records.js'
import { createRelay } from './relay.js'
import { type OpenSocket, onWake } from './relaySocket.js'
import { createSessions } from './sessions.js'
import type { Tabs } from './tabs.js'

/** The options of the client. */
export type ClientOptions = {
  readonly id: string
  readonly name: string
  readonly relayUrl: string
  readonly projectId: string
  readonly openSocket: OpenSocket
  readonly attest: Attest | undefined
  readonly tabs: Tabs
  readonly setPairing: (state: PairingState) => void
  /** The session has changed. */
  readonly onChange: () => void
}

/** The protocol with its cryptography, loaded at the first use. */
export type Client = {
  readonly pairing: Pick<Offers, 'start'>
  /** Connects to the relay ahead of a likely pairing. */
  prepare(): void
  /** The active session; undefined without one. */
  session(): SessionRecord | undefined
  /** Resumes the sessions of an earlier visit or another tab. */
  resume(): void
  request(chainId: ChainId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  switchChain(chain: Chain): Promise<void>
  disconnect(): Promise<void>
  /** Saves what the wallet reported of its accounts. */
  learn(facts: NonNullable<SessionRecord['facts']>): void
}

/** Timeout for a wallet to report a chain that it has agreed to switch to. */
const switchTimeout = 10_000

/** Creates the client and resumes the sessions of an earlier visit. */
export function createClient(host: Host, options: ClientOptions): Client {
  const { id, name, setPairing, onChange, tabs } = options
  const records = createRecords(host.storage)
  const changes = new EventTarget()
  const alerted = new Set<AlertCode>()
  const relay = createRelay({
    url: options.relayUrl,
    projectId: options.projectId,
    seed: records.seed(randomHex),
    openSocket: options.openSocket,
    attestation: createAttestation(options.attest),
    onMessage(topic, message) {
      peer.receive(topic, message)
      // The relay gives a message once to each client, and the tabs of a page are one.
      tabs.post({ topic, message })
    },
    onRefused(reason) {
      const { code, detail } = readRefusal(reason)
      // A relay repeats its refusal at each attempt; it is logged once.
      if (!alerted.has(code)) host.alert?.(code, detail)
      alerted.add(code)
    },
    onUnreachable() {
      // A visitor who is offline is no mistake of the set-up.
      if (globalThis.navigator?.onLine === false) return
      const { relayUrl } = options
      host.warn?.('RELAY_UNREACHABLE', `${relayUrl} does not answer. It is set by walletConnect({ relayUrl }).`)
    },
  })
  const peer = createPeer(relay, records)
  const sessions = createSessions(peer, records, {
    changed(record) {
      const session = toSession(record)
      if (session && record.topic === sessions.current()?.topic) host.emit(id, { type: 'change', session })
      changed()
    },
    ended() {
      const record = sessions.current()
      const session = record && toSession(record)
      // Another tab may have connected another wallet meanwhile.
      if (record && session) {
        sessions.follow(record)
        host.emit(id, { type: 'change', session })
      } else {
        host.emit(id, { type: 'disconnect' })
      }
      changed()
    },
  })
  const { metadata } = host
  const about = metadata ?? { name: 'Latchkey app', description: '', url: pageUrl(), icons: [] }
  const proposals = createProposals(
    relay,
    peer,
    records,
    about,
    {
      settled(record, proposal, signIn) {
        const granted = toSession(record)
        const session = granted && { ...granted, ...(signIn ? { signIn } : {}) }
        const older = records.sessions().filter(({ topic }) => topic !== record.topic)
        sessions.follow(record)
        for (const old of older) void leave(old)
        if (!session) return
        // Approved while the page was suspended: no call waits for it any more, but it connects all the same.
        if (!offers.settle(proposal, session, record.wallet)) host.emit(id, { type: 'connect', session })
        changed()
      },
      failed: (error, proposal) => offers.fail(proposal, error),
    },
    host.walletConnect,
  )
  const offers = createOffers({
    proposals,
    set: setPairing,
    chains: () => host.chains().map(({ caipNetworkId }) => caipNetworkId),
  })

  function changed(): void {
    changes.dispatchEvent(new Event('change'))
    onChange()
  }

  async function leave(session: SessionRecord): Promise<void> {
    const ended = sessions.end(session)
    tabs.post({ topic: session.topic, ended: true })
    // The relay is given the message as soon as it can be reached; the caller does not wait for it.
    await ended.catch(() => {})
  }

  function required(): SessionRecord {
    const session = sessions.current()
    if (session) return session
    throw new LatchkeyError('NOT_CONNECTED', 'Please call connect() before request()')
  }

  async function ask(chainId: ChainId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const { topic } = required()
    const expiryTimestamp = Math.floor((Date.now() + signTimeout) / 1000)
    const request = { request: { method, params: params ?? [], expiryTimestamp }, chainId }
    try {
      return await peer.request(topic, 'wc_sessionRequest', request, {
        life: signTimeout,
        ...(signal ? { signal } : {}),
      })
    } catch (thrown) {
      throw thrown instanceof WireRefusal ? fromRpcError(thrown) : thrown
    }
  }

  /** Waits until the wallet has granted an account on a chain. */
  function granted(chain: ChainId): Promise<boolean> {
    const isGranted = () => accountsOn(sessions.current()?.namespaces ?? {}, chain).length > 0
    return new Promise((resolve) => {
      const look = () => {
        if (isGranted()) done(true)
      }
      const done = (answer: boolean) => {
        clearTimeout(end)
        changes.removeEventListener('change', look)
        resolve(answer)
      }
      const end = setTimeout(() => done(false), switchTimeout)
      changes.addEventListener('change', look)
      look()
    })
  }

  function resume(): void {
    for (const session of records.sessions()) sessions.follow(session)
  }

  resume()
  sessions.catchUp()
  for (const proposal of records.proposals()) proposals.follow(proposal)
  tabs.listen(({ topic, message, ended }) => {
    if (ended) sessions.drop(topic)
    else if (message !== undefined) peer.receive(topic, message)
  })
  onWake(() => {
    relay.wake()
    offers.wake()
  }, host.signal)
  host.signal.addEventListener('abort', () => {
    offers.close()
    relay.close()
  })

  return {
    pairing: offers,
    prepare: relay.open,
    session: sessions.current,
    resume,
    request: ask,
    async switchChain({ caipNetworkId, chainNamespace, name: label }) {
      required()
      if (sessions.use(caipNetworkId)) return
      const { namespaces, active } = required()
      const methods = namespaces[chainNamespace]?.methods ?? []
      const from = active[chainNamespace]
      if (chainNamespace === 'eip155' && from && methods.includes('wallet_switchEthereumChain')) {
        await ask(from as ChainId, 'wallet_switchEthereumChain', [{ chainId: toHexChainId(caipNetworkId) }])
        if (await granted(caipNetworkId)) return void sessions.use(caipNetworkId)
      }
      throw new LatchkeyError('CHAIN_SWITCH_REFUSED', `${name} did not allow ${label}.`, {
        hints: ['Connect again and allow this network in the wallet.'],
      })
    },
    learn(facts) {
      const session = sessions.current()
      if (session) sessions.learn(session, facts)
    },
    async disconnect() {
      const told = records.sessions().map(leave)
      changed()
      const late = new Promise((resolve) => setTimeout(resolve, signOutTimeout))
      if (told.length > 0) await Promise.race([Promise.all(told), late])
    },
  }
}

/** Maps a relay's refusal to an alert for the developer. */
function readRefusal(reason: string): { readonly code: AlertCode; readonly detail: string } {
  if (/jwt/i.test(reason) && /not yet valid|expired/i.test(reason)) {
    const hint = 'Check the time settings of this device and connect again.'
    return { code: 'SESSION_EXPIRED', detail: `The relay takes this session for one of another time. ${hint}` }
  }
  if (/invalid key|project/i.test(reason)) {
    return { code: 'INVALID_PROJECT_ID', detail: `The relay does not know this project: ${reason.slice(0, 200)}` }
  }
  return { code: 'UNVERIFIED_DOMAIN', detail: `The relay does not serve this page: ${reason.slice(0, 200)}` }
}

function pageUrl(): string {
  return typeof location === 'undefined' ? '' : location.origin
}
