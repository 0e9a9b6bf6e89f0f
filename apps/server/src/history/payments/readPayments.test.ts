import { expect, it } from 'vitest'
import type { ReadBlock } from '../readBlocks.js'
import { traceWires } from './readPayments.js'

const address = (name: string) => `0x${name.repeat(20)}`
const hash = (name: string) => `0x${name.repeat(32)}`
const block: ReadBlock = {
  number: 7,
  hash: hash('b7'),
  parentHash: hash('b6'),
  timestamp: 1,
  transactions: ['11', '22'].map((name, transactionIndex) => ({
    hash: hash(name),
    from: address('a1'),
    to: address('c1'),
    nonce: 1,
    value: 0n,
    input: '0x',
    transactionIndex,
  })),
  receipts: [],
}
const [debug, parity] = traceWires
const paid = { kind: 'native', from: address('c1'), to: address('d1'), amount: '5' }
const frame = { type: 'CALL', from: address('c1'), to: address('d1'), value: '0x5' }
const top = (...calls: object[]) => ({
  result: { type: 'CALL', from: address('a1'), to: address('c1'), value: '0x9', calls },
})
const action = (name: string, traceAddress: number[], more: object = {}) => ({
  type: 'call',
  blockHash: block.hash,
  transactionHash: hash(name),
  traceAddress,
  action: { callType: 'call', ...frame },
  ...more,
})

it('debug: transactions in their order, named or not, and one that the node gave up on', () => {
  const traces = [
    { txHash: hash('11').toUpperCase().replace('X', 'x'), ...top(frame) },
    { txHash: hash('22'), error: 'timeout' },
  ]
  expect([...(debug?.read(traces, block) ?? [])]).toEqual([
    [hash('11'), [paid]],
    [hash('22'), []],
  ])
  expect(debug?.read([top(frame), top({ ...frame, error: null }, { ...frame, error: 'out of gas' })], block)).toEqual(
    new Map([
      [hash('11'), [paid]],
      [hash('22'), [paid]],
    ]),
  )
})

it('debug: what nests deep is read without a stack, and what is paid to oneself or is nothing is left out', () => {
  let deep: object = frame
  for (let level = 0; level < 20_000; level++) deep = { type: 'DELEGATECALL', value: '0x5', calls: [deep] }
  const idle = [
    { ...frame, to: frame.from },
    { ...frame, value: '0x00' },
    { ...frame, value: undefined },
  ]
  expect(debug?.read([top(deep), top(...idle)], block).get(hash('11'))).toEqual([paid])
  expect(debug?.read([top(deep), top(...idle)], block).get(hash('22'))).toEqual([])
})

it.each([
  ['fewer transactions', [top()]],
  ['another transaction', [top(), { txHash: hash('33'), ...top() }]],
  ['an amount that is no number of the wire', [top(), top({ ...frame, value: '5' })]],
  ['no receiver', [top(), top({ ...frame, to: '0x1' })]],
  ['no list', { structLogs: [] }],
  ['calls that are no list', [top(), { result: { calls: 'many' } }]],
])('debug: refuses %s', (_, result) => {
  expect(() => debug?.read(result, block)).toThrow(TypeError)
})

it('parity: what is below an undone call is undone with it, and rewards are of no transaction', () => {
  const found = parity?.read(
    [
      action('11', []),
      action('11', [0], { error: 'Reverted' }),
      action('11', [0, 0]),
      action('11', [0, 0, 1]),
      action('11', [1]),
      action('11', [10]),
      action('22', [], { error: 'Reverted' }),
      action('22', [0]),
      { type: 'reward', blockHash: block.hash, transactionHash: null, traceAddress: [], action: {} },
    ],
    block,
  )
  expect([...(found ?? [])]).toEqual([
    [hash('11'), [paid, paid]],
    [hash('22'), []],
  ])
})

it.each([
  ['another block', [action('11', [], { blockHash: hash('b8') }), action('22', [])]],
  ['a transaction of another block', [action('11', []), action('22', []), action('33', [])]],
  ['a block without one of its transactions', [action('11', [])]],
  ['nothing', null],
])('parity: refuses %s', (_, result) => {
  expect(() => parity?.read(result, block)).toThrow(TypeError)
})
