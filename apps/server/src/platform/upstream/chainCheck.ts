import { type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { toHexChainId } from '@latchkey/protocol/rpc'
import type { NodeCall } from './answer.js'

/** How a node is asked which chain it is on, and what its answer says about that: nothing when it cannot be told. */
export type ChainCheck =
  | { call: NodeCall; isRight: (result: unknown) => boolean | undefined }
  | { path: string; isRight: (text: string) => boolean | undefined }

/** How the nodes of a chain are checked: by the id that the family's chains are named after. */
export function chainCheck(chainId: ChainId): ChainCheck {
  const { namespace, reference } = parseChainId(chainId)
  if (namespace === 'eip155') {
    const expected = BigInt(toHexChainId(chainId))
    return {
      call: { method: 'eth_chainId', params: [] },
      isRight: (result: unknown) =>
        typeof result === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(result) && BigInt(result) === expected,
    }
  }
  if (namespace === 'solana') {
    return {
      call: { method: 'getGenesisHash', params: [] },
      isRight: (result: unknown) => (typeof result === 'string' ? result.startsWith(reference) : false),
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
  return { path: '/cosmos/base/tendermint/v1beta1/node_info', isRight: (text: string) => isNetwork(text, reference) }
}

function isNetwork(text: string, reference: string): boolean | undefined {
  try {
    const info = JSON.parse(text) as { default_node_info?: { network?: unknown } } | null
    const network = info?.default_node_info?.network
    return typeof network === 'string' ? network === reference : undefined
  } catch {
    return undefined
  }
}
