import { createHash } from 'node:crypto'

/**
 * Ties an identity token to one sign-in of one browser. Both `auth` and `recovery` compute it, so that a token which one of them saw in
 * another sign-in is worth nothing to the other.
 */
export function socialNonce({ id, deviceId }: { id: string; deviceId: string }): string {
  return createHash('sha256').update(`latchkey/social/1\n${id}\n${deviceId}`).digest('base64url')
}
