import { LatchkeyError } from '@latchkey/protocol/errors'
import type { CustodyCalls } from '../api/createCustodyCalls.js'
import { provePasskey } from '../factors/passkey.js'
import type { FactorProof } from '../types.js'
import type { KeyringCalls } from '../worker/messages.js'
import { releaseFactor } from './releaseFactor.js'
import type { WalletContext } from './walletContext.js'

/** A factor in the server's list. */
export type Factors = Awaited<ReturnType<CustodyCalls['listFactors']>> & { readonly walletId: string }

/**
 * Opens a wallet by what only its owner has: a passkey, or the recovery code. A passkey is asked for by the browser; the code is
 * typed in a window of the wallet that the screens lead to, and never comes into this page.
 *
 * @param context - The wallet's neighbours.
 * @param wallet - The wallet and what can open it.
 * @param signal - Ends it.
 * @returns The wallet's addresses; its keys are in the worker.
 * @throws LatchkeyError UNAUTHORIZED when nothing can open it; USER_REJECTED, ABORTED, API_UNREACHABLE.
 */
export async function restoreByOwner(
  context: WalletContext,
  { walletId, epoch, factors }: Factors,
  signal: AbortSignal,
): Promise<KeyringCalls['unlock']['answer']> {
  const { embedder, screens, keyring, loadRestore, walletHost } = context
  const passkeys = factors
    .filter(({ kind }) => kind === 'passkey')
    .sort((one, two) => (two.usedAt ?? 0) - (one.usedAt ?? 0))
  const code = factors.find(({ kind }) => kind === 'code')
  if (passkeys.length === 0 && !code)
    throw new LatchkeyError('UNAUTHORIZED', 'Nothing can open this wallet here. Use the browser it was made on.')
  // A window opens only straight from a click, so what opens it is here before.
  const openRestore = code && (await loadRestore?.())
  let opened: KeyringCalls['unlock']['answer'] | undefined
  let tries = 0
  let window = new AbortController()

  async function open(
    { factorId, kind }: Factors['factors'][number],
    prove: (challenge: string) => Promise<FactorProof>,
  ): Promise<void> {
    const plan = { walletId, factorId, kind, purpose: 'recover' as const, minimumEpoch: epoch, prove, signal }
    opened = await keyring.unlock(await releaseFactor(context, plan))
  }
  async function byPasskey(): Promise<void> {
    // A challenge is for one factor: with several passkeys, the last used comes first, then the next.
    const factor = passkeys[tries++ % passkeys.length]
    if (!factor) return
    const credentialIds = factor.passkey ? [factor.passkey.credentialId] : []
    await open(factor, (challenge) =>
      provePasskey(
        { credentials: navigator.credentials, host: walletHost },
        { challenge, walletId, credentialIds, isDoor: factor.passkey?.isDoor, signal },
      ),
    )
  }
  try {
    await screens.ask(
      {
        kind: 'window',
        about: 'restore',
        ...(passkeys.length > 0 ? { passkey: byPasskey } : {}),
        ...(code && openRestore
          ? {
              open: (told) => {
                window.abort()
                window = new AbortController()
                const onProof = (proof: FactorProof) => open(code, async () => proof)
                const task = { walletId, origin: embedder.origin }
                return openRestore(task, { ...told, onProof, signal: window.signal })
              },
            }
          : {}),
      },
      { signal },
    )
  } finally {
    window.abort()
  }
  if (!opened) throw new LatchkeyError('USER_REJECTED', 'The wallet was not restored')
  return opened
}
