import { isPairingExpired, type Pairing, type PairingState, type WalletSession } from '@latchkey/core'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { pairingLife, pairingMargin } from '@latchkey/protocol/internal/limits'
import type { ProposalRequest, Proposals } from './proposals.js'
import type { PeerMetadata, ProposalRecord } from './records.js'

/** The current offer. */
export type Offers = {
  readonly start: Pairing['start']
  /** A wallet settled on a proposal; false when it belongs to no open offer. */
  settle(proposal: ProposalRecord, session: WalletSession, wallet: PeerMetadata): boolean
  fail(proposal: ProposalRecord, error: LatchkeyError): void
  /** Renews expired offers after the page was suspended. */
  wake(): void
  /** Withdraws all offers. */
  close(): void
}

/** The options of offers. */
export type OfferOptions = {
  readonly proposals: Pick<Proposals, 'propose' | 'drop'>
  readonly chains: () => ProposalRequest['chains']
  readonly set: (state: PairingState) => void
}

type Offer = {
  readonly request: ProposalRequest
  /** The last one is shown; a wallet may still answer an earlier one. */
  proposals: readonly ProposalRecord[]
  readonly approved: Promise<WalletSession>
  readonly resolve: (session: WalletSession) => void
  readonly reject: (error: Error) => void
  holders: number
  uri: string
  expiresAt: number
  ready: Promise<void>
  renewal: ReturnType<typeof setTimeout> | undefined
}

/** The state without an offer. */
export const idlePairing: PairingState = {
  status: 'idle',
  uri: undefined,
  expiresAt: undefined,
  error: undefined,
  wallet: undefined,
}

/** Offers one pairing at a time, and renews it while a caller waits for it. */
export function createOffers({ proposals, chains, set }: OfferOptions): Offers {
  let offer: Offer | undefined

  function begin(request: ProposalRequest): Offer {
    let settle: Pick<Offer, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} }
    const approved = new Promise<WalletSession>((resolve, reject) => {
      settle = { resolve, reject }
    })
    // The caller has its own promise; this one must not become an unhandled rejection.
    approved.catch(() => {})
    set({ ...idlePairing, status: 'starting' })
    const made: Offer = {
      ...settle,
      approved,
      request,
      proposals: [],
      holders: 0,
      uri: '',
      expiresAt: 0,
      ready: Promise.resolve(),
      renewal: undefined,
    }
    offer = made
    made.ready = renew(made)
    made.ready.catch(() => {})
    return made
  }

  async function renew(mine: Offer): Promise<void> {
    clearTimeout(mine.renewal)
    const madeAt = Date.now()
    try {
      const proposal = await proposals.propose(mine.request)
      if (offer !== mine) return proposals.drop(proposal)
      mine.proposals = [...mine.proposals, proposal]
      mine.uri = formatPairingUri(proposal)
      mine.expiresAt = madeAt + pairingLife
      set({ ...idlePairing, status: 'waiting', uri: mine.uri, expiresAt: mine.expiresAt })
      mine.renewal = setTimeout(() => void renew(mine).catch(() => {}), mine.expiresAt - pairingMargin - Date.now())
    } catch (thrown) {
      if (offer === mine) end(mine, thrown)
      throw thrown
    }
  }

  function end(mine: Offer, thrown: unknown): void {
    close(mine)
    const error = isLatchkeyError(thrown)
      ? thrown
      : new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { cause: thrown })
    set(error.code === 'ABORTED' ? idlePairing : { ...idlePairing, status: 'failed', error })
    mine.reject(error)
  }

  function close(mine: Offer): void {
    if (offer === mine) offer = undefined
    clearTimeout(mine.renewal)
    for (const proposal of mine.proposals) proposals.drop(proposal)
  }

  function owner({ topic }: ProposalRecord): Offer | undefined {
    return offer?.proposals.some((own) => own.topic === topic) ? offer : undefined
  }

  return {
    async start({ chains: wanted, required, signIn, signal } = {}) {
      const aborted = () => new LatchkeyError('ABORTED', 'Request was aborted')
      if (signal?.aborted) throw aborted()
      const request = { chains: wanted ?? chains(), ...(required ? { required } : {}), ...(signIn ? { signIn } : {}) }
      const mine = offer ?? begin(request)
      mine.holders++
      const left = new Promise<never>((_, reject) => {
        signal?.addEventListener(
          'abort',
          () => {
            mine.holders--
            if (mine.holders === 0 && offer === mine) end(mine, aborted())
            reject(aborted())
          },
          { once: true },
        )
      })
      left.catch(() => {})
      await Promise.race([mine.ready, left])
      const approved = Promise.race([mine.approved, left])
      approved.catch(() => {})
      return { uri: mine.uri, expiresAt: mine.expiresAt, approved }
    },
    settle(proposal, session, wallet) {
      const mine = owner(proposal)
      if (!mine) return false
      offer = undefined
      clearTimeout(mine.renewal)
      // A settled proposal stays until it expires, to reject late responses.
      for (const other of mine.proposals) if (other.topic !== proposal.topic) proposals.drop(other)
      set({ ...idlePairing, status: 'approved', wallet })
      mine.resolve(session)
      return true
    },
    fail(proposal, error) {
      const mine = owner(proposal)
      if (mine) end(mine, error)
      else proposals.drop(proposal)
    },
    wake() {
      const mine = offer
      if (mine && mine.uri !== '' && isPairingExpired(mine.expiresAt)) void renew(mine).catch(() => {})
    },
    close() {
      if (offer) end(offer, new LatchkeyError('ABORTED', 'Request was aborted'))
    },
  }
}

/** What a pairing URI says. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri */
type PairingUri = {
  readonly topic: string
  readonly symKey: string
  readonly expiresAt: number
  /** The methods that a wallet may answer instead of the proposal. */
  readonly signIn?: object
}

/** Formats the URI of a pairing; the expiry is in milliseconds. */
function formatPairingUri({ topic, symKey, expiresAt, signIn }: PairingUri): string {
  const methods = signIn ? '&methods=wc_sessionAuthenticate' : ''
  return `wc:${topic}@2?expiryTimestamp=${Math.floor(expiresAt / 1000)}${methods}&relay-protocol=irn&symKey=${symKey}`
}
