import { base58 } from '@scure/base'
import type { SolanaTrial } from '../src/chains/simulateSolana.js'
import { describeSolana } from '../src/signing/solana/describeSolana.js'
import { readSolanaTransaction } from '../src/signing/solana/solanaMessage.js'
import type { Approval } from '../src/types.js'
import { chain, context as evm } from './signingContext.js'
import { littleEndian, type RawInstruction, solanaMessageOf, solanaTransactionOf } from './solanaBytes.js'

/** One's own key, somebody else's, and a token's. */
export const [own, someone, mint] = [5, 9, 11].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
/** Their addresses. */
export const [me, you, coin] = [own, someone, mint].map((key) => base58.encode(key)) as [string, string, string]
/** The programs that are known, and one that is not. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  budget: 'ComputeBudget111111111111111111111111111111',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  oldMemo: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  strange: you,
} as const
const known = { address: coin, name: 'Harbour Coin', symbol: 'HBR', decimals: 2 }
/** Where tests sign for Solana. */
export const context = { ...evm, account: me, chain: { ...chain, id: 'solana:local', name: 'Solana', tokens: [known] } }
/** What a node says of a transaction that changes nothing. */
export const quiet: SolanaTrial = { sol: 0n, tokens: [], delegates: [], isHandedOver: false }
/** The row for it. */
export const nothing = { label: 'Simulated result', value: 'Nothing of yours moves' }

/** A call of a program by its name; the accounts 0 to 2 are one's own, somebody else's and the token's. */
export type Call = readonly [keyof typeof programs, readonly number[], readonly number[]]
/** A transaction of some calls. */
export function read(...calls: readonly Call[]): ReturnType<typeof readSolanaTransaction> {
  const raw = calls.map(
    ([, data, accounts], at): RawInstruction => ({ program: 3 + at, data: [...data], accounts: [...accounts] }),
  )
  const keys = [own, someone, mint, ...calls.map(([program]) => base58.decode(programs[program]))]
  return readSolanaTransaction(solanaTransactionOf(solanaMessageOf(keys, raw)))
}
/** What is shown of a transaction of some calls. */
export const show = (...calls: readonly Call[]): Approval =>
  describeSolana([{ ...read(...calls), trial: quiet }], context, true)
/** A payment of 1.5 SOL to somebody else. */
export const pay: Call = ['system', [2, 0, 0, 0, ...littleEndian(1_500_000_000n)], [0, 1]]
/** All bytes but the last. */
export const cut = (bytes: readonly number[]): readonly number[] => bytes.slice(0, -1)
