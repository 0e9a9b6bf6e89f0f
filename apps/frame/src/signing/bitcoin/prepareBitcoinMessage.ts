import { visibleText } from '@latchkey/protocol/internal/text'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Prepared } from '../evm/personalSign.js'
import { prepareSignIn } from '../prepareSignIn.js'
import { codeRow, type SigningContext, toApproval } from '../signingContext.js'
import { claimsSignIn } from '../siwe.js'
import { hiddenNotes } from '../text.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'

/**
 * Prepares a message for signing by a Bitcoin account.
 *
 * @param text - The message.
 * @param account - Which account signs.
 * @param as - By which standard.
 * @param context - Where it is signed.
 * @returns What to show and to sign; a sign-in to another page is shown and refused.
 */
export function prepareBitcoinMessage(
  text: string,
  account: BitcoinAccount,
  as: 'bip322' | 'ecdsa',
  context: SigningContext,
): Prepared {
  const message = utf8ToBytes(text)
  const request = { kind: 'bitcoinMessage', message, of: account.intention, as } as const
  const bytes = codeRow('Bytes that are signed', bytesToHex(message))
  if (claimsSignIn(text)) return { request, ...prepareSignIn(text, 'Bitcoin', context, bytes) }
  const shown = visibleText(text)
  return {
    request,
    approval: toApproval(context, {
      action: 'Sign',
      title: 'Sign a message',
      headline: { text: shown === '' ? '(empty)' : shown },
      warnings: hiddenNotes(shown),
      details: [bytes],
    }),
  }
}
