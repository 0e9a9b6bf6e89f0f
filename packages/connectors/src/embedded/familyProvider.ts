import type { Chain, EmbeddedNamespace } from '@latchkey/core'
import type { Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameProvider } from './frameProvider.js'
import { addressOf, type FrameAccount } from './readUser.js'

/** A family's provider over the frame, and the frame's own requests. */
export async function familyProvider(
  namespace: Namespace,
  provider: FrameProvider,
  host: {
    readonly account: () => FrameAccount | undefined
    readonly chains: () => readonly Chain[]
    /** The family's own part. */
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
      throw new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The embedded wallet supports no network of this family')
    },
  })
  return { ...provider, ...(made as object) }
}
