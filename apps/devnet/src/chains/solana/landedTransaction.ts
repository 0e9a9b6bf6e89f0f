import type { TransactionError } from './transactionError.js'
import type { UiTokenAmount } from './uiTokenAmount.js'

/** What an account of a transaction held of a token. */
export type TokenBalance = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly uiTokenAmount: UiTokenAmount
}

/** An instruction that a program called. */
export type InnerInstructions = {
  readonly index: number
  readonly instructions: readonly {
    readonly programIdIndex: number
    readonly accounts: readonly number[]
    readonly data: string
    readonly stackHeight: number
  }[]
}

/** The return data of a program. */
export type ReturnData = { readonly programId: string; readonly data: readonly [string, 'base64'] }

/** A transaction that is part of the chain, as JSON can keep it: amounts are decimal texts. */
export type LandedTransaction = {
  readonly signature: string
  readonly slot: number
  /** Seconds since 1970. */
  readonly blockTime: number
  /** Base64 of the transaction as it came over the wire. */
  readonly wire: string
  readonly error: TransactionError | null
  /** Lamports. */
  readonly fee: string
  /** Every key of it, the looked-up ones last: those that may be written, then the others. */
  readonly keys: readonly string[]
  readonly loaded: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  /** Lamports, in the order of the keys; so the next three. */
  readonly preBalances: readonly string[]
  readonly postBalances: readonly string[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  readonly logs: readonly string[]
  readonly innerInstructions: readonly InnerInstructions[]
  readonly computeUnits: number
  readonly returnData: ReturnData | null
}
