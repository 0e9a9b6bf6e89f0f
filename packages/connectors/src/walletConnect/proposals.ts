import type { Host } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import { createKeyPair, deriveKey, randomHex, seal, topicOf } from './envelope.js'
import { factsOfSession } from './facts.js'
import { chooseActive, readNamespaces, toProposal, toSession, wantedOnEvm } from './namespaces.js'
import type { Peer } from './peer.js'
import {
  type AuthPayload,
  isHex,
  type PeerMetadata,
  type ProposalRecord,
  type Records,
  readMetadata,
  type SessionRecord,
} from './records.js'
import { type Relay, RelayError } from './relay.js'
import { asRecord, messages, refusals, type WireError, type WireMessage } from './wire.js'

/** The outcomes of a proposal. */
export type ProposalEvents = {
  readonly settled: (session: SessionRecord, proposal: ProposalRecord, signIn?: readonly SignInProof[]) => void
  readonly failed: (error: LatchkeyError, proposal: ProposalRecord) => void
}

/** The request of a page to a wallet. */
export type ProposalRequest = {
  /** The initial chain first. */
  readonly chains: readonly ChainId[]
  /** The chain whose family is required. */
  readonly required?: ChainId
  /** The sign-in request for the same approval. */
  readonly signIn?: SignInRequest
}

/** Proposals that wait for wallets. */
export type Proposals = {
  /** Creates a proposal; resolves once the relay has stored it. */
  propose(request: ProposalRequest): Promise<ProposalRecord>
  /** Resumes a proposal of an earlier visit. */
  follow(proposal: ProposalRecord): void
  /** Withdraws a proposal. */
  drop(proposal: ProposalRecord): void
}

/** How long a wallet may take to answer: the lifetime of a pairing, 5 minutes. */
const life = 300_000
/** The lifetime of a session by `wc_sessionAuthenticate`, in seconds: the protocol sends none. */
const sessionLife = 7 * 86_400
/** Timeout for the relay to store a proposal. */
const proposalTimeout = 15_000
/** Any wallet that saw a QR code may answer it; one that never settles must not lock the others out. */
const mostCandidates = 4

