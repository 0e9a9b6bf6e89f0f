import { type SocialName, socialDialects } from './socialDialects.js'

/** What a person signs in with besides e-mail: a provider that is reached by redirect, or Farcaster. */
export type LoginName = SocialName | 'farcaster'

/** How people call it. */
export function labelOf(name: LoginName): string {
  return name === 'farcaster' ? 'Farcaster' : socialDialects[name].label
}
