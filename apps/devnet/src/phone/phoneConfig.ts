import type { FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'

/** What the page of the phone is told. */
export type PhoneConfig = {
  relayUrl: string
  projectId?: string
  chains: readonly WalletChain[]
  families?: readonly FamilyWalletChain[]
}