/** Sends proposals, and settles with the first wallet that follows the protocol. */
export function createProposals(
  relay: Relay,
  peer: Peer,
  records: Records,
  metadata: PeerMetadata,
  events: ProposalEvents,
  brought?: Host['walletConnect'],
): Proposals {
  const candidates = new Map<string, Map<string, string>>()
  const ends = new Map<string, ReturnType<typeof setTimeout>>()
  const settled = new Set<string>()

  function follow(proposal: ProposalRecord, isTracked = false): void {
    peer.attach(proposal.topic, proposal.symKey, (message) => onMessage(proposal, message), isTracked)
    // A wallet that signs in shares no key yet, and responds to the public key of the proposal.
    if (proposal.signIn) peer.attachInbox(proposal, (message) => void onSignIn(proposal, message))
    ends.set(
      proposal.topic,
      setTimeout(() => drop(proposal), Math.max(0, proposal.expiresAt - Date.now())),
    )
  }

  function drop(proposal: ProposalRecord): void {
    const { topic } = proposal
    clearTimeout(ends.get(topic))
    ends.delete(topic)
    for (const candidate of candidates.get(topic)?.keys() ?? []) peer.detach(candidate)
    candidates.delete(topic)
    settled.delete(topic)
    records.dropProposal(topic)
    peer.detach(topic)
    if (proposal.signIn) peer.detach(topicOf(proposal.publicKey))
  }

  function onMessage(proposal: ProposalRecord, message: WireMessage): void {
    if ('method' in message) {
      const method = message.method === 'wc_pairingDelete' ? message.method : 'wc_pairingPing'
      peer.answer(proposal.topic, message.id, method, true)
      return
    }
    if (message.id !== proposal.id || Date.now() >= proposal.expiresAt) return
    if ('error' in message) {
      if (!settled.has(proposal.topic)) events.failed(readRefusal(message.error), proposal)
      return
    }
    const responder = asRecord(message.result).responderPublicKey
    if (isHex(responder)) answer(proposal, responder)
  }

  function answer(proposal: ProposalRecord, responder: string): void {
    const key = sessionKey(proposal, responder)
    if (key === undefined) return
    const topic = topicOf(key)
    const known = candidates.get(proposal.topic) ?? new Map<string, string>()
    if (settled.has(proposal.topic) || known.size >= mostCandidates) {
      rejectWallet(topic, key)
      return
    }
    candidates.set(proposal.topic, known.set(topic, key))
    peer.attach(topic, key, (message) => {
      if ('method' in message && message.method === 'wc_sessionSettle') {
        settle(proposal, { topic, key, responder }, message.id, message.params)
      }
    })
  }

  /** Handles the response to a sign-in request; a wallet may support only the proposal. */
  async function onSignIn(proposal: ProposalRecord, message: WireMessage): Promise<void> {
    const { signIn } = proposal
    if ('method' in message || !signIn || message.id !== signIn.id || Date.now() >= proposal.expiresAt) return
    if ('error' in message) {
      const isUnknown = message.error.code === refusals.unsupportedMethod.code
      if (!isUnknown && !settled.has(proposal.topic)) events.failed(readRefusal(message.error), proposal)
      return
    }
    const { publicKey: responder, metadata: wallet } = asRecord(asRecord(message.result).responder)
    const key = isHex(responder) ? sessionKey(proposal, responder) : undefined
    if (!isHex(responder) || key === undefined) return
    const topic = topicOf(key)
    try {
      const { readSignIn } = await import('./signIn.js')
      if (settled.has(proposal.topic) || !isOffered(proposal)) return rejectWallet(topic, key)
      const { namespaces, proofs } = readSignIn(message.result, signIn.payload)
      const session: SessionRecord = {
        topic,
        symKey: key,
        controller: responder,
        wallet: readMetadata(wallet),
        namespaces,
        expiry: Math.floor(Date.now() / 1000) + sessionLife,
        active: chooseActive(namespaces, proposal.chains),
        changedBy: signIn.id,
      }
      accept(proposal, session, proofs)
    } catch (thrown) {
      rejectWallet(topic, key)
      events.failed(toSignInError(thrown), proposal)
    }
  }

  /** Rejects the session of a wallet that came too late. */
  function rejectWallet(topic: string, key: string): void {
    peer.notify(topic, key, 'wc_sessionDelete', refusals.settlementFailed).catch(() => {})
  }

  function settle(
    proposal: ProposalRecord,
    { topic, key, responder }: { topic: string; key: string; responder: string },
    id: number,
    params: unknown,
  ): void {
    const { controller, namespaces: given, expiry, sessionProperties } = asRecord(params)
    const { publicKey, metadata: wallet } = asRecord(controller)
    const namespaces = readNamespaces(given)
    const isInTime = Number.isSafeInteger(expiry) && Number(expiry) * 1000 > Date.now()
    if (publicKey !== responder || !namespaces || !isInTime || !isOffered(proposal)) {
      peer.answer(topic, id, 'wc_sessionSettle', refusals.settlementFailed)
      return
    }
    const active = chooseActive(namespaces, proposal.chains)
    const facts = factsOfSession(sessionProperties, namespaces, active, brought)
    const session: SessionRecord = {
      topic,
      symKey: key,
      controller: responder,
      wallet: readMetadata(wallet),
      namespaces,
      expiry: Math.min(Number(expiry), Math.floor(Date.now() / 1000) + sessionLife),
      active,
      changedBy: id,
      ...(facts ? { facts } : {}),
    }
    const family = proposal.required?.split(':')[0]
    const isEnough = proposal.chains.some((chain) => Object.values(active).includes(chain)) && toSession(session)
    if (!isEnough || (family !== undefined && active[family] === undefined)) {
      peer.answer(topic, id, 'wc_sessionSettle', refusals.unsupportedChains)
      events.failed(noChain(), proposal)
      return
    }
    peer.answer(topic, id, 'wc_sessionSettle', true)
    accept(proposal, session)
  }

  /** Whether it is still offered: the tab that made it may have withdrawn it. */
  function isOffered({ topic }: ProposalRecord): boolean {
    return records.proposals().some((kept) => kept.topic === topic)
  }

  function accept(proposal: ProposalRecord, session: SessionRecord, signIn?: readonly SignInProof[]): void {
    records.putSession(session)
    records.dropProposal(proposal.topic)
    settled.add(proposal.topic)
    for (const [other, otherKey] of candidates.get(proposal.topic) ?? []) {
      if (other === session.topic) continue
      rejectWallet(other, otherKey)
      peer.detach(other)
    }
    candidates.delete(proposal.topic)
    events.settled(session, proposal, signIn)
  }

  return {
    async propose({ chains, required, signIn }) {
      const { publicKey, privateKey } = createKeyPair()
      const symKey = randomHex()
      const payload = signIn && (await toPayload(signIn, chains))
      const expiresAt = Date.now() + life
      const topic = topicOf(symKey)
      const proposal: ProposalRecord = {
        ...{ topic, symKey, id: peer.nextId(), publicKey, privateKey, expiresAt, chains },
        ...(required ? { required } : {}),
        ...(payload ? { signIn: { id: peer.nextId(), payload } } : {}),
      }
      records.putProposal(proposal)
      follow(proposal, true)
      const params = {
        requiredNamespaces: {},
        optionalNamespaces: toProposal(chains, brought),
        relays: [{ protocol: 'irn' }],
        expiryTimestamp: Math.floor(expiresAt / 1000),
        proposer: { publicKey, metadata },
        pairingTopic: topic,
      }
      const request = { id: proposal.id, jsonrpc: '2.0', method: 'wc_sessionPropose', params }
      try {
        await Promise.all([send(proposal, seal(symKey, JSON.stringify(request))), askToSignIn(proposal)])
      } catch (thrown) {
        drop(proposal)
        throw toRelayError(thrown)
      }
      return proposal
    },
    follow,
    drop,
  }

  async function askToSignIn({ topic, symKey, publicKey, expiresAt, signIn }: ProposalRecord): Promise<void> {
    if (!signIn) return
    const expiryTimestamp = Math.floor(expiresAt / 1000)
    const params = { authPayload: signIn.payload, requester: { publicKey, metadata }, expiryTimestamp }
    const until = Date.now() + proposalTimeout
    await peer.notify(topic, symKey, 'wc_sessionAuthenticate', params, { id: signIn.id, until })
  }

  async function send({ topic, id }: ProposalRecord, message: string): Promise<void> {
    const { request: tag, ttl } = messages.wc_sessionPropose
    const until = Date.now() + proposalTimeout
    try {
      const params = { pairingTopic: topic, sessionProposal: message, ttl, correlationId: id }
      await relay.call('wc_proposeSession', params, until)
    } catch (thrown) {
      // Old relays lack the combined call; then its parts are sent.
      if (!(thrown instanceof RelayError) || thrown.code !== -32601) throw thrown
      await relay.call('irn_subscribe', { topic }, until)
      await relay.call('irn_publish', { topic, message, ttl, prompt: true, tag }, until)
    }
  }
}

