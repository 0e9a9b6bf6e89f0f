import type { ChainId } from '@latchkey/protocol/caip'
import type { Hex } from 'viem'
import type { ApprovalText } from './approvalText.js'
import type { TransactionSummary } from './evm/transactionSummary.js'
import type { WalletChain } from './walletChain.js'

/** A network of another family than EVM, as the test wallets know it. */
export type FamilyWalletChain = { readonly chainId: ChainId; readonly url: string; readonly name: string }

/** The approval prompt of the wallet. */
export type ApprovalRequest = {
  /** The site that asks. */
  origin: string
  /** The network the wallet is on. */
  chain: WalletChain | FamilyWalletChain
  /** The account that is selected in the wallet. */
  account: string
} & (
  | { kind: 'connect'; accounts: readonly string[]; labels?: readonly string[] }
  | { kind: 'message'; text: string; raw: Hex }
  /** A transaction of another family than EVM, in the words of the wallet that decoded it. */
  | { kind: 'familyTransaction'; text: ApprovalText }
  | { kind: 'typedData'; typedData: { readonly [key: string]: unknown } }
  | { kind: 'transaction'; summary: TransactionSummary; data: Hex }
  | { kind: 'switchChain'; to: WalletChain }
  | { kind: 'addChain'; to: WalletChain }
  | { kind: 'watchAsset'; asset: { address: string; symbol: string; decimals: number } }
)
