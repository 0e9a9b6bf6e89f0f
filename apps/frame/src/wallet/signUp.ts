import { isLatchkeyError } from '@latchkey/protocol/errors'
import type { NewFactor } from '@latchkey/protocol/internal/walletApi'
import type { RecordOf } from '../storage/records.js'
import type { CustodyKeys, FactorPlan } from '../worker/messages.js'
import { createClientKey } from './createClientKey.js'
import { randomId } from './randomId.js'
import { askChallenges, releaseFactor } from './releaseFactor.js'
import type { WalletContext } from './walletContext.js'

/** Milliseconds before the second and the third attempt. */
const pauses = [500, 2_000]

/** A passkey that was made for a new wallet, which opens it in the place of the operator's half. */
export type MadePasskey = {
  readonly walletId: string
  readonly clientKey: CryptoKey
  /** The request to the vault. */
  readonly more: Required<Pick<NewFactor, 'passkey' | 'name'>>
}

/**
 * Creates a wallet. No address leaves before both ways back to it have been walked: each factor's halves come out again, and the
 * worker proves that they lead to this very wallet.
 *
 * Local data is stored before the server gets the wallet. After an interruption, the next attempt finds either an
 * active wallet that this browser can open, or none, and then begins anew: the server lets an unfinished one give way.
 *
 * @param context - The wallet's neighbours.
 * @param keys - The public keys of vault and recovery, requested already.
 * @param signal - Ends it.
 * @param by - The secret of a wallet that its owner brings, a new wallet when absent; the passkey that opens it where no mailbox does.
 * @returns What this browser keeps of the wallet; its keys are in the worker.
 * @throws WalletServerError CONFLICT when another tab was first; LatchkeyError API_UNREACHABLE, ABORTED.
 */
export async function signUp(
  context: WalletContext,
  keys: Promise<CustodyKeys>,
  signal: AbortSignal,
  { secret, passkey }: { readonly secret?: Uint8Array; readonly passkey?: MadePasskey | undefined } = {},
): Promise<RecordOf<'wallet'>> {
  const { keyring, custody, storage, sessions } = context
  const { userId } = await sessions.require()
  const walletId = passkey?.walletId ?? randomId()
  const [custodyKeys, clientKey] = await Promise.all([keys, createClientKey()])
  const device: FactorPlan = { factorId: randomId(), kind: 'device', clientKey }
  const back: FactorPlan = passkey
    ? { factorId: randomId(), kind: 'passkey', clientKey: passkey.clientKey }
    : { factorId: randomId(), kind: 'auto' }
  const plans = [device, back]
  const made = await keyring.create({
    name: { userId, walletId },
    custodyKeys,
    factors: plans,
    ...(secret && { secret }),
  })
  const { addresses, epoch, blob } = made
  try {
    const ciphers = made.factors.map(({ clientCipher = '' }) => clientCipher)
    const [clientCipher = ''] = ciphers
    const kept = { walletId, userId, addresses, epoch, factorId: device.factorId, clientCipher, clientKey }
    await storage.write('wallet', userId, kept)
    // The client half of the device stays here, encrypted or not.
    const factors = made.factors.map(({ clientCipher = '', ...factor }) =>
      factor.kind === 'passkey' ? { ...factor, clientCipher, ...passkey?.more } : factor,
    )
    const request = { idempotencyKey: randomId(), walletId, addresses, epoch: 1 as const, factors, blob }
    await withRetries(() => custody.createWallet(request, { signal }))
    const purpose = 'sign-up-roundtrip'
    const challenges = await Promise.all(plans.map((factor) => askChallenges(context, { ...factor, purpose, signal })))
    const proofs: { factorId: string; challenge: string; mac: string }[] = []
    for (const [at, { factorId, kind, clientKey: key }] of plans.entries()) {
      const opening = await releaseFactor(context, {
        walletId,
        factorId,
        kind,
        purpose,
        challenges: challenges[at],
        minimumEpoch: epoch,
        kept: key && { cipher: ciphers[at] ?? '', key },
        signal,
      })
      const { mac } = await keyring.prove(opening)
      proofs.push({ factorId, challenge: opening.server.challenge, mac })
    }
    await withRetries(() => custody.activateWallet(walletId, proofs, { signal }))
    return kept
  } catch (error) {
    await keyring.lock({})
    throw error
  }
}

/** Repeats an idempotent call while the server cannot be reached. */
async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await call()
    } catch (error) {
      if (!isLatchkeyError(error, 'API_UNREACHABLE')) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return call()
}
