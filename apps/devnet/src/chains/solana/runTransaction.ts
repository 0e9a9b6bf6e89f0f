import { base58 } from '@scure/base'
import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit'
import type { FailedTransactionMetadata, LiteSVM, TransactionMetadata } from 'litesvm'
import type { ReadAccount } from './accountView.js'
import type { InnerInstructions, LandedTransaction, ReturnData, TokenBalance } from './landedTransaction.js'
import { readMint, readTokenAccount } from './splAccounts.js'
import { readTransactionError, type TransactionError } from './transactionError.js'
import { uiTokenAmount } from './uiTokenAmount.js'
import type { WireTransaction } from './wireTransaction.js'

/** What a run says, whether it counts or not. */
export type RunReport = Pick<
  LandedTransaction,
  'logs' | 'innerInstructions' | 'computeUnits' | 'returnData' | 'fee'
> & {
  readonly error: TransactionError | null
}

/**
 * Runs a transaction and records all that nodes report of it. One that fails while it runs is part of the chain and pays its
 * fee; one that fails before leaves no trace.
 *
 * @param svm - The virtual machine.
 * @param read - Reads an account.
 * @param wire - The transaction.
 * @param slot - The slot it lands in.
 */
export function landTransaction(
  svm: LiteSVM,
  read: ReadAccount,
  wire: WireTransaction,
  slot: number,
): { readonly landed: LandedTransaction } | { readonly dropped: TransactionError } {
  const loaded = loadedKeys(wire, read)
  const keys = [...wire.staticKeys, ...loaded.writable, ...loaded.readonly]
  const before = holdings(keys, read)
  const result = svm.sendTransaction(wire.transaction)
  if (
    'err' in result &&
    result
      .meta()
      .signature()
      .every((byte) => byte === 0)
  ) {
    return { dropped: readTransactionError(result) }
  }
  const after = holdings(keys, read)
  const landed: LandedTransaction = {
    signature: wire.signature,
    slot,
    blockTime: Math.floor(Date.now() / 1000),
    wire: Buffer.from(wire.bytes).toString('base64'),
    keys,
    loaded,
    preBalances: before.balances,
    postBalances: after.balances,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    ...runReport(result),
  }
  return { landed }
}

/**
 * Runs a transaction without a trace.
 *
 * @param svm - The virtual machine.
 * @param wire - The transaction.
 * @param sigVerify - Whether its signatures have to be right.
 * @returns What it says, and the accounts as they would be; none after a failure.
 */
export function tryTransaction(
  svm: LiteSVM,
  wire: WireTransaction,
  sigVerify: boolean,
): RunReport & { readonly accounts: readonly EncodedAccount[] } {
  svm.withSigverify(sigVerify)
  try {
    const result = svm.simulateTransaction(wire.transaction)
    return 'err' in result
      ? { ...runReport(result), accounts: [] }
      : { ...runReport(result.meta()), accounts: result.postAccounts() }
  } finally {
    svm.withSigverify(true)
  }
}

function runReport(result: TransactionMetadata | FailedTransactionMetadata): RunReport {
  const failed = 'err' in result
  const meta = failed ? result.meta() : result
  return {
    error: failed ? readTransactionError(result) : null,
    logs: meta.logs(),
    innerInstructions: innerInstructions(meta),
    computeUnits: Number(meta.computeUnitsConsumed()),
    returnData: returnData(meta),
    // The machine has no other way to say its fee.
    fee: /fee: (\d+)/.exec(meta.toString())?.[1] ?? '0',
  }
}

function innerInstructions(meta: TransactionMetadata): InnerInstructions[] {
  return meta.innerInstructions().flatMap((called, index) => {
    if (called.length === 0) return []
    const instructions = called.map((inner) => {
      const instruction = inner.instruction()
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: base58.encode(Uint8Array.from(instruction.data())),
        stackHeight: inner.stackHeight(),
      }
    })
    return [{ index, instructions }]
  })
}

function returnData(meta: TransactionMetadata): ReturnData | null {
  const data = meta.returnData()
  const bytes = data.data()
  if (bytes.length === 0) return null
  const programId = base58.encode(Uint8Array.from(data.programId()))
  return { programId, data: [Buffer.from(bytes).toString('base64'), 'base64'] }
}

/** What comes before the addresses in a lookup table. @see https://solana.com/docs/advanced/lookup-tables */
const lookupTableHeader = 56

/** The keys that a transaction takes from lookup tables; none where a table is missing, which the machine then says. */
export function loadedKeys(
  wire: WireTransaction,
  read: ReadAccount,
): LandedTransaction['loaded'] & {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
} {
  const keyAt = (table: Address, index: number): readonly Address[] => {
    const start = lookupTableHeader + index * 32
    const bytes = Uint8Array.from(read(table)?.data ?? []).slice(start, start + 32)
    return bytes.length === 32 ? [getAddressDecoder().decode(bytes)] : []
  }
  return {
    writable: wire.lookups.flatMap(({ table, writable }) => writable.flatMap((index) => keyAt(table, index))),
    readonly: wire.lookups.flatMap(({ table, readonly }) => readonly.flatMap((index) => keyAt(table, index))),
  }
}

function holdings(keys: readonly Address[], read: ReadAccount): { balances: string[]; tokens: TokenBalance[] } {
  const tokens: TokenBalance[] = []
  const balances = keys.map((key, accountIndex) => {
    const account = read(key)
    const token = account && readTokenAccount(account)
    const mintAccount = token && read(token.mint)
    const mint = mintAccount && readMint(mintAccount)
    if (account && token && mint) {
      tokens.push({
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.programAddress,
        uiTokenAmount: uiTokenAmount(token.amount, mint.decimals),
      })
    }
    return String(account?.lamports ?? 0n)
  })
  return { balances, tokens }
}
