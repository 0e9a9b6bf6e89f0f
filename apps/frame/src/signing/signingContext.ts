import type { Approval, ApprovalRow, FrameChain } from '../types.js'

/** The context of a signature: network, account and requesting site. */
export type SigningContext = {
  readonly chain: FrameChain
  /** The address that signs. */
  readonly account: string
  /** The page that asks, as the browser names it. */
  readonly origin: string
}

/**
 * Returns the number of an EVM chain.
 *
 * @param chain - The chain.
 * @returns For example 1 for `eip155:1`.
 */
export function evmChainId(chain: FrameChain): number {
  return Number(chain.id.slice('eip155:'.length))
}

/**
 * Completes an approval with what every one says: the network with its id, and the account.
 *
 * @param context - Where it is signed.
 * @param approval - All that is special about it.
 * @returns The approval.
 */
export function toApproval(
  { chain, account }: SigningContext,
  approval: Pick<Approval, 'action' | 'title'> & Partial<Omit<Approval, 'network' | 'account'>>,
): Approval {
  const { danger = [], warnings = [], rows = [], details = [], needsSecondLook = danger.length > 0, ...rest } = approval
  const reference = chain.id.slice(chain.id.indexOf(':') + 1)
  // The chain id of an EVM network is meaningful to users; a genesis hash is not.
  const number = /^\d+$/.test(reference) ? ` (${reference})` : ''
  const network = `${chain.name}${number}${chain.isTestnet ? ', test network' : ''}`
  return { ...rest, danger, warnings, rows, details, network, account, needsSecondLook }
}

/** A row of an address. */
export function addressRow(label: string, value: string, tone?: 'danger' | 'warning'): ApprovalRow {
  return { label, value, form: 'address', ...(tone ? { tone } : {}) }
}

/** A row of the address that something of value goes to. */
export function receiverRow(label: string, value: string): ApprovalRow {
  return { ...addressRow(label, value), isReceiver: true }
}

/** A row of bytes or other code. */
export function codeRow(label: string, value: string): ApprovalRow {
  return { label, value, form: 'code' }
}
