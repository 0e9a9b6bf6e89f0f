import type { Kept } from '../keep/records.js'
import type { FactorPlan, Keepers } from '../worker/messages.js'
import { createClientKey } from './createClientKey.js'
import { patiently } from './patiently.js'
import { randomId } from './randomId.js'
import { askChallenges, releaseFactor } from './releaseFactor.js'
import type { WalletContext } from './walletContext.js'

/**
 * Makes a wallet. No address leaves before both ways back to it have been walked: each factor's halves come out again, and the
 * worker proves that they lead to this very wallet.
 *
 * What stays here is kept before the server hears of the wallet. If anything breaks off, the next attempt finds either an
 * active wallet that this browser can open, or none, and then begins anew: the server lets an unfinished one give way.
 *
 * @param context - The wallet's neighbours.
 * @param keys - The public keys of the keepers, asked for already.
 * @param signal - Ends it.
 * @param secret - Of a wallet that its owner brings; a new wallet when absent.
 * @returns What this browser keeps of the wallet; its keys are in the worker.
 * @throws WalletServerError CONFLICT when another tab was first; LatchkeyError API_UNREACHABLE, ABORTED.
 */
export async function signUp(
  context: WalletContext,
  keys: Promise<Keepers>,
  signal: AbortSignal,
  secret?: Uint8Array,
): Promise<Kept<'wallet'>> {
  const { keeper, custody, keep, sessions } = context
  const { userId } = await sessions.require()
  const walletId = randomId()
  const [keepers, clientKey] = await Promise.all([keys, createClientKey()])
  const device: FactorPlan = { factorId: randomId(), kind: 'device', clientKey }
  const auto: FactorPlan = { factorId: randomId(), kind: 'auto' }
  const made = await keeper.create({
    name: { userId, walletId },
    keepers,
    factors: [device, auto],
    ...(secret && { secret }),
  })
  const { addresses, epoch, blob } = made
  try {
    const clientCipher = made.factors.find(({ kind }) => kind === 'device')?.clientCipher ?? ''
    const kept = { walletId, userId, addresses, epoch, factorId: device.factorId, clientCipher, clientKey }
    await keep.write('wallet', userId, kept)
    // The client half of the device stays here, encrypted or not.
    const factors = made.factors.map(({ clientCipher: _, ...factor }) => factor)
    const request = { idempotencyKey: randomId(), walletId, addresses, epoch: 1 as const, factors, blob }
    await patiently(() => custody.createWallet(request, { signal }))
    const purpose = 'sign-up-roundtrip'
    const [ofDevice, ofAuto] = await Promise.all(
      [device, auto].map((factor) => askChallenges(context, { ...factor, purpose, signal })),
    )
    const proofs: { factorId: string; challenge: string; mac: string }[] = []
    for (const { factorId, kind } of [device, auto]) {
      const opening = await releaseFactor(context, {
        walletId,
        factorId,
        kind,
        purpose,
        challenges: kind === 'device' ? ofDevice : ofAuto,
        minimumEpoch: epoch,
        kept: kind === 'device' ? { cipher: clientCipher, key: clientKey } : undefined,
        signal,
      })
      const { mac } = await keeper.prove(opening)
      proofs.push({ factorId, challenge: opening.server.challenge, mac })
    }
    await patiently(() => custody.activateWallet(walletId, proofs, { signal }))
    return kept
  } catch (error) {
    await keeper.lock({})
    throw error
  }
}
