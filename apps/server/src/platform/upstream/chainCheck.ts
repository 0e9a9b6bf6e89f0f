import { type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { toHexChainId } from '@latchkey/protocol/rpc'
import { familyOf } from '../../families/families.js'
import type { NodeCheck } from './nodeCheck.js'

/** How the nodes of a chain are checked: by the id that the family's chains are named after. */
export function chainCheck(chainId: ChainId): NodeCheck {
  const { namespace, reference } = parseChainId(chainId)
  if (namespace === 'eip155') {
    const expected = BigInt(toHexChainId(chainId))
    return {
      call: { method: 'eth_chainId', params: [] },
      isRight: (result: unknown) =>
        typeof result === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(result) && BigInt(result) === expected,
    }
  }
  return familyOf(namespace).nodeCheck(reference)
}
