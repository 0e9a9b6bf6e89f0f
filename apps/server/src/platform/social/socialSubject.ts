import type { LoginName } from './loginName.js'

/** What an account at a provider is indexed by: with a prefix that no address of a mailbox can have. */
export function socialSubject(provider: LoginName, subject: string): string {
  return `social:${provider}:${subject}`
}
