import { oauthProviders, type SocialName } from './oauthProviders.js'

/** The social logins: providers by redirect, and Farcaster. */
export type LoginName = SocialName | 'farcaster'

/** How people call it. */
export function labelOf(name: LoginName): string {
  return name === 'farcaster' ? 'Farcaster' : oauthProviders[name].label
}
