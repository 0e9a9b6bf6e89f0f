import { LatchkeyError } from '@latchkey/protocol/errors'
import { isRefusal, WalletServerError } from '../api/walletServerError.js'
import { provePasskey } from '../factors/passkey.js'
import { proveCode } from '../factors/proveCode.js'
import type { FactorProof } from '../types.js'
import { releaseFactor } from '../wallet/releaseFactor.js'
import { withStepUp } from '../wallet/withStepUp.js'
import type { Addresses } from '../worker/keys.js'
import type { PageContext } from './pageContext.js'

/** One way into the wallet, as the server lists it. */
export type Factor = Awaited<ReturnType<PageContext['custody']['listFactors']>>['factors'][number]
/** A wallet that is open in this window. */
export type Opened = {
  readonly walletId: string
  readonly epoch: number
  readonly addresses: Addresses
  readonly by: Factor
}

// What is begun now should still end while the server takes the code that was typed last.
const needed = 60_000

/**
 * Asks for a new code unless one was typed a moment ago.
 *
 * @throws LatchkeyError USER_REJECTED when the user leaves; ABORTED.
 */
export function confirmByCode(context: PageContext, signal: AbortSignal): Promise<void> {
  return withStepUp(context, signal, async () => {
    const { confirmedForMs = 0 } = await context.auth.readSession({ signal })
    if (confirmedForMs < needed)
      throw new WalletServerError({ code: 'STEP_UP_REQUIRED', message: 'Confirm with a new code first' })
  })
}

/**
 * Opens the wallet in this window: by this browser's own half where that is enough, else by what only the owner has, else by
 * the operator's half.
 *
 * @param context - The window's neighbours.
 * @param purpose - What for; it is part of what the server seals its half with.
 * @param signal - Ends it.
 * @param options - Whether the owner has to answer even where this browser's half would do; a recovery code that was typed already.
 * @returns The wallet; its keys are in the worker.
 * @throws WalletServerError with the refusal; LatchkeyError UNAUTHORIZED, USER_REJECTED, ABORTED, API_UNREACHABLE.
 */
export async function openWallet(
  context: PageContext,
  purpose: 'factor' | 'export' | 'recover',
  signal: AbortSignal,
  { byOwner = false, code }: { readonly byOwner?: boolean; readonly code?: string | undefined } = {},
): Promise<Opened> {
  const { auth, custody, storage, keyring, sessions, now } = context
  await confirmByCode(context, signal)
  const { userId } = await sessions.require()
  const [{ walletId, factors, frozenForMs }, { device }] = [
    await custody.listFactors({ signal }),
    await auth.readSession({ signal }),
  ]
  if (walletId === null) throw new LatchkeyError('UNAUTHORIZED', 'You have no wallet here yet.')
  const kept = await storage.read('wallet', userId)
  const minimumEpoch = kept?.walletId === walletId ? kept.epoch : 0
  const own = factors.find(({ factorId }) => factorId === kept?.factorId)
  const owned = factors.filter(({ kind }) => kind === 'passkey' || kind === 'code')
  const auto = factors.find(({ kind }) => kind === 'auto')
  // The vault wants the passkey before it shows words, and lets nothing grave be done by a new browser alone.
  const wantsOwner =
    owned.length > 0 &&
    (byOwner ||
      purpose === 'recover' ||
      device.frozenUntil > now() ||
      (purpose === 'export' && owned.some(({ kind }) => kind === 'passkey')) ||
      // Without an address nothing else confirms.
      owned.some(({ passkey }) => passkey?.isDoor))
  const plan = { walletId, purpose, minimumEpoch, signal }

  if (own && kept && !wantsOwner) {
    const half = { cipher: kept.clientCipher, key: kept.clientKey }
    const opening = await releaseFactor(context, { ...plan, factorId: own.factorId, kind: 'device', kept: half })
    return { walletId, by: own, ...(await keyring.unlock(opening)) }
  }
  const typed = code === undefined ? undefined : owned.find(({ kind }) => kind === 'code')
  if (typed && code !== undefined) {
    const prove = () => proveCode({ code, walletId })
    const opening = await releaseFactor(context, { ...plan, factorId: typed.factorId, kind: 'code', prove })
    return { walletId, by: typed, ...(await keyring.unlock(opening)) }
  }
  if (owned.length > 0)
    return askOwner(context, owned, { ...plan, isFrozen: frozenForMs !== undefined && purpose === 'recover' })
  if (auto) {
    const opening = await releaseFactor(context, { ...plan, factorId: auto.factorId, kind: 'auto' })
    return { walletId, by: auto, ...(await keyring.unlock(opening)) }
  }
  throw new LatchkeyError('UNAUTHORIZED', 'Nothing can open this wallet here. Use the browser it was made on.')
}

/** Asks for the passkey or the recovery code, until one of them unlocks the wallet. */
async function askOwner(
  context: PageContext,
  owned: readonly Factor[],
  plan: {
    walletId: string
    purpose: 'factor' | 'export' | 'recover'
    minimumEpoch: number
    signal: AbortSignal
    isFrozen: boolean
  },
): Promise<Opened> {
  const { screens, keyring, passkeys } = context
  const { walletId, signal } = plan
  const keys = owned.filter(({ kind }) => kind === 'passkey')
  const codes = owned.filter(({ kind }) => kind === 'code')
  const ended = new AbortController()
  let opened: Opened | undefined
  let refusal: unknown
  let tries = 0

  async function open(by: Factor | undefined, prove: (challenge: string) => Promise<FactorProof>) {
    if (!by) throw new LatchkeyError('UNAUTHORIZED', 'This way does not open the wallet')
    const { factorId, kind } = by
    try {
      const opening = await releaseFactor(context, { ...plan, factorId, kind, prove })
      opened = { walletId, by, ...(await keyring.unlock(opening)) }
    } catch (error) {
      // Another try would be refused the same way.
      const isFinal = (['FROZEN', 'LOCKED', 'WALLET_FROZEN'] as const).some((code) => isRefusal(error, code))
      if (!isFinal) throw error
      refusal = error
      ended.abort()
      throw error
    }
  }
  try {
    await screens.ask(
      {
        kind: 'restore',
        isFrozen: plan.isFrozen,
        isConfirming: plan.purpose !== 'recover',
        ways: [...(keys.length > 0 ? ['passkey' as const] : []), ...(codes.length > 0 ? ['code' as const] : [])],
        async restore(way) {
          if (way.kind === 'code') return open(codes[0], () => proveCode({ code: way.code, walletId }))
          // A challenge is for one factor: several passkeys are asked for one after the other.
          const key = keys[tries++ % keys.length]
          const credentialIds = key?.passkey ? [key.passkey.credentialId] : []
          return open(key, (challenge) =>
            provePasskey(passkeys, { challenge, walletId, credentialIds, isDoor: key?.passkey?.isDoor, signal }),
          )
        },
      },
      { signal: AbortSignal.any([signal, ended.signal]) },
    )
  } catch (error) {
    throw refusal ?? error
  }
  if (!opened) throw new LatchkeyError('USER_REJECTED', 'The wallet was not opened')
  return opened
}
