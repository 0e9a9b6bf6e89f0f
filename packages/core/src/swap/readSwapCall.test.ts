import { encodeFunctionData, encodePacked, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { alice, bob } from '../../test/chains.js'
import { readSwapCall } from './readSwapCall.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const later = 2_000_000_000n

/** Encodes a call by the signature that the router's own documents give. */
function call(signature: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
}

describe('readSwapCall', () => {
  it.each([
    [
      'v2 coin for tokens',
      call('swapExactETHForTokens(uint256,address[],address,uint256)', [5n, [weth, usdc], alice, later]),
      { receiver: alice, minimum: 5n, deadline: later, from: coin, to: usdc },
    ],
    [
      'v2 tokens for the coin',
      call('swapExactTokensForETH(uint256,uint256,address[],address,uint256)', [9n, 5n, [usdc, weth], alice, later]),
      { receiver: alice, minimum: 5n, amount: 9n, deadline: later, from: usdc, to: coin },
    ],
    [
      'v2 tokens with a fee on transfer',
      call('swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)', [
        9n,
        5n,
        [usdc, weth],
        bob,
        later,
      ]),
      { receiver: bob, minimum: 5n, amount: 9n, deadline: later, from: usdc, to: weth },
    ],
    [
      'v3 over a path',
      call('exactInput((bytes,address,uint256,uint256,uint256))', [
        [encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth]), alice, later, 9n, 5n],
      ]),
      {
        receiver: alice,
        minimum: 5n,
        amount: 9n,
        deadline: later,
        from: usdc.toLowerCase(),
        to: weth.toLowerCase(),
      },
    ],
    [
      '1inch',
      call('swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)', [
        bob,
        [usdc, coin, bob, alice, 9n, 5n, 0n],
        '0x',
      ]),
      { receiver: alice, minimum: 5n, amount: 9n, from: usdc, to: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' },
    ],
    [
      '0x',
      call('exec(address,address,uint256,address,bytes)', [
        bob,
        usdc,
        9n,
        bob,
        call('execute((address,address,uint256),bytes[],bytes32)', [[alice, weth, 5n], [], `0x${'0'.repeat(64)}`]),
      ]),
      { receiver: alice, minimum: 5n, amount: 9n, from: usdc, to: weth, settlers: [bob, bob] },
    ],
    [
      '0x, by the contract that settles',
      call('execute((address,address,uint256),bytes[],bytes32)', [[alice, weth, 5n], [], `0x${'0'.repeat(64)}`]),
      { receiver: alice, minimum: 5n, from: coin, to: weth, settlers: [] },
    ],
  ])('reads the promise of %s', (_, data, promise) => {
    expect(readSwapCall(data)).toEqual(promise)
  })

  it('reads what is unwrapped after a swap of v3, and for whom', () => {
    const swap = call('exactInput((bytes,address,uint256,uint256))', [
      [encodePacked(['address', 'uint24', 'address'], [usdc, 500, weth]), `0x${'0'.repeat(39)}2`, 9n, 0n],
    ])
    const unwrap = call('unwrapWETH9(uint256,address)', [5n, bob])
    expect(readSwapCall(call('multicall(uint256,bytes[])', [later, [swap, unwrap]]))).toMatchObject({
      receiver: bob,
      minimum: 5n,
      to: coin,
      deadline: later,
    })
    const more = call('multicall(bytes[])', [[swap, unwrap, swap]])
    expect(readSwapCall(more)).toBeUndefined()
  })

  describe('of SwapRouter02', () => {
    const path = encodePacked(['address', 'uint24', 'address'], [weth, 500, usdc])
    const swap = (amount: bigint) => call('exactInput((bytes,address,uint256,uint256))', [[path, alice, amount, 5n]])
    const wrap = (amount: bigint) => call('wrapETH(uint256)', [amount])
    const all = (...calls: readonly Hex[]) => readSwapCall(call('multicall(uint256,bytes[])', [later, calls]))

    it('reads the coin that is wrapped before a swap of what the router then holds', () => {
      const promise = { receiver: alice, minimum: 5n, amount: 9n, deadline: later, from: coin, to: usdc.toLowerCase() }
      expect(all(wrap(9n), swap(0n))).toEqual(promise)
      const pairs = call('swapExactTokensForTokens(uint256,uint256,address[],address)', [0n, 5n, [weth, usdc], alice])
      expect(all(wrap(9n), pairs)).toEqual({ ...promise, to: usdc })
    })

    it('reads a swap along pools of v2', () => {
      const args = [9n, 5n, [usdc, weth], alice] as const
      const pairs = call('swapExactTokensForTokens(uint256,uint256,address[],address)', args)
      expect(all(pairs)).toEqual({ receiver: alice, minimum: 5n, amount: 9n, deadline: later, from: usdc, to: weth })
    })

    it.each([
      ['takes tokens of the account beside the coin', [wrap(9n), swap(9n)]],
      ['wraps twice', [wrap(9n), wrap(9n), swap(0n)]],
      ['wraps and does nothing', [wrap(9n)]],
      ['wraps around another that takes tokens', [wrap(9n), call('multicall(bytes[])', [[wrap(1n), swap(0n)]])]],
      ['swaps twice', [swap(9n), swap(9n)]],
      ['ends with a call that is not known', [swap(9n), '0x12345678']],
    ] as const)('knows nothing of a call that %s', (_, calls) => {
      expect(all(...calls)).toBeUndefined()
    })
  })

  it.each([
    ['nothing', '0x'],
    ['another function', call('transfer(address,uint256)', [bob, 1n])],
    [
      '1inch over pools that it does not check',
      call('unoswap(uint256,uint256,uint256,uint256)', [BigInt(usdc), 9n, 5n, 1n << 250n]),
    ],
    ['a call that ends in the middle', call('unoswap(uint256,uint256,uint256,uint256)', [1n, 9n, 5n, 1n]).slice(0, 80)],
  ] as const)('knows nothing of %s', (_, data) => {
    expect(readSwapCall(data as Hex)).toBeUndefined()
  })
})
