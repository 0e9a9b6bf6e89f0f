import type { Chain } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createFrameBitcoin } from './frameBitcoin.js'
import type { FrameProvider } from './frameProvider.js'
import { createFrameSolana } from './frameSolana.js'
import { addressOf, type FrameAccount } from './readUser.js'

/** The contract of a family over the frame, and beneath it the frame's own requests. */
export function familyProvider(
  namespace: Namespace,
  provider: FrameProvider,
  host: { readonly account: () => FrameAccount | undefined; readonly chains: () => readonly Chain[] },
): unknown {
  const { ask } = provider
  if (namespace === 'solana') return { ...provider, ...createFrameSolana(ask, () => addressOf(host.account())) }
  const chain = () => {
    const known = host.account()?.chainId
    const chain = host.chains().find(({ chainNamespace }) => chainNamespace === namespace)
    const chainId = known ?? chain?.caipNetworkId
    if (chainId) return chainId
    throw new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The embedded wallet serves no network of this family')
  }
  return { ...provider, ...createFrameBitcoin(ask, chain) }
}
