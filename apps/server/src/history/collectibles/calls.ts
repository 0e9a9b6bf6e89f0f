import { type Abi, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { NodeAnswer, NodeCall } from '../../platform/upstream/answer.js'
import type { Holding, ItemKey } from './createCollectibleTables.js'

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])

/** Asks how much of a holding an account has now. */
export function heldCall({ contract, tokenId, standard }: Holding, address: string): NodeCall {
  const id = BigInt(tokenId)
  return call(
    contract,
    standard === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [id] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [address as Hex, id] }),
  )
}

/** How much it is; none where the contract does not say. */
export function readHeld({ standard }: Holding, address: string, answer: NodeAnswer | undefined): bigint {
  if (standard === 'erc1155') return decode('balanceOf', answer) ?? 0n
  return decode('ownerOf', answer)?.toLowerCase() === address ? 1n : 0n
}

/** Asks both standards where a collectible is described; a contract knows one of them. */
export function uriCalls({ contract, tokenId }: ItemKey): [NodeCall, NodeCall] {
  const args = [BigInt(tokenId)] as const
  return [
    call(contract, encodeFunctionData({ abi, functionName: 'tokenURI', args })),
    call(contract, encodeFunctionData({ abi, functionName: 'uri', args })),
  ]
}

/** The token URI; undefined where the contract has none. */
export function readUri({ tokenId }: ItemKey, answers: readonly (NodeAnswer | undefined)[]): string | undefined {
  const [own, shared] = answers
  const found = decode('tokenURI', own) || decode('uri', shared)
  // ERC-1155 gives one address for all ids, with a place for the number.
  return found?.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))
}

function call(to: string, data: Hex): NodeCall {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

type Told = { ownerOf: Hex; balanceOf: bigint; tokenURI: string; uri: string }

function decode<name extends keyof Told>(functionName: name, answer: NodeAnswer | undefined): Told[name] | undefined {
  if (!answer?.ok || typeof answer.result !== 'string') return undefined
  try {
    return decodeFunctionResult({
      abi: abi as Abi,
      functionName: functionName as string,
      data: answer.result as Hex,
    }) as Told[name]
  } catch {
    return undefined
  }
}
