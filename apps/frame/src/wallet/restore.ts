import { loadCode } from '../loadCode.js'
import type { RecordOf } from '../storage/records.js'
import type { KeyringCalls } from '../worker/messages.js'
import { createClientKey } from './createClientKey.js'
import { randomId } from './randomId.js'
import { type ReleasePlan, releaseFactor } from './releaseFactor.js'
import type { Factors, restoreByOwner } from './restoreByOwner.js'
import type { WalletContext } from './walletContext.js'
import { withStepUp } from './withStepUp.js'

/** A wallet that is open; `kept` is absent where this browser keeps nothing. */
export type Restored = Pick<RecordOf<'wallet'>, 'walletId' | 'addresses' | 'epoch'> & { kept?: RecordOf<'wallet'> }

/** Opens a wallet by a passkey that has just answered. */
export type OpenByPasskey = (
  wallet: Pick<ReleasePlan, 'walletId' | 'purpose' | 'minimumEpoch' | 'signal'>,
) => Promise<KeyringCalls['unlock']['answer']>

/**
 * Brings a wallet to this browser: by a passkey or the recovery code where there is one, which the screens ask for, else by the
 * operator's half. Then this browser gets a factor of its own, unless it keeps nothing.
 *
 * @param context - The wallet's neighbours.
 * @param wallet - The wallet and what can open it.
 * @param signal - Ends it.
 * @param openByPasskey - Opens it by the passkey that has just signed its owner in, where one has.
 * @returns The wallet; its keys are in the worker.
 * @throws LatchkeyError UNAUTHORIZED when nothing can open it; USER_REJECTED, ABORTED, API_UNREACHABLE.
 */
export async function restore(
  context: WalletContext,
  wallet: Factors,
  signal: AbortSignal,
  openByPasskey?: OpenByPasskey,
): Promise<Restored> {
  const { keyring, storage, now } = context
  const { walletId, epoch, factors } = wallet
  const hasOwned = factors.some(({ kind }) => kind === 'passkey' || kind === 'code')
  const auto = hasOwned
    ? undefined
    : factors.find(({ kind, deleteAt }) => kind === 'auto' && (deleteAt === null || deleteAt > now()))
  const plan = { walletId, purpose: 'recover' as const, minimumEpoch: epoch, signal }
  const { addresses } = openByPasskey
    ? await openByPasskey(plan)
    : auto
      ? await withStepUp(context, signal, async () =>
          keyring.unlock(await releaseFactor(context, { ...plan, factorId: auto.factorId, kind: 'auto' })),
        )
      : await byOwner(context, wallet, signal)
  const restored = { walletId, addresses, epoch }
  if (!storage.isKept) return restored
  return { ...restored, kept: await addDevice(context, restored, signal) }
}

// It is here before anything is asked: a passkey is only given straight from a click.
async function byOwner(...asked: Parameters<typeof restoreByOwner>): ReturnType<typeof restoreByOwner> {
  const { restoreByOwner } = await loadCode(() => import('./restoreByOwner.js'))
  return restoreByOwner(...asked)
}

async function addDevice(
  context: WalletContext,
  { walletId, addresses, epoch }: Restored,
  signal: AbortSignal,
): Promise<RecordOf<'wallet'>> {
  const { custody, storage, keyring, sessions } = context
  const { userId } = await sessions.require()
  const factorId = randomId()
  const clientKey = await createClientKey()
  const custodyKeys = await custody.readKeys({ signal })
  const { factor } = await keyring.addFactor({ custodyKeys, factor: { factorId, kind: 'device', clientKey } })
  const { clientCipher = '', ...sent } = factor
  const kept = { walletId, userId, addresses, epoch, factorId, clientCipher, clientKey }
  await withStepUp(context, signal, () => custody.addFactor({ walletId, epoch, factor: sent }, { signal }))
  await storage.write('wallet', userId, kept)
  return kept
}
