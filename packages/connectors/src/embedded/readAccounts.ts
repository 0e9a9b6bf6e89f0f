import type { EmbeddedNamespace } from '@latchkey/core'
import { badAnswer } from '@latchkey/core/family'
import { toAccountId } from '@latchkey/protocol/caip'
import type { FrameLink } from './frameLink.js'
import { addressOf, type FrameAccount } from './readUser.js'

/** Public keys by address; a locked wallet withholds them, so earlier ones are used. */
export type PublicKeys = { readonly [address: string]: string }

/**
 * Requests all accounts of a family from the frame, besides the given one.
 *
 * @param link - The way to the frame.
 * @param account - The account that it named.
 * @param getAccounts - How the family asks for them.
 * @param known - The public keys that it told of before.
 * @param signal - Ends the question.
 * @returns The account with all others, and the public keys if there are more than before.
 * @throws WALLET_BAD_ANSWER when the account that was named is not the first of them.
 */
export async function readAccounts(
  link: Pick<FrameLink, 'ask'>,
  account: FrameAccount,
  getAccounts: NonNullable<EmbeddedNamespace['getAccounts']>,
  known: PublicKeys = {},
  signal?: AbortSignal,
): Promise<{ readonly account: FrameAccount; readonly publicKeys?: PublicKeys }> {
  const { chainId, namespace: chainNamespace } = account
  const found = await getAccounts((method) => link.ask('rpcRequest', { method, chainNamespace, chainId }, signal))
  if (found[0]?.address !== addressOf(account)) throw badAnswer('The embedded wallet', 'a list of accounts')
  const all = found.map(({ address, facts }) => {
    const publicKey = facts.publicKey ?? known[address]
    return { account: toAccountId(chainId, address), facts: { ...facts, ...(publicKey ? { publicKey } : {}) } }
  })
  const told = found.flatMap(({ address, facts: { publicKey } }) => (publicKey ? [[address, publicKey] as const] : []))
  const isNew = told.some(([address, publicKey]) => known[address] !== publicKey)
  return { account: { ...account, all }, ...(isNew ? { publicKeys: { ...known, ...Object.fromEntries(told) } } : {}) }
}
