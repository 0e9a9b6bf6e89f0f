import { type SocialName, socialDialects } from './socialDialects.js'

/** The social logins: providers by redirect, and Farcaster. */
export type LoginName = SocialName | 'farcaster'

/** How people call it. */
export function labelOf(name: LoginName): string {
  return name === 'farcaster' ? 'Farcaster' : socialDialects[name].label
}
