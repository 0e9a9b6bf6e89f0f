import type { Address, Hex } from 'viem'
import type { TransactionSummary } from './transactionSummary.js'
import type { WalletChain } from './walletChain.js'

/** What the person at the wallet is asked to allow. */
export type ApprovalRequest = {
  /** The site that asks. */
  origin: string
  /** The network the wallet is on. */
  chain: WalletChain
  /** The account that is selected in the wallet. */
  account: Address
} & (
  | { kind: 'connect'; accounts: readonly Address[] }
  | { kind: 'message'; text: string; raw: Hex }
  | { kind: 'typedData'; typedData: { readonly [key: string]: unknown } }
  | { kind: 'transaction'; summary: TransactionSummary; data: Hex }
  | { kind: 'switchChain'; to: WalletChain }
  | { kind: 'addChain'; to: WalletChain }
  | { kind: 'watchAsset'; asset: { address: string; symbol: string; decimals: number } }
)
