import { decodeFunctionData, encodeFunctionData, type Hex, keccak256, parseAbi, toFunctionSelector } from 'viem'

const abi = parseAbi(['function multicall(uint256 deadline, bytes[] calls) payable'])
const multicall = toFunctionSelector('multicall(uint256,bytes[])')
const permits = ['selfPermit', 'selfPermitIfNecessary'].map((name) =>
  toFunctionSelector(`${name}(address,uint256,uint256,uint8,bytes32,bytes32)`),
)

/**
 * Names a call by its hash. A page may put the permit that its visitor signed before a swap of a router of SwapRouter02's kind: it is the
 * same swap.
 *
 * @param data - The data of the call.
 * @returns Keccak-256 of the call, without a permit that goes before it.
 */
export function hashOfCall(data: Hex): Hex {
  return keccak256(withoutPermit(data))
}

function withoutPermit(data: Hex): Hex {
  if (!data.startsWith(multicall)) return data
  try {
    const { args } = decodeFunctionData({ abi, data })
    const [deadline, [first, ...rest]] = args
    if (!permits.some((selector) => first?.startsWith(selector))) return data
    return encodeFunctionData({ abi, functionName: 'multicall', args: [deadline, rest] })
  } catch {
    return data
  }
}
