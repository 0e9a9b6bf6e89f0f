import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeCollectible } from './encodeCollectible.js'

const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const largest = 2n ** 256n - 1n

describe('encodeCollectible', () => {
  it.each([0n, 7n, largest])('behavior: writes ERC-721 and ERC-1155 as viem does, id %s', (id) => {
    const tokenId = id.toString()
    expect(encodeCollectible({ standard: 'erc721', tokenId }, { from, to, amount: 1n })).toBe(
      encodeFunctionData({
        abi: parseAbi(['function safeTransferFrom(address, address, uint256)']),
        functionName: 'safeTransferFrom',
        args: [from, to, id],
      }),
    )
    for (const amount of [1n, 12n, largest])
      expect(encodeCollectible({ standard: 'erc1155', tokenId }, { from, to, amount })).toBe(
        encodeFunctionData({
          abi: parseAbi(['function safeTransferFrom(address, address, uint256, uint256, bytes)']),
          functionName: 'safeTransferFrom',
          args: [from, to, id, amount, '0x'],
        }),
      )
  })

  it.each([
    ['erc721', 0n],
    ['erc721', 2n],
    ['erc1155', 0n],
    ['erc1155', largest + 1n],
  ] as const)('error: INVALID_AMOUNT for %s of %s', (standard, amount) => {
    expect(() => encodeCollectible({ standard, tokenId: '1' }, { from, to, amount })).toThrow(
      expect.objectContaining({ code: 'INVALID_AMOUNT' }),
    )
  })
})
