import type { PrivateKeyAccount } from 'viem/accounts'
import type { ApprovalRequest } from '../approvalRequest.js'
import type { Switches } from '../switches.js'
import type { WalletChain } from '../walletChain.js'
import type { WalletMemory } from './walletMemory.js'

type WithoutPlace<request> = request extends unknown ? Omit<request, 'origin' | 'chain' | 'account'> : never

/** The request, without the fields that the wallet fills in. */
export type Question = WithoutPlace<ApprovalRequest>

/** What the methods of the wallet may see and do. */
export type WalletContext = {
  origin: string
  keys: readonly PrivateKeyAccount[]
  switches(): Switches
  memory(): WalletMemory
  /** Every network it knows, added ones included. */
  chains(): readonly WalletChain[]
  chain(): WalletChain
  /** The addresses that the site may see, the selected one first; none without permission. */
  visible(): readonly string[]
  /** Asks the person; throws what the site gets when the answer is no. */
  confirm(question: Question): Promise<void>
  permit(permitted: boolean): void
  moveTo(chainId: number): void
  add(chain: WalletChain): void
  /** Runs one after another, so that two transactions never take the same number. */
  inTurn<value>(run: () => Promise<value>): Promise<value>
}
