import type { EncodedAccount } from '@solana/kit'
import { AccountState, getMintDecoder, getTokenDecoder, type Mint, type Token } from '@solana-program/token'
import { tokenPrograms } from './tokenPrograms.js'

const tokenSize = 165
const mintSize = 82

/** Reads a token account; undefined when the account is none. Extensions of Token-2022 are left aside. */
export function readTokenAccount(account: EncodedAccount): Token | undefined {
  if (!isOf(account, tokenSize, 2)) return undefined
  const token = getTokenDecoder().decode(account.data)
  return token.state === AccountState.Uninitialized ? undefined : token
}

/** Reads a mint; undefined when the account is none. */
export function readMint(account: EncodedAccount): Mint | undefined {
  if (!isOf(account, mintSize, 1)) return undefined
  const mint = getMintDecoder().decode(account.data)
  return mint.isInitialized ? mint : undefined
}

/** Token-2022 pads every account to the size of a token account and then says in a byte what it is. */
function isOf(account: EncodedAccount, size: number, kind: number): boolean {
  const program = tokenPrograms[account.programAddress]
  if (program === undefined) return false
  const { data } = account
  return data.length === size || (program === 'spl-token-2022' && data.length > tokenSize && data[tokenSize] === kind)
}
