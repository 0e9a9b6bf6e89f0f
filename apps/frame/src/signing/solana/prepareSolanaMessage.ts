import { LatchkeyError } from '@latchkey/protocol/errors'
import { visibleText } from '@latchkey/protocol/internal/text'
import { base58 } from '@scure/base'
import { isTransactionMessage } from '../../worker/solanaSigners.js'
import type { Prepared } from '../evm/personalSign.js'
import { prepareSignIn } from '../prepareSignIn.js'
import { codeRow, type SigningContext, toApproval } from '../signingContext.js'
import { claimsSignIn } from '../siwe.js'
import { hiddenNotes, textOf } from '../text.js'

/**
 * Prepares a Solana message for signing.
 *
 * @param message - The bytes.
 * @param context - Where it is signed.
 * @returns What to show and to sign.
 * @throws LatchkeyError INVALID_PARAMS for bytes that are a transaction in disguise.
 */
export function prepareSolanaMessage(message: Uint8Array, context: SigningContext): Prepared {
  if (isTransactionMessage(message)) {
    throw new LatchkeyError('INVALID_PARAMS', 'This message is a transaction in disguise')
  }
  const request = { kind: 'solanaMessage', message } as const
  const text = textOf(message)
  const raw = codeRow('Bytes that are signed, base58', base58.encode(message))
  const lenient = new TextDecoder().decode(message)
  if (claimsSignIn(lenient)) return { request, ...prepareSignIn(lenient, 'Solana', context, raw) }
  const shown = text === undefined ? base58.encode(message.subarray(0, 64)) : visibleText(text)
  const warnings =
    text === undefined
      ? ['These bytes are no readable text. Sign them only if you know what they are.']
      : hiddenNotes(shown)
  return {
    request,
    approval: toApproval(context, {
      action: 'Sign',
      title: text === undefined ? 'Sign unreadable data' : 'Sign a message',
      warnings,
      headline: { text: shown === '' ? '(empty)' : shown },
      details: [raw],
      needsSecondLook: text === undefined,
    }),
  }
}
