import type { AccountFacts, Chain } from '@latchkey/core'
import {
  type AccountId,
  type ChainId,
  isAccountId,
  isChainId,
  isEvmAddress,
  type Namespace,
  parseAccountId,
} from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameUser } from '@latchkey/protocol/internal/frame'

/** One account of the embedded wallet. */
export type FrameAccount = {
  readonly namespace: Namespace
  readonly chainId: ChainId
  readonly account: AccountId
  /** All accounts of a family with several, this one first, with the wallet's facts of each. */
  readonly all?: readonly { readonly account: AccountId; readonly facts?: AccountFacts }[]
}

/** The chain in the format of the frame's requests: EVM chains by number. */
export function wireChainId(chain: Chain): number | string {
  return chain.chainNamespace === 'eip155' ? Number(chain.id) : chain.caipNetworkId
}

/** Parses the frame's account; validates its chain and address. */
export function readUser(user: FrameUser, asked: Namespace): FrameAccount {
  const text = String(user.chainId)
  const chainId = text.includes(':') ? text : `${asked}:${text}`
  const account = `${chainId}:${user.address}`
  const isFit = isChainId(chainId) && chainId.startsWith(`${asked}:`) && isAccountId(account)
  if (!isFit || (asked === 'eip155' && !isEvmAddress(user.address))) {
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'The embedded wallet returned a malformed response.')
  }
  return { namespace: asked, chainId, account }
}

/** The plain address of an account. */
export function addressOf(account: FrameAccount | undefined): string | undefined {
  return account && parseAccountId(account.account).address
}
