import { createStorage } from '@latchkey/core'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { createKeyPair, deriveKey, randomHex, seal, topicOf } from '../src/walletConnect/envelope.js'
import { createPeer, type Peer } from '../src/walletConnect/peer.js'
import { createRecords } from '../src/walletConnect/records.js'
import { createRelay, type Relay } from '../src/walletConnect/relay.js'
import type { OpenSocket } from '../src/walletConnect/relaySocket.js'
import type { WireError, WireMessage } from '../src/walletConnect/wire.js'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** What a phone grants on some chains. */
export function grant(
  chains: readonly string[],
  addresses: readonly string[] = [account],
  methods?: readonly string[],
) {
  return {
    eip155: {
      chains,
      accounts: chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`)),
      methods: methods ?? ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
      events: ['accountsChanged', 'chainChanged'],
    },
  }
}

/** A sealed message to a public key, with the sender's own in front: an envelope of type 1. */
export function sealFor(publicKey: string, own: { publicKey: string; privateKey: string }, text: string): string {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const key = Buffer.from(deriveKey(own.privateKey, publicKey), 'hex')
  const sealed = chacha20poly1305(key, nonce).encrypt(new TextEncoder().encode(text))
  return Buffer.concat([Buffer.from([1]), Buffer.from(own.publicKey, 'hex'), nonce, sealed]).toString('base64')
}

/** What is signed to sign in, as it goes over the wire. */
export type Cacao = {
  h: { t: string }
  p: Record<string, unknown>
  s: { t: string; s: string }
}

/** A request that a phone was asked, and the way to answer it. */
export type Asked = {
  readonly method: string
  readonly params: unknown
  readonly chainId: string
  answer(value: unknown): void
  refuse(error: WireError): void
}

/** The other side of the protocol, each step by hand: a wallet that can also break the rules. */
export type FakePhone = {
  readonly peer: Peer
  readonly relay: Relay
  /** What the proposal says, once it has come. */
  readonly proposal: Promise<{ id: number; publicKey: string; params: Record<string, unknown> }>
  /** Says yes to the proposal, and settles at once unless told not to. */
  approve(options?: {
    namespaces?: object
    controller?: string
    expiry?: number
    settle?: boolean
    /** What the wallet is called. */
    name?: string
    /** Where its pictures are. */
    icons?: readonly string[]
  }): Promise<string>
  settle(): Promise<unknown>
  reject(error: WireError): Promise<void>
  /** What it is asked to sign while it connects, once that has come. */
  readonly auth: Promise<{ id: number; publicKey: string; payload: Record<string, unknown> }>
  /** Signs in with the first of the chains, as a wallet would, or as the test would have it. */
  signIn(change?: (cacao: Cacao) => unknown): Promise<string>
  refuseToSignIn(error: WireError): Promise<void>
  /** The topic of the session. */
  topic(): string
  /** The key of the session. */
  key(): string
  /** Sends something in the session, and waits for the answer. */
  ask: (method: Parameters<Peer['request']>[1], params: unknown) => Promise<unknown>
  /** What came in, by method. */
  readonly heard: string[]
  /** The next request of the page. */
  next(): Promise<Asked>
  leave(): void
}

/** Makes a phone that has scanned a URI. */
export function createFakePhone(uri: string, openSocket: OpenSocket): FakePhone {
  const [, pairingTopic = '', query = ''] = /^wc:([0-9a-f]{64})@2\?(.*)$/.exec(uri) ?? []
  const symKey = new URLSearchParams(query).get('symKey') ?? ''
  const { publicKey, privateKey } = createKeyPair()
  const records = createRecords(createStorage({ store: null }))
  const relay = createRelay({
    url: 'wss://relay.example',
    projectId: 'phone',
    seed: randomHex(),
    openSocket,
    onMessage: (topic, message) => peer.receive(topic, message),
    onRefused: () => {},
  })
  const peer = createPeer(relay, records)
  const heard: string[] = []
  const requests: Asked[] = []
  const waiting: ((asked: Asked) => void)[] = []
  let sessionKey = ''
  let topic = ''
  let terms:
    | { name: string; icons: readonly string[]; namespaces: object; controller: string; expiry: number }
    | undefined

  let known: (proposal: { id: number; publicKey: string; params: Record<string, unknown> }) => void = () => {}
  const proposal = new Promise<{ id: number; publicKey: string; params: Record<string, unknown> }>((resolve) => {
    known = resolve
  })
  let authKnown: (auth: { id: number; publicKey: string; payload: Record<string, unknown> }) => void = () => {}
  const auth = new Promise<{ id: number; publicKey: string; payload: Record<string, unknown> }>((resolve) => {
    authKnown = resolve
  })
  peer.attach(pairingTopic, symKey, (message) => {
    if (!('method' in message)) return
    const params = message.params as Record<string, unknown>
    if (message.method === 'wc_sessionAuthenticate') {
      const { publicKey: requester } = params.requester as { publicKey: string }
      authKnown({ id: message.id, publicKey: requester, payload: params.authPayload as Record<string, unknown> })
    }
    if (message.method !== 'wc_sessionPropose') return
    known({ id: message.id, publicKey: (params.proposer as { publicKey: string }).publicKey, params })
  })

  function onMessage(message: WireMessage): void {
    if (!('method' in message)) return
    heard.push(message.method)
    if (message.method !== 'wc_sessionRequest') {
      peer.answer(topic, message.id, 'wc_sessionDelete', true)
      return
    }
    const { request, chainId } = message.params as { request: { method: string; params: unknown }; chainId: string }
    const asked: Asked = {
      ...request,
      chainId,
      answer: (value) => void respond(message.id, { result: value }).catch(() => {}),
      refuse: (error) => void respond(message.id, { error }).catch(() => {}),
    }
    const first = waiting.shift()
    if (first) first(asked)
    else requests.push(asked)
  }

  async function respond(id: number, payload: object): Promise<void> {
    await publish(topic, sessionKey, { id, jsonrpc: '2.0', ...payload }, 1109)
  }

  async function answerAuth(answer: object, tag: number): Promise<void> {
    const { id, publicKey: requester } = await auth
    const text = JSON.stringify({ id, jsonrpc: '2.0', ...answer })
    const message = sealFor(requester, { publicKey, privateKey }, text)
    await relay.call('irn_publish', { topic: topicOf(requester), message, ttl: 300, tag }, Date.now() + 60_000)
  }

  async function publish(to: string, key: string, payload: object, tag: number): Promise<void> {
    const params = { topic: to, message: seal(key, JSON.stringify(payload)), ttl: 300, tag }
    await relay.call('irn_publish', params, Date.now() + 60_000)
  }

  const phone: FakePhone = {
    peer,
    relay,
    proposal,
    heard,
    topic: () => topic,
    key: () => sessionKey,
    async approve({ namespaces, controller, expiry, settle = true, name = 'Phone', icons = [] } = {}) {
      const { id, publicKey: proposer } = await proposal
      sessionKey = deriveKey(privateKey, proposer)
      topic = topicOf(sessionKey)
      terms = {
        name,
        icons,
        namespaces: namespaces ?? grant(['eip155:1', 'eip155:8453']),
        controller: controller ?? publicKey,
        expiry: expiry ?? Math.floor(Date.now() / 1000) + 7 * 86_400,
      }
      peer.attach(topic, sessionKey, onMessage)
      const result = { relay: { protocol: 'irn' }, responderPublicKey: publicKey }
      await publish(pairingTopic, symKey, { id, jsonrpc: '2.0', result }, 1101)
      if (settle) await phone.settle()
      return topic
    },
    settle() {
      const { name, icons, namespaces, controller, expiry } = terms ?? {
        ...{ name: '', icons: [] },
        ...{ namespaces: {}, controller: '', expiry: 0 },
      }
      const metadata = { name, description: 'A phone', url: 'https://phone.example', icons }
      const params = { relay: { protocol: 'irn' }, namespaces, expiry, controller: { publicKey: controller, metadata } }
      return peer.request(topic, 'wc_sessionSettle', params)
    },
    async reject(error) {
      const { id } = await proposal
      await publish(pairingTopic, symKey, { id, jsonrpc: '2.0', error }, 1120)
    },
    auth,
    async signIn(change = (cacao) => cacao) {
      const { publicKey: requester, payload } = await auth
      sessionKey = deriveKey(privateKey, requester)
      topic = topicOf(sessionKey)
      peer.attach(topic, sessionKey, onMessage)
      const { type, chains, ...rest } = payload as { type: string; chains: string[] }
      const cacao = {
        h: { t: type },
        p: { ...rest, iss: `did:pkh:${chains[0]}:${account}` },
        s: { t: 'eip191', s: `0x${'5e'.repeat(65)}` },
      }
      const changed = change(cacao)
      const metadata = { name: 'Phone', description: 'A phone', url: 'https://phone.example', icons: [] }
      const cacaos = Array.isArray(changed) ? changed : [changed]
      await answerAuth({ result: { cacaos, responder: { publicKey, metadata } } }, 1117)
      return topic
    },
    refuseToSignIn: (error) => answerAuth({ error }, 1118),
    ask: (method, params) => peer.request(topic, method, params),
    next() {
      const first = requests.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    },
    leave: () => relay.close(),
  }
  return phone
}
