import type { Chain, EmbeddedNamespace } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createFrameBitcoin } from './frameBitcoin.js'
import type { FrameProvider } from './frameProvider.js'
import { addressOf, type FrameAccount } from './readUser.js'

/** The contract of a family over the frame, and beneath it the frame's own requests. */
export async function familyProvider(
  namespace: Namespace,
  provider: FrameProvider,
  host: {
    readonly account: () => FrameAccount | undefined
    readonly chains: () => readonly Chain[]
    /** What the family brings itself. */
    readonly own: EmbeddedNamespace | undefined
  },
): Promise<unknown> {
  const { ask } = provider
  if (host.own) {
    const made = await host.own.getProvider({ ask, address: () => addressOf(host.account()) })
    return { ...provider, ...(made as object) }
  }
  const chain = () => {
    const known = host.account()?.chainId
    const chain = host.chains().find(({ chainNamespace }) => chainNamespace === namespace)
    const chainId = known ?? chain?.caipNetworkId
    if (chainId) return chainId
    throw new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The embedded wallet serves no network of this family')
  }
  return { ...provider, ...createFrameBitcoin(ask, chain) }
}
