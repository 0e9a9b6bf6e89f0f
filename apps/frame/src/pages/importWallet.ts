import { LatchkeyError } from '@latchkey/protocol/errors'
import { signUp } from '../wallet/signUp.js'
import type { Opened } from './openWallet.js'
import type { PageContext } from './pageContext.js'

/**
 * Brings a wallet by its secret to an account that has none: as a new wallet is made, and with the same proof that both ways
 * back to it work. An account that has a wallet keeps it: else a secret and a mailbox could put another one in its place.
 *
 * @param context - The services of the window, signed in.
 * @param secret - What `readSecret` gave; it is wiped.
 * @param signal - Ends it.
 * @returns The wallet; its keys are in the worker.
 * @throws LatchkeyError UNAUTHORIZED when there is a wallet, API_UNREACHABLE, ABORTED.
 */
export async function importWallet(context: PageContext, secret: Uint8Array, signal: AbortSignal): Promise<Opened> {
  const { custody, turns } = context
  return turns
    .alone(async () => {
      if ((await custody.listFactors({ signal })).walletId !== null) throw hasWallet()
      const { walletId, epoch, addresses, factorId } = await signUp(context, custody.readKeys({ signal }), signal, {
        secret,
      })
      const { factors } = await custody.listFactors({ signal })
      const by = factors.find((factor) => factor.factorId === factorId)
      if (!by) throw hasWallet()
      return { walletId, epoch, addresses, by }
    })
    .finally(() => secret.fill(0))
}

function hasWallet(): LatchkeyError {
  return new LatchkeyError('UNAUTHORIZED', 'This e-mail address has a wallet already. Start again with another one.')
}
