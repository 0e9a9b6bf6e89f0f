import { visibleText } from '@latchkey/protocol/text'

/**
 * Says why a message that claims to be a sign-in must not be signed: it is for another page, or for another account.
 *
 * @param text - The message, read as leniently as a hurried server would.
 * @param family - How the family is called in such messages: `Solana`, `Bitcoin`.
 * @param context - The page that asks, and the account that signs.
 * @returns The reason as a sentence; undefined when page and account are right.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export function signInFault(
  text: string,
  family: string,
  { origin, account }: { readonly origin: string; readonly account: string },
): string | undefined {
  const [, site, word, address] = /^(\S+) wants you to sign in with your (\w+) account:\n(\S+)(?:\n|$)/.exec(text) ?? []
  const { host } = new URL(origin)
  if (site !== undefined && site !== host) return `It signs you in to ${visibleText(site)}, but ${host} asks.`
  if (word === family && address === account) return undefined
  return 'This claims to be a sign-in, but it is not one for this account.'
}
