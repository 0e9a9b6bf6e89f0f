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
  if (namespace === 'polkadot') {
    return {
      call: { method: 'chain_getBlockHash', params: [0] },
      isRight: (result: unknown) => (typeof result === 'string' ? result.startsWith(`0x${reference}`) : false),
    }
  }
  if (namespace === 'bip122') {
    return {
      path: '/block-height/0',
      isRight: (text: string) => (/^[0-9a-f]{64}\s*$/.test(text) ? text.startsWith(reference) : undefined),
    }
  }
  return familyOf(namespace).nodeCheck(reference)
}
