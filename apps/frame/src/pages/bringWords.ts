import { LatchkeyError } from '@latchkey/protocol/errors'
import { signUp } from '../wallet/signUp.js'
import type { Opened } from './openWallet.js'
import type { PageContext } from './pageContext.js'
import { readWords } from './readWords.js'

/**
 * Brings a wallet by its words to an account that has none: as a new wallet is made, and with the same proof that both ways
 * back to it work. An account that has a wallet keeps it: else words and a mailbox could put another one in its place.
 *
 * @param context - The window's neighbours; somebody is signed in.
 * @param text - The words as they were typed.
 * @param signal - Ends it.
 * @returns The wallet; its keys are in the worker.
 * @throws LatchkeyError INVALID_PARAMS for wrong words, UNAUTHORIZED when there is a wallet, API_UNREACHABLE, ABORTED.
 */
export async function bringWords(context: PageContext, text: string, signal: AbortSignal): Promise<Opened> {
  const { custody, turns } = context
  const entropy = readWords(text)
  return turns
    .alone(async () => {
      if ((await custody.listFactors({ signal })).walletId !== null) throw hasWallet()
      const { walletId, epoch, addresses, factorId } = await signUp(
        context,
        custody.readKeys({ signal }),
        signal,
        entropy,
      )
      const { factors } = await custody.listFactors({ signal })
      const by = factors.find((factor) => factor.factorId === factorId)
      if (!by) throw hasWallet()
      return { walletId, epoch, addresses, by }
    })
    .finally(() => entropy.fill(0))
}

function hasWallet(): LatchkeyError {
  return new LatchkeyError('UNAUTHORIZED', 'This e-mail address has a wallet already. Start again with another one.')
}
