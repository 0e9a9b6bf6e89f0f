import type { SocialAccount, SocialName } from './socialAccounts.js'

/** What a provider's own pages answer with an access token, by their path; nothing where it has none of that path. */
export function socialAnswer(name: SocialName, path: string, account: SocialAccount): unknown {
  const { id, userName, label, email, isVerified } = account
  if (name === 'github' && path === '/user/emails')
    return email === undefined ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }]
  if (path !== '/user') return undefined
  switch (name) {
    case 'github':
      return { id: Number(id), login: userName, name: label, email: null }
    case 'x':
      return { data: { id, username: userName, name: label } }
    case 'discord':
      return { id, username: userName, global_name: label, email: email ?? null, verified: isVerified }
    case 'facebook':
      return { id, name: label, ...(email === undefined ? {} : { email }) }
    default:
      return undefined
  }
}
