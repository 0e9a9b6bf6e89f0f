import type { LatchkeyError } from '@latchkey/protocol/errors'
import { visibleText } from '@latchkey/protocol/internal/text'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Approval } from '../../types.js'
import type { SignRequest } from '../../worker/messages.js'
import { prepareSignIn } from '../prepareSignIn.js'
import { codeRow, type SigningContext, toApproval } from '../signingContext.js'
import { claimsSignIn } from '../siwe.js'
import { bytesOfHex, hiddenNotes, textOf } from '../text.js'
import { isSameAddress } from './evmAddress.js'
import { strangeAccount } from './strangeAccount.js'

/** The approval to show, and the payload to sign. */
export type Prepared = {
  readonly approval: Approval
  readonly request: SignRequest
  /** Set where what is approved is less than the request allows: a sign-in with nothing else in it. */
  readonly what?: 'signIn'
  /** It must not be signed at all: the screen says why and takes no yes. */
  readonly refusal?: LatchkeyError
}

/**
 * Prepares a message for signing. A sign-in message must be for the very page that asks: any other is a theft of a session,
 * and is shown as refused.
 *
 * @param params - `[message, address]`; the message as 0x hex or as text. The other order is understood too.
 * @param context - Where it is signed.
 * @returns What to show and to sign.
 * @throws LatchkeyError UNAUTHORIZED for another account.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function preparePersonalSign(params: readonly [string, string], context: SigningContext): Prepared {
  const isSwapped = isSameAddress(params[0], context.account) && !isSameAddress(params[1], context.account)
  const [message, address] = isSwapped ? [params[1], params[0]] : params
  if (!isSameAddress(address, context.account)) {
    throw strangeAccount()
  }
  const bytes = bytesOfHex(message) ?? utf8ToBytes(message)
  const text = textOf(bytes)
  const request = { kind: 'evmMessage', message: bytes } as const
  const hex = codeRow('Bytes that are signed', `0x${bytesToHex(bytes)}`)
  // Bytes that are almost text are read as leniently as a hurried server would.
  const lenient = new TextDecoder().decode(bytes)
  if (claimsSignIn(lenient)) return { request, ...prepareSignIn(text ?? lenient, 'Ethereum', context, hex) }
  if (text === undefined) {
    const warnings = ['These bytes are no readable text. Sign them only if you know what they are.']
    return {
      request,
      approval: toApproval(context, {
        action: 'Sign',
        title: 'Sign unreadable data',
        warnings,
        headline: { text: `0x${bytesToHex(bytes.subarray(0, 64))}${bytes.length > 64 ? '…' : ''}` },
        details: [hex],
        needsSecondLook: true,
      }),
    }
  }
  const shown = visibleText(text)
  return {
    request,
    approval: toApproval(context, {
      action: 'Sign',
      title: 'Sign a message',
      warnings: hiddenNotes(shown),
      headline: { text: shown === '' ? '(empty)' : shown },
      details: [hex],
    }),
  }
}
