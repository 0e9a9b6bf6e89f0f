import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { ReleasePurpose } from '@latchkey/protocol/internal/walletApi'
import { isRefusal, WalletServerError } from '../api/walletServerError.js'
import { loadCode } from '../loadCode.js'
import type { RecordOf } from '../storage/records.js'
import type { Wallet, WalletUser } from '../types.js'
import { releaseFactor } from './releaseFactor.js'
import type { OpenByPasskey, restore } from './restore.js'
import type { Factors } from './restoreByOwner.js'
import type { MadePasskey } from './signUp.js'
import type { WalletContext } from './walletContext.js'
import { withStepUp } from './withStepUp.js'

/** The wallet, and what only the frame's own handlers do with it. */
export type OwnWallet = Wallet & {
  /**
   * Ensures that the signed-in owner has a wallet and that its addresses are known here; with the passkey that has just signed them
   * in, where one has.
   */
  enter(options: { readonly signal: AbortSignal; readonly passkey?: OwnPasskey }): Promise<WalletUser>
  /** Whether keys are in the worker already, so that nothing has to be asked for them. */
  isOpen(): Promise<boolean>
  /** Wipes the keys; the next use opens the wallet again. */
  lock(): Promise<void>
  /** Removes the session, and wipes the keys. */
  leave(): Promise<void>
}

/** The passkey of a sign-up or sign-in that has just succeeded. */
export type OwnPasskey = { readonly made: MadePasskey } | { readonly open: OpenByPasskey }

const attempts = 4

/**
 * Creates the wallet of the signed-in owner for one embedding page.
 *
 * @param context - Its neighbours.
 * @returns The wallet. What changes it is done one after the other.
 */
