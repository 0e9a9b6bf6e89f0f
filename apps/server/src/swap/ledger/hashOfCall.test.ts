import { decodeFunctionData, encodeFunctionData, keccak256, pad, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { multicallOf } from '../pools/multicallOf.js'
import { hashOfCall } from './hashOfCall.js'

const [user, from, to] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`] as const
const swap = multicallOf({ user, from, to, amount: 5n } as never, { tokens: [from, to], fees: [3_000] } as never, {
  minimum: 4n,
  until: 1_900_000_000n,
})
const abi = parseAbi([
  'function multicall(uint256, bytes[]) payable',
  'function selfPermitIfNecessary(address, uint256, uint256, uint8, bytes32, bytes32) payable',
  'function wrapETH(uint256) payable',
])
const word = pad('0x1')
const permit = encodeFunctionData({
  abi,
  functionName: 'selfPermitIfNecessary',
  args: [from, 5n, 1_900_000_000n, 27, word, word],
})
const wrap = encodeFunctionData({ abi, functionName: 'wrapETH', args: [1n] })
const inner = (data: `0x${string}`, ...before: readonly `0x${string}`[]) => {
  const { args } = decodeFunctionData({ abi, data })
  const [until, calls] = args as readonly [bigint, readonly `0x${string}`[]]
  return encodeFunctionData({ abi, functionName: 'multicall', args: [until, [...before, ...calls]] })
}

describe('hashOfCall', () => {
  it('takes a swap behind a permit for the same swap', () => {
    expect(hashOfCall(swap)).toBe(keccak256(swap))
    expect(hashOfCall(inner(swap, permit))).toBe(keccak256(swap))
  })

  it('takes nothing else for the same', () => {
    for (const other of [inner(swap, wrap), inner(swap, permit, permit), inner(swap, wrap, permit)])
      expect(hashOfCall(other)).not.toBe(keccak256(swap))
    expect(hashOfCall(`${swap.slice(0, 10)}00` as `0x${string}`)).toBe(
      keccak256(`${swap.slice(0, 10)}00` as `0x${string}`),
    )
    expect(hashOfCall('0x')).toBe(keccak256('0x'))
  })
})
