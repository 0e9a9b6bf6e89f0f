import type { Chain } from '../chains/chain.js'

/** One movement of an account: an amount of the native coin or of a token, in smallest units. */
export type AccountMovement = {
  readonly direction: 'in' | 'out' | 'self'
  readonly amount: bigint
  /** Absent: the native coin. */
  readonly token?: { readonly id: string; readonly decimals: number }
}

/** A transaction as one account sees it. */
export type AccountTransaction = {
  readonly hash: string
  /** Seconds since 1970; absent where no block holds it, and where the node does not know the time. */
  readonly minedAt?: number | undefined
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly from: string
  readonly to: string
  /** The fee paid by the account, in base units of the native coin. */
  readonly fee?: bigint | undefined
  readonly nonce?: number
  readonly movements: readonly AccountMovement[]
}

/** A page, newest first, and where the next begins; nothing after the last. */
export type AccountPage = { readonly transactions: readonly AccountTransaction[]; readonly next: string | undefined }

/** INTERFACE: reads the transactions of an account from the nodes of its chain, where no table of ours has them. */
export type HistoryReader = {
  /** The format of `next` in this family. */
  readonly place: RegExp
  /** Reads one page; rejects with an `UpstreamFault`. */
  page(chain: Chain, address: string, before: string | undefined): Promise<AccountPage>
}
