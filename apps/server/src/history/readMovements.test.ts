import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, pad, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ReadBlock } from './readBlocks.js'
import { readMovements } from './readMovements.js'
import { toEntries } from './toEntries.js'

const alice = `0x${'a1'.repeat(20)}` as const
const bob = `0x${'b0'.repeat(20)}` as const
const contract = `0x${'C0'.repeat(20)}` as const
const erc1155 = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const topicsOf = (topics: readonly unknown[]) => topics.filter((topic) => typeof topic === 'string')
const numbers = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )

const fungible = {
  address: contract,
  topics: topicsOf(encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: alice, to: bob } })),
  data: numbers(5n),
}

describe('the movements in logs', () => {
  it('reads ERC-20, ERC-721 and both events of ERC-1155', () => {
    const collectible = {
      address: contract,
      topics: topicsOf(
        encodeEventTopics({ abi: erc721Abi, eventName: 'Transfer', args: { from: alice, to: bob, tokenId: 7n } }),
      ),
      data: '0x',
    }
    const args = { operator: bob, from: alice, to: bob }
    const single = {
      address: contract,
      topics: topicsOf(encodeEventTopics({ abi: erc1155, eventName: 'TransferSingle', args })),
      data: numbers(8n, 2n),
    }
    const batch = {
      address: contract,
      topics: topicsOf(encodeEventTopics({ abi: erc1155, eventName: 'TransferBatch', args })),
      data: encodeAbiParameters(
        [{ type: 'uint256[]' }, { type: 'uint256[]' }],
        [
          [1n, 2n],
          [10n, 20n],
        ],
      ),
    }
    const own = { contract: contract.toLowerCase(), from: alice, to: bob }
    expect(readMovements([fungible, collectible, single, batch])).toEqual([
      { kind: 'erc20', ...own, amount: '5' },
      { kind: 'erc721', ...own, tokenId: '7', amount: '1' },
      { kind: 'erc1155', ...own, tokenId: '8', amount: '2' },
      { kind: 'erc1155', ...own, tokenId: '1', amount: '10' },
      { kind: 'erc1155', ...own, tokenId: '2', amount: '20' },
    ])
  })

  it.each([
    ['no topics', { topics: [] }],
    ['a sender that is no address', { topics: [fungible.topics[0] ?? '', pad(alice, { dir: 'right' }), pad(bob)] }],
    ['no amount', { data: '0x' }],
    ['an amount of zero', { data: numbers(0n) }],
    ['a collectible without a number', { topics: [...fungible.topics, '0x'] }],
    ['a collectible with a number of a megabyte', { topics: [...fungible.topics, `0x${'f'.repeat(1_000_000)}`] }],
    ['another event', { topics: [`0x${'12'.repeat(32)}`, ...fungible.topics.slice(1)] }],
    [
      'a batch without its lists',
      {
        topics: [`0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb`, pad(bob), pad(alice), pad(bob)],
      },
    ],
  ])('leaves out a log with %s', (_, change) => {
    expect(readMovements([{ ...fungible, ...change }])).toEqual([])
  })

  it('bounds what one transaction can make of one account', () => {
    const hash = `0x${'1'.repeat(64)}`
    const block: ReadBlock = {
      number: 1,
      hash,
      parentHash: hash,
      timestamp: 1,
      transactions: [{ hash, from: alice, to: contract, nonce: 0, value: 0n, input: '0x', transactionIndex: 0 }],
      receipts: [
        { transactionHash: hash, blockHash: hash, status: 1, logs: Array.from({ length: 5_000 }, () => fungible) },
      ],
    }
    expect(toEntries(block).map(({ address, movements }) => [address, movements.length])).toEqual([
      [alice, 50],
      [bob, 50],
    ])
  })

  it('tells every account of a transaction that reached thousands', () => {
    const hash = `0x${'1'.repeat(64)}`
    const to = (index: number) => `0x${(0x1000000 + index).toString(16).padStart(40, '0')}` as const
    const logs = Array.from({ length: 40_000 }, (_, index) => ({
      ...fungible,
      topics: [fungible.topics[0] ?? '', pad(to(index)), pad(to(index + 1))],
    }))
    const block: ReadBlock = {
      number: 1,
      hash,
      parentHash: hash,
      timestamp: 1,
      transactions: [{ hash, from: alice, to: contract, nonce: 0, value: 1n, input: '0x', transactionIndex: 0 }],
      receipts: [{ transactionHash: hash, blockHash: hash, status: 1, logs }],
    }
    const entries = toEntries(block)
    expect(entries).toHaveLength(40_003)
    expect(entries.slice(0, 4).map(({ address, movements }) => [address, movements.length])).toEqual([
      [alice, 1],
      [contract, 1],
      [to(0), 1],
      [to(1), 2],
    ])
  })
})
