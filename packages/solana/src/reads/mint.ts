import { LatchkeyError } from '@latchkey/protocol/errors'
import type { ChainAccount } from './chainAccounts.js'
import { token2022Program, tokenPrograms } from './programs.js'

/** What a transfer must know of a token. */
export type Mint = {
  readonly program: string
  readonly decimals: number
  /** How many bytes an account of this token has: extensions of the token ask for room in each. */
  readonly accountSize: number
}

const mintSize = 82
const accountSize = 165
/** Extensions of a mint for which each account of it gets room too, with the bytes of that, their 4 of type and length included. */
const roomFor: { readonly [type in number]?: number } = { 1: 12, 9: 4, 14: 5, 26: 4 }
/** The extension by which every associated account of Token-2022 stays with its owner. */
const immutableOwner = 4
const nonTransferable = 9
const transferHook = 14

/**
 * Reads the account of a token.
 *
 * @param account - The account at the token's address; undefined when there is none.
 * @returns What a transfer must know.
 * @throws LatchkeyError INVALID_ADDRESS when it is no token; INVALID_REQUEST when the token cannot be sent like this.
 * @see https://github.com/solana-program/token-2022
 */
export function readMint(account: ChainAccount | undefined): Mint {
  const { data } = account ?? { data: new Uint8Array() }
  const program = tokenPrograms.find((each) => each === account?.owner)
  const isOnlyMint = data.length === mintSize || (data.length > accountSize && data[accountSize] === 1)
  if (program === undefined || !isOnlyMint || data[45] !== 1)
    throw new LatchkeyError('INVALID_ADDRESS', 'There is no token at this address.')
  const decimals = data[44] ?? 0
  if (program !== token2022Program) return { program, decimals, accountSize }
  let room = 1 + immutableOwner
  for (const { type, value } of extensionsOf(data)) {
    if (type === nonTransferable)
      throw new LatchkeyError('INVALID_REQUEST', 'This token stays with its owner: it cannot be sent.')
    // The hook's own program says what it wants to be given, which only that program's clients know.
    if (type === transferHook && value.subarray(32).some((byte) => byte !== 0))
      throw new LatchkeyError('INVALID_REQUEST', 'This token runs a program of its own when it is sent.', {
        hints: ['Send it with the wallet itself.'],
      })
    room += roomFor[type] ?? 0
  }
  return { program, decimals, accountSize: accountSize + room }
}

function extensionsOf(data: Uint8Array): { type: number; value: Uint8Array }[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const found: { type: number; value: Uint8Array }[] = []
  // The extensions follow the size of an account, so that neither can be taken for the other, and a byte that says which it is.
  for (let at = accountSize + 1; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    const length = view.getUint16(at + 2, true)
    if (type === 0) break
    found.push({ type, value: data.subarray(at + 4, at + 4 + length) })
    at += 4 + length
  }
  return found
}
