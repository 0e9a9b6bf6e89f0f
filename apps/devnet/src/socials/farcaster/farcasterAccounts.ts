import type { Hex } from 'viem'
import { accounts } from '../../chains/evm/accounts.js'

/** An account of the local Farcaster that a person can choose on its page. */
export type FarcasterAccount = {
  /** The number that the registry knows it by. */
  fid: number
  /** What the list of accounts shows. */
  label: string
  userName: string
  /** What holds the number, by its place in the list of local keys. */
  custody: number
  /** A further key that signs for it instead. */
  signer?: number
  /** The registry does not know the key that signs. */
  isForged?: boolean
}

/** The accounts of the local Farcaster. */
export const farcasterAccounts: readonly FarcasterAccount[] = [
  { fid: 2001, label: 'Ada', userName: 'ada', custody: 4 },
  { fid: 2002, label: 'Bob, who signs with a further key', userName: 'bob', custody: 5, signer: 6 },
  { fid: 2001, label: 'Mal, who signs for Ada', userName: 'mal', custody: 4, signer: 7, isForged: true },
]

/** The key that an account signs with. */
export function signingKey({ custody, signer = custody }: FarcasterAccount): Hex {
  const key = accounts[signer]?.privateKey
  if (key === undefined) throw new RangeError('There is no such local key')
  return key
}