export function createWallet(context: WalletContext): OwnWallet {
  const { screens, keyring, custody, storage, sessions, turns } = context
  let user: WalletUser | undefined
  let last: Promise<unknown> = Promise.resolve()
  let stay = new AbortController()

  function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = last.then(job)
    last = turn.catch(() => {})
    return turn
  }
  function hold(
    { userId, email }: RecordOf<'session'>,
    { walletId, addresses }: Pick<WalletUser, 'walletId' | 'addresses'>,
  ): WalletUser {
    user = { userId, walletId, email, addresses }
    return user
  }
  async function find(signal: AbortSignal, passkey?: OwnPasskey): Promise<WalletUser> {
    const session = await sessions.require()
    const kept = await storage.read('wallet', session.userId)
    let found: Awaited<ReturnType<typeof custody.listFactors>>
    try {
      found = await custody.listFactors({ signal })
    } catch (error) {
      // Without a network the addresses are still the same.
      if (kept && isLatchkeyError(error, 'API_UNREACHABLE')) return hold(session, kept)
      throw error
    }
    const { walletId } = found
    if (walletId === null) {
      const made = await signUpOnce(signal, passkey && 'made' in passkey ? passkey.made : undefined)
      return made ? hold(session, made) : find(signal)
    }
    const isHere =
      kept?.walletId === walletId &&
      kept.epoch === found.epoch &&
      found.factors.some(({ factorId }) => factorId === kept.factorId)
    const { frozenForMs } = found
    const open = passkey && 'open' in passkey ? passkey.open : undefined
    // Opening it by the passkey ends a freeze.
    if (isHere && !(open && frozenForMs !== undefined)) return hold(session, kept)
    if (user?.walletId === walletId && (await keyring.status({})).isUnlocked) return hold(session, user)
    if (frozenForMs !== undefined && !open)
      throw new WalletServerError({
        code: 'WALLET_FROZEN',
        message: 'This wallet is frozen.',
        ...(frozenForMs === null ? {} : { retryAfterMs: frozenForMs }),
      })
    const wallet: Factors = { ...found, walletId }
    return hold(session, await bringBack(context, wallet, signal, open))
  }
  /** Shows that the wallet is frozen on a screen, whatever the page does with the error. */
  async function showingFreeze<T>(signal: AbortSignal, job: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await job(signal)
    } catch (error) {
      if (isRefusal(error, 'WALLET_FROZEN'))
        await screens.ask({ kind: 'frozen', forMs: error.retryAfterMs ?? null }, { signal }).catch(() => {})
      throw error
    }
  }
  /** Tabs make a wallet one after the other; the second finds the first's. */
  function signUpOnce(signal: AbortSignal, passkey?: MadePasskey): Promise<RecordOf<'wallet'> | undefined> {
    return turns.alone(async () => {
      const keys = custody.readKeys({ signal })
      keys.catch(() => {})
      const { walletId } = await custody.listFactors({ signal })
      if (walletId !== null) return undefined
      const { signUp } = await loadCode(() => import('./signUp.js'))
      return signUp(context, keys, signal, { passkey })
    })
  }
  async function enter(signal: AbortSignal, passkey?: OwnPasskey): Promise<WalletUser> {
    const session = await sessions.read()
    if (!session || (user && user.userId !== session.userId)) await forget()
    for (let left = attempts; ; left--) {
      try {
        return await find(signal, passkey)
      } catch (error) {
        // Another browser may have been first with the wallet, or have taken its place; what is there now is looked at again.
        if (left === 0 || !(isRefusal(error, 'CONFLICT') || isRefusal(error, 'NOT_FOUND'))) throw error
        const [random = 0] = crypto.getRandomValues(new Uint8Array(1))
        await new Promise((resolve) => setTimeout(resolve, random * 4 * (attempts - left + 1)))
      }
    }
  }
  async function forget(): Promise<void> {
    user = undefined
    await keyring.lock({})
  }
  async function open(purpose: ReleasePurpose, signal: AbortSignal): Promise<void> {
    const session = await sessions.require()
    const { isUnlocked, isProven } = await keyring.status({})
    if (user?.userId === session.userId && isUnlocked && isProven && purpose === 'unlock') return
    const { walletId } = await enter(signal)
    const kept = await storage.read('wallet', session.userId)
    if (kept?.walletId !== walletId) {
      // Nothing is kept here: what brought the wallet to this browser has to be done again.
      if ((await keyring.status({})).isUnlocked && purpose === 'unlock') return
      await bringBack(context, { ...(await custody.listFactors({ signal })), walletId }, signal)
      return
    }
    const { factorId, epoch, clientCipher, clientKey } = kept
    const plan = { walletId, factorId, kind: 'device' as const, purpose, minimumEpoch: epoch, signal }
    const opened = await withStepUp(context, signal, async () =>
      keyring.unlock(await releaseFactor(context, { ...plan, kept: { cipher: clientCipher, key: clientKey } })),
    )
    if (textOf(opened.addresses) !== textOf(kept.addresses)) {
      await keyring.lock({})
      throw new LatchkeyError('UNAUTHORIZED', 'The wallet does not have the addresses that this browser knows')
    }
  }

  const wallet: OwnWallet = {
    get user() {
      return user
    },
    enter: ({ signal, passkey }) =>
      inTurn(() => showingFreeze(AbortSignal.any([signal, stay.signal]), (either) => enter(either, passkey))),
    unlock: ({ purpose, signal }) =>
      inTurn(() => showingFreeze(AbortSignal.any([signal, stay.signal]), (either) => open(purpose, either))),
    async isOpen() {
      const { isUnlocked, isProven } = await keyring.status({})
      return isUnlocked && isProven
    },
    // Neither is queued: the task in progress may itself wait for the user.
    lock: async () => void (await keyring.lock({})),
    async leave() {
      stay.abort()
      stay = new AbortController()
      await forget()
    },
    async sign(request, { signal }) {
      await wallet.unlock({ purpose: 'unlock', signal })
      if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
      return (await keyring.sign(request)).signed
    },
  }
  return wallet
}

// What brings a wallet to a browser, or makes one, comes apart: a browser that has its wallet does neither.
async function bringBack(...asked: Parameters<typeof restore>): ReturnType<typeof restore> {
  const { restore } = await loadCode(() => import('./restore.js'))
  return restore(...asked)
}

function textOf({ eip155, solana, bip122 }: WalletUser['addresses']): string {
  return [eip155, solana, bip122.payment, bip122.ordinal].join()
}
