import type { Principal } from './authenticate.js'
import { WalletRefusal } from './walletRefusal.js'

/** How long a typed code covers what is grave: export, factors, the address. In milliseconds. */
export const stepUpLife = 300_000

/** How long a confirmation covers a change of the logins, which takes a person to a provider and back. In milliseconds. */
export const linkLife = 900_000

/** Refuses what is grave when no code was typed in the last five minutes. */
export function requireStepUp({ otpAt, now }: Principal): void {
  if (now - otpAt > stepUpLife) throw new WalletRefusal('STEP_UP_REQUIRED', 'Confirm with a new code first')
}

/**
 * Refuses what is grave to a session whose code a page around the wallet has seen, for as long as the session lives: a code
 * typed later proves who holds the mailbox now, not who opened the session.
 */
export function requireTypedInside({ typedIn }: Principal): void {
  if (typedIn !== 'frame')
    throw new WalletRefusal('TYPED_OUTSIDE', 'Sign in again and type the code in the wallet itself to do this')
}

/**
 * Refuses a code that was typed in the page around the wallet where the session's own was typed in the wallet: the page of such a
 * session never needs to see one, so a script in it asks for it.
 */
export function requireTypedAlike(session: Pick<Principal, 'typedIn'>, typedIn: Principal['typedIn']): void {
  if (session.typedIn === 'frame' && typedIn === 'host')
    throw new WalletRefusal('TYPED_OUTSIDE', 'Type this code in the wallet itself')
}

/** Refuses what is grave while a new device or a new address is on probation. */
export function requireThawed({ frozenUntil, now }: Principal): void {
  if (frozenUntil > now)
    throw new WalletRefusal('FROZEN', 'This is locked for a while after a new device or a new address', {
      retryAfterMs: Math.ceil(frozenUntil - now),
    })
}
