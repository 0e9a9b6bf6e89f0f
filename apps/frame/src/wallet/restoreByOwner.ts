import { LatchkeyError } from '@latchkey/protocol/errors'
import type { CustodyCalls } from '../api/createCustodyCalls.js'
import type { FactorProof } from '../contracts.js'
import { provePasskey } from '../factors/passkey.js'
import { proveCode } from '../factors/proveCode.js'
import type { KeeperCalls } from '../worker/messages.js'
import { releaseFactor } from './releaseFactor.js'
import type { WalletContext } from './walletContext.js'

/** What can open the wallet, as the server lists it. */
export type Factors = Awaited<ReturnType<CustodyCalls['listFactors']>> & { readonly walletId: string }

/**
 * Opens a wallet by what only its owner has: a passkey, or the recovery code, which the face asks for.
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
): Promise<KeeperCalls['unlock']['answer']> {
  const { face, keeper, walletHost } = context
  const passkeys = factors
    .filter(({ kind }) => kind === 'passkey')
    .sort((one, two) => (two.usedAt ?? 0) - (one.usedAt ?? 0))
  const codes = factors.filter(({ kind }) => kind === 'code')
  const ways = [...(passkeys.length > 0 ? ['passkey' as const] : []), ...(codes.length > 0 ? ['code' as const] : [])]
  if (ways.length === 0)
    throw new LatchkeyError('UNAUTHORIZED', 'Nothing can open this wallet here. Use the browser it was made on.')
  let opened: KeeperCalls['unlock']['answer'] | undefined
  let tries = 0

  async function open(
    factor: Factors['factors'][number] | undefined,
    prove: (challenge: string) => Promise<FactorProof>,
  ) {
    if (!factor) throw new LatchkeyError('UNAUTHORIZED', 'This way does not open the wallet')
    const { factorId, kind } = factor
    const plan = { walletId, factorId, kind, purpose: 'recover' as const, minimumEpoch: epoch, prove, signal }
    opened = await keeper.unlock(await releaseFactor(context, plan))
  }
  await face.ask(
    {
      kind: 'restore',
      ways,
      restore: async (way) => {
        if (way.kind === 'code') return open(codes[0], () => proveCode({ code: way.code, walletId }))
        // A challenge is for one factor: whoever has several passkeys is asked for the last used first, then the next.
        const factor = passkeys[tries++ % passkeys.length]
        const credentialIds = factor?.passkey ? [factor.passkey.credentialId] : []
        return open(factor, (challenge) =>
          provePasskey(
            { credentials: navigator.credentials, host: walletHost },
            { challenge, walletId, credentialIds, signal },
          ),
        )
      },
    },
    { signal },
  )
  if (!opened) throw new LatchkeyError('USER_REJECTED', 'The wallet was not restored')
  return opened
}
