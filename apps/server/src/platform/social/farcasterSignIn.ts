import { checkSignInMessage, parseSignInMessage } from '@latchkey/protocol/siwx'
import type { Hex } from 'viem'
import * as z from 'zod'

/** What a Farcaster app signed, with the user name that the relay reports, which is not verified. */
export const farcasterEvidence = z.object({
  message: z.string().max(4_000),
  signature: z.string().regex(/^0x([0-9a-fA-F]{2}){1,4000}$/) as unknown as z.ZodType<Hex>,
  userName: z.string().nullable(),
})

/** A sign-in whose text was checked, but not yet who may sign for its number. */
export type FarcasterClaim = { fid: bigint; address: Hex }

// Farcaster's own, by which its apps recognise a sign-in.
const statements = ['Farcaster Auth', 'Farcaster Connect']
const chainId = 'eip155:10'
const fidPattern = /^farcaster:\/\/fid\/([1-9]\d{0,18})\/?$/

/**
 * Checks the text of a sign-in with Farcaster: that it is one, for this wallet and for this one sign-in, and holds now.
 *
 * @throws Error for anything else.
 * @see https://github.com/farcasterxyz/protocol/discussions/110
 */
export function readFarcasterMessage(
  text: string,
  { origin, uri, nonce, now }: { origin: string; uri: string; nonce: string; now: Date },
): FarcasterClaim {
  const message = parseSignInMessage(text)
  checkSignInMessage(message, { isOrigin: (each) => each === origin, now, mayLackExpiry: true })
  if (message.uri !== uri) throw new TypeError('The message is for another page')
  if (message.nonce !== nonce) throw new TypeError('The message belongs to another sign-in')
  if (message.chainId !== chainId) throw new TypeError('The message is for another chain')
  if (!statements.includes(message.statement ?? '')) throw new TypeError('The message is not a Farcaster sign-in')
  const fids = (message.resources ?? []).flatMap((each) => fidPattern.exec(each)?.[1] ?? [])
  const [fid] = fids
  if (fid === undefined || fids.length > 1) throw new TypeError('The message does not name one account')
  return { fid: BigInt(fid), address: message.accountAddress as Hex }
}
