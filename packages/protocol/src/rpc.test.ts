import { describe, expect, it } from 'vitest'
import { readMethods, subscriptionMethods, toHexChainId, writeMethods } from './rpc.js'

describe('toHexChainId', () => {
  it('writes the chain as wallets do: hex without leading zeros', () => {
    expect(toHexChainId('eip155:1')).toBe('0x1')
    expect(toHexChainId('eip155:31337')).toBe('0x7a69')
    expect(toHexChainId('eip155:11155111')).toBe('0xaa36a7')
  })
})

describe('method lists', () => {
  it('no method that changes something may be repeated, and none stands in two lists', () => {
    const all: readonly string[] = [...readMethods, ...writeMethods, ...subscriptionMethods]
    expect(new Set(all).size).toBe(all.length)
    expect(
      readMethods.filter((method) => /send|sign|account_|personal|wallet|subscribe|anvil|evm_/i.test(method)),
    ).toEqual([])
  })
})
