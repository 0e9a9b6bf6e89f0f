import { LatchkeyError } from '@latchkey/protocol/errors'
import type { ChainClient } from '../chains/createChainClient.js'
import type { Locks } from '../chains/createLocks.js'
import type { MarketApi } from '../chains/readMarket.js'
import type { Prepared } from '../signing/evm/personalSign.js'
import type { FrameChain, Screens, Wallet, WalletUser } from '../types.js'
import type { SignRequest } from '../worker/messages.js'

/** The context of a request that needs approval. */
export type Asking = {
  readonly client: ChainClient
  readonly screens: Pick<Screens, 'ask'>
  readonly wallet: Wallet
  readonly user: WalletUser
  readonly locks: Locks
  /** Reports that another tab has its turn, until the returned function is called. */
  readonly onWait: () => () => void
  readonly chain: FrameChain
  readonly origin: string
  readonly signal: AbortSignal
  readonly params: unknown
  /** The source of prices and icons; without it only amounts are shown. */
  readonly market?: MarketApi
}

/**
 * Shows an approval and signs it; a refused one is shown for information, and never signed.
 *
 * @param asking - The request.
 * @param prepared - What to show and to sign.
 * @returns The signature.
 * @throws LatchkeyError USER_REJECTED, ABORTED, or the refusal.
 */
export async function approveAndSign(
  asking: Pick<Asking, 'screens' | 'wallet' | 'user' | 'origin' | 'signal'>,
  prepared: Prepared,
): Promise<string> {
  const { screens, origin, signal } = asking
  const { approval, request, refusal, what = request.kind } = prepared
  try {
    await screens.ask({ kind: 'approve', what, approval, origin }, { signal })
  } catch (error) {
    throw refusal && !signal.aborted ? refusal : error
  }
  if (refusal) throw refusal
  return signAs(asking, request)
}

/**
 * Signs with the account that was shown, and with no other.
 *
 * @param asking - The request.
 * @param request - What to sign.
 * @returns The signature.
 */
export async function signAs(
  { wallet, user, signal }: Pick<Asking, 'wallet' | 'user' | 'signal'>,
  request: SignRequest,
): Promise<string> {
  const signed = await wallet.sign(request, { signal })
  if (wallet.user?.userId !== user.userId || wallet.user.walletId !== user.walletId) {
    throw new LatchkeyError('UNAUTHORIZED', 'Another account was signed in meanwhile. Nothing was sent.')
  }
  return signed
}
