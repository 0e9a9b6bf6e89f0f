import type { SocialProfile } from '../../platform/social/oauthProviders.js'

/** Returns the address of an account that its provider has checked; an empty text where there is none that mail may go to. */
export function verifiedAddress({ email, isVerified }: Pick<SocialProfile, 'email' | 'isVerified'>): string {
  return isVerified && email !== null && /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255}$/.test(email) ? email.toLowerCase() : ''
}
