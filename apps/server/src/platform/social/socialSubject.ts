import type { LoginName } from './loginName.js'

/** The index text of a provider's account: its prefix cannot occur in an e-mail address. */
export function socialSubject(provider: LoginName, subject: string): string {
  return `social:${provider}:${subject}`
}
