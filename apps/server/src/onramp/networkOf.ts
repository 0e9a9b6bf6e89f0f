import type { ChainId } from '@latchkey/protocol/caip'
import { onrampChains } from '@latchkey/protocol/onrampApi'

/** The name by which providers list a chain, or the id of the chain. */
export function networkOf(chainId: ChainId): string {
  return Object.entries(onrampChains).find(([, id]) => id === chainId)?.[0] ?? chainId
}
