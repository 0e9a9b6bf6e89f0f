import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FactorKind, ReleasePurpose } from '@latchkey/protocol/internal/walletApi'
import { releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import type { FactorProof } from '../types.js'
import type { Opening } from '../worker/messages.js'
import type { WalletContext } from './walletContext.js'

/** Which factor is released, and what for. */
export type ReleasePlan = {
  readonly walletId: string
  readonly factorId: string
  readonly kind: FactorKind
  readonly purpose: ReleasePurpose
  readonly minimumEpoch: number
  /** The client half that this browser keeps. */
  readonly kept?: { readonly cipher: string; readonly key: CryptoKey } | undefined
  /** Answers the vault's challenge with what only the owner has. */
  readonly prove?: ((challenge: string) => Promise<FactorProof>) | undefined
  /** The challenge that `askChallenges` fetched ahead, for this factor and purpose. */
  readonly challenges?: Challenges | undefined
  readonly signal: AbortSignal
}
/** The challenges that vault and recovery want signed for one factor. */
export type Challenges = { readonly vault: string; readonly recovery?: string | undefined }

/**
 * Asks vault and recovery for the challenges of one factor, both at once.
 *
 * @param context - The wallet's neighbours.
 * @param plan - The factor and what its release is for.
 * @returns The challenges, each good for one release within a minute.
 * @throws WalletServerError with the refusal; LatchkeyError API_UNREACHABLE, ABORTED.
 */
export async function askChallenges(
  { custody }: Pick<WalletContext, 'custody'>,
  { factorId, kind, purpose, signal }: Pick<ReleasePlan, 'factorId' | 'kind' | 'purpose' | 'signal'>,
): Promise<Challenges> {
  const ask = (role: 'vault' | 'recovery') =>
    custody.challenge(role, { factorId, purpose }, { signal }).then(({ challenge }) => challenge)
  const [vault, recovery] = await Promise.all([ask('vault'), kind === 'auto' ? ask('recovery') : undefined])
  return { vault, recovery }
}

/**
 * Has both halves of one factor released to the worker's one-time key.
 *
 * @param context - The wallet's neighbours.
 * @param plan - The factor.
 * @returns The sealed input with which the worker joins the halves.
 * @throws WalletServerError with the refusal; LatchkeyError API_UNREACHABLE, ABORTED, UNAUTHORIZED.
 */
export async function releaseFactor(context: WalletContext, plan: ReleasePlan): Promise<Opening> {
  const { keyring, custody, sessions, device, embedder } = context
  const { walletId, factorId, kind, purpose, minimumEpoch, kept, prove, signal } = plan
  const { userId, sessionId } = await sessions.require()
  const { hpkePub } = await keyring.startRelease({})
  const { origin: parentOrigin } = embedder
  const challenges = plan.challenges ?? (await askChallenges(context, plan))
  async function answer(challenge: string) {
    const bound = { challenge, factorId, hpkePub, purpose, parentOrigin }
    return { ...bound, signature: await device.sign(releaseBytes({ ...bound, sessionId })) }
  }
  const request = await answer(challenges.vault)
  const proof = await prove?.(request.challenge)
  const released = await custody.releaseServerHalf({ ...request, ...proof?.extras }, { signal })
  const { sealed, blob, epoch, addresses, clientCipher } = released

  async function clientHalf(): Promise<Opening['client']> {
    if (challenges.recovery !== undefined) {
      const recovery = await answer(challenges.recovery)
      return { challenge: recovery.challenge, ...(await custody.releaseClientHalf(recovery, { signal })) }
    }
    if (kept) return kept
    if (proof && clientCipher !== undefined) return { cipher: clientCipher, key: proof.clientKey }
    throw new LatchkeyError('UNAUTHORIZED', 'This browser has no key for the wallet')
  }
  return {
    name: { userId, walletId },
    factorId,
    kind,
    epoch,
    minimumEpoch,
    addresses,
    blob,
    sessionId,
    parentOrigin,
    purpose,
    server: { challenge: request.challenge, sealed },
    client: await clientHalf(),
  }
}
