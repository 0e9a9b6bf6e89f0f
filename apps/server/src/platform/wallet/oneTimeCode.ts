import { randomInt, timingSafeEqual } from 'node:crypto'
import { randomId } from '../secrets/randomId.js'
import type { SecretBox } from '../secrets/secretBox.js'

/** How long a code that signs in can be typed, in milliseconds. */
export const loginLife = 600_000
/** How long a code that confirms something grave can be typed, in milliseconds. */
export const stepUpCodeLife = 300_000
/** How often one code can be tried. */
export const codeTries = 5
/** After how many wrong codes in a row a code is taken only behind a link that was opened in a mail. */
export const failuresWithoutLink = 50

/** The purpose of a code; it is valid for no other. */
export type CodeBinding = { id: string; kind: string; mailboxIndex: string; deviceId: string }

/** Creates a code of six digits, each of the million equally likely. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Reads a code as people type it: spaces, dashes and digits of other scripts' widths. Gives nothing when invalid. */
export function readCode(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Pd}\u200b]/gu, '')
  return /^[0-9]{6}$/.test(digits) ? digits : undefined
}

/** Returns the stored hash of a code: without the server's secret the million codes cannot be tried. */
export function sealCode(box: SecretBox, binding: CodeBinding, code: string): { salt: string; mac: string } {
  const salt = randomId()
  return { salt, mac: macOf(box, binding, salt, code) }
}

/** Returns whether a code is the one, in a time that does not depend on how much of it is right. */
export function isCode(
  box: SecretBox,
  binding: CodeBinding,
  kept: { salt: string; mac: string },
  code: string,
): boolean {
  return timingSafeEqual(Buffer.from(macOf(box, binding, kept.salt, code)), Buffer.from(kept.mac))
}

function macOf(box: SecretBox, { id, kind, mailboxIndex, deviceId }: CodeBinding, salt: string, code: string): string {
  return box.index('code', JSON.stringify([salt, id, kind, mailboxIndex, deviceId, code]))
}
