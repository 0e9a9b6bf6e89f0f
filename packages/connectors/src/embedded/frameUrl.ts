import type { Host } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'

type FrameOptions = { readonly url: URL; readonly projectId: string; readonly enableLogger: boolean }

/** The address of the wallet's page, with what it must know before anything is said. */
export function frameUrl(host: Host, options: FrameOptions, lastChain: ChainId | undefined): URL {
  const chains = host.chains()
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === lastChain) ?? chains[0]
  const url = new URL(options.url)
  const query = {
    projectId: options.projectId,
    chainId: chain?.caipNetworkId ?? 'eip155:1',
    version: '4',
    enableLogger: String(options.enableLogger),
    // Part of the published address; the frame asks the operator's nodes and never this one.
    rpcUrl: chain?.rpcUrls.default.http[0] ?? '',
  }
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url
}
