import { type ChainId, parseChainId } from '@latchkey/core'
import { useConfig } from './useConfig.js'
import { useConfigChains } from './useSnapshot.js'

/** The page's chains of one family, which is told by any of its chains; undefined while no family is wanted. */
export function useFamilyChains(chainId: ChainId | undefined): readonly ChainId[] | undefined {
  const chains = useConfigChains(useConfig())
  if (!chainId) return undefined
  const { namespace } = parseChainId(chainId)
  return chains.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
}
