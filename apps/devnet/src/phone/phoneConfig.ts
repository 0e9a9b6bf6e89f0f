import type { FamilyWalletChain } from '../wallets/approvalRequest.js'
import type { WalletChain } from '../wallets/walletChain.js'

/** The configuration of the phone's page. */
export type PhoneConfig = {
  relayUrl: string
  projectId?: string
  chains: readonly WalletChain[]
  families?: readonly FamilyWalletChain[]
}
