import type { Chain, EmbeddedNamespace } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
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
  if (!host.own) throw new LatchkeyError('INVALID_CONFIG', `The chain family ${namespace} is not set up.`)
  const made = await host.own.getProvider({
    ask: provider.ask,
    address: () => addressOf(host.account()),
    chainId() {
      const chain = host.chains().find(({ chainNamespace }) => chainNamespace === namespace)
      const chainId = host.account()?.chainId ?? chain?.caipNetworkId
      if (chainId) return chainId
      throw new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The embedded wallet serves no network of this family')
    },
  })
  return { ...provider, ...(made as object) }
}
