import { badAnswer } from '@latchkey/core/family'
import { toAccountId } from '@latchkey/protocol/caip'
import type { FrameLink } from './frameLink.js'
import { readAddresses } from './readAddresses.js'
import { addressOf, type FrameAccount } from './readUser.js'

/** Public keys by address; a wallet that is locked does not tell them, so what it told before stands in. */
export type PublicKeys = { readonly [address: string]: string }

/**
 * Asks the frame for all Bitcoin accounts beside the one that it named.
 *
 * @param link - The way to the frame.
 * @param account - The account that it named.
 * @param known - The public keys that it told of before.
 * @param signal - Ends the question.
 * @returns The account with all others, and the public keys if there are more than before.
 * @throws WALLET_BAD_ANSWER when the account that was named is not the first of them.
 */
export async function readBitcoin(
  link: Pick<FrameLink, 'ask'>,
  account: FrameAccount,
  known: PublicKeys = {},
  signal?: AbortSignal,
): Promise<{ readonly account: FrameAccount; readonly publicKeys?: PublicKeys }> {
  const { chainId } = account
  const request = { method: 'getAccountAddresses', chainNamespace: 'bip122', chainId } as const
  const found = readAddresses(await link.ask('rpcRequest', request, signal))
  if (found[0]?.address !== addressOf(account)) throw badAnswer('The embedded wallet', 'a list of accounts')
  const all = found.map(({ address, facts }) => {
    const publicKey = facts.publicKey ?? known[address]
    return { account: toAccountId(chainId, address), facts: { ...facts, ...(publicKey ? { publicKey } : {}) } }
  })
  const told = found.flatMap(({ address, facts: { publicKey } }) => (publicKey ? [[address, publicKey] as const] : []))
  const isNew = told.some(([address, publicKey]) => known[address] !== publicKey)
  return { account: { ...account, all }, ...(isNew ? { publicKeys: { ...known, ...Object.fromEntries(told) } } : {}) }
}