function sessionKey({ privateKey }: ProposalRecord, responder: string): string | undefined {
  try {
    return deriveKey(privateKey, responder)
  } catch {
    // A point of low order would make a key that anyone can compute.
    return undefined
  }
}

/** The wallet's rejection, with the message of core. */
function readRefusal({ code, message }: WireError): LatchkeyError {
  if (code >= 5100 && code < 5200) return noChain()
  const isRejection = (code >= 5000 && code < 5100) || code === 4001
  return isRejection
    ? new LatchkeyError('CONNECTION_REJECTED', 'Connection rejected', { rpcCode: code, details: message })
    : new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { rpcCode: code, details: message })
}

function toSignInError(thrown: unknown): LatchkeyError {
  if (isLatchkeyError(thrown)) return thrown
  return new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { cause: thrown })
}

/** A one-step session has one family; a page that wants more sends only the proposal. */
async function toPayload(signIn: SignInRequest, chains: readonly ChainId[]): Promise<AuthPayload | undefined> {
  if (!chains.every((chain) => chain.startsWith('eip155:'))) return undefined
  const { toAuthPayload } = await import('./signIn.js')
  return toAuthPayload(signIn, chains, wantedOnEvm.methods)
}

function noChain(): LatchkeyError {
  return new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The connector does not support any of the requested chains', {
    hints: ['Allow one of the networks of this page in the wallet, or use another wallet.'],
  })
}

function toRelayError(thrown: unknown): unknown {
  if (!(thrown instanceof RelayError)) return thrown
  return new LatchkeyError('RPC_UNREACHABLE', 'The relay refused the connection.', {
    cause: thrown,
    details: thrown.message,
    hints: ['Check the relay’s URL, the project id and the clock of this device.'],
  })
}
