import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { chain, context, other, usdc } from '../../../test/signingContext.js'
import type { SimulatedLog } from '../../chains/simulateCalls.js'
import { describeChanges } from './describeChanges.js'
import { checksummed } from './evmAddress.js'

const { account } = context
const unknown = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const tokens = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])
const countedItems = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const items = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])

function log(address: string, from: string, to: string, value: bigint): SimulatedLog {
  const args = { from: from as `0x${string}`, to: to as `0x${string}` }
  const topics = encodeEventTopics({ abi: tokens, eventName: 'Transfer', args }) as string[]
  return { address, topics, data: encodeAbiParameters([{ type: 'uint256' }], [value]) }
}
const shown = (...logs: SimulatedLog[]) =>
  describeChanges([{ isOk: true, logs }], account, chain).map(
    ({ label, value }) => `${label.replace(' (simulated)', '')}: ${value}`,
  )

describe('describeChanges', () => {
  it('adds up what leaves and what comes, from the registry, what leaves first', () => {
    expect(
      shown(
        log(usdc, other, account, 7_500_000n),
        log(usdc, account, other, 500_000n),
        log(coin, account, other, 10n ** 17n),
        log(coin, account, unknown, 10n ** 17n),
      ),
    ).toEqual(['You send: 0.2 ETH', 'You receive: 7 USDC'])
    // What leaves in equal numbers stays in the order in which it left.
    expect(shown(log(usdc, account, other, 1n), log(unknown, account, other, 1n))).toEqual([
      'You send: 0.000001 USDC',
      `You send: 1 units of ${checksummed(unknown)}`,
    ])
  })

  it('gives each of them a row of its own, with its direction, whatever the case of an address', () => {
    const rows = describeChanges(
      [
        { isOk: true, logs: [log(usdc.toLowerCase(), account, other, 3n * 10n ** 6n), log(coin, other, account, 2n)] },
        { isOk: true, logs: [log(usdc, account.toLowerCase(), other, 10n ** 6n), log(unknown, account, other, 1n)] },
      ],
      account.toLowerCase(),
      chain,
    )
    expect(rows).toEqual([
      { label: 'You send (simulated)', value: '4 USDC', form: 'sum', change: 'out' },
      { label: 'You send (simulated)', value: `1 units of ${checksummed(unknown)}`, form: 'sum', change: 'out' },
      { label: 'You receive (simulated)', value: '0.000000000000000002 ETH', form: 'sum', change: 'in' },
    ])
  })

  it('takes for a move only what is named like one, and for its sum the first word alone', () => {
    const moved = log(usdc, account, other, 10n ** 6n)
    const [, ...places] = moved.topics
    const renamed = { ...moved, topics: [`0x${'e1'.repeat(32)}`, ...places] }
    expect(shown(renamed, { ...moved, topics: [] })).toEqual(['Simulated result: Nothing of yours moves'])
    expect(shown({ ...moved, data: `${moved.data}${'ff'.repeat(32)}` })).toEqual(['You send: 1 USDC'])
    const upper = moved.topics.map((topic) => `0x${topic.slice(2).toUpperCase()}`)
    expect(shown({ ...moved, topics: upper })).toEqual(['You send: 1 USDC'])
    // A sum that is not there is none.
    expect(shown({ ...moved, data: '0x' })).toEqual(['Simulated result: Nothing of yours moves'])
  })

  it('says of an unknown token what it claims, in its smallest unit and under its address', () => {
    expect(shown(log(unknown, account, other, 12_345n))).toEqual([`You send: 12,345 units of ${checksummed(unknown)}`])
  })

  it('names a collectible by its number', () => {
    const args = { from: account as `0x${string}`, to: other as `0x${string}`, id: 42n }
    const topics = encodeEventTopics({ abi: items, eventName: 'Transfer', args }) as string[]
    expect(shown({ address: unknown, topics, data: '0x' })).toEqual([`You send: Item 42 of ${checksummed(unknown)}`])
  })

  /** An event of ERC-1155. */
  function counted(from: string, to: string, sent: Readonly<Record<string, bigint>>, isBatch = true): SimulatedLog {
    const args = { operator: other, from: from as `0x${string}`, to: to as `0x${string}` } as const
    const eventName = isBatch ? 'TransferBatch' : 'TransferSingle'
    const topics = encodeEventTopics({ abi: countedItems, eventName, args }) as string[]
    const [ids, values] = [Object.keys(sent).map(BigInt), Object.values(sent)]
    const data = isBatch
      ? encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values])
      : encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [ids[0] ?? 0n, values[0] ?? 0n])
    return { address: unknown, topics, data }
  }

  it('counts items of ERC-1155, alone and in a batch', () => {
    const of = `of ${checksummed(unknown)}`
    expect(shown(counted(account, other, { 7: 3n }, false))).toEqual([`You send: 3 × Item 7 ${of}`])
    expect(shown(counted(account, other, { 7: 1n, 8: 20n }), counted(other, account, { 9: 2n }))).toEqual([
      `You send: 20 × Item 8 ${of}`,
      `You send: Item 7 ${of}`,
      `You receive: 2 × Item 9 ${of}`,
    ])
    // What stands behind the lists is none of them.
    const batch = counted(account, other, { 7: 1n, 8: 20n })
    expect(shown({ ...batch, data: `${batch.data}${'0'.repeat(63)}5` })).toEqual([
      `You send: 20 × Item 8 ${of}`,
      `You send: Item 7 ${of}`,
    ])
    expect(shown(counted(other, unknown, { 7: 3n }), counted(account, account, { 7: 3n }))).toEqual([
      'Simulated result: Nothing of yours moves',
    ])
  })

  it.each(['0x', '0x12', `0x${'ff'.repeat(64)}`, `0x${'00'.repeat(96)}`])('does not fail on %s', (data) => {
    for (const isBatch of [true, false]) {
      const { topics, address } = counted(account, other, { 7: 3n }, isBatch)
      expect(() => shown({ address, topics, data })).not.toThrow()
    }
  })

  it.each([
    ['what moves between others', [log(usdc, other, unknown, 1n)]],
    ['what goes from the account to itself', [log(usdc, account, account, 1n)]],
    ['what comes back', [log(usdc, account, other, 5n), log(usdc, other, account, 5n)]],
    ['nothing', []],
  ])('says of %s that nothing moves', (_, logs) => {
    expect(shown(...logs)).toEqual(['Simulated result: Nothing of yours moves'])
  })

  /** A permission of the account, or one that it takes back. */
  const allowed = (address: string, amount: bigint, owner = account): SimulatedLog => ({
    address,
    topics: encodeEventTopics({
      abi: tokens,
      eventName: 'Approval',
      args: { owner: owner as `0x${string}`, spender: other },
    }) as string[],
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  })
  const collections = parseAbi([
    'event Approval(address indexed owner, address indexed approved, uint256 indexed id)',
    'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  ])
  const ofAll = (isAllowed: boolean): SimulatedLog => ({
    address: unknown,
    topics: encodeEventTopics({
      abi: collections,
      eventName: 'ApprovalForAll',
      args: { owner: account as `0x${string}`, operator: other },
    }) as string[],
    data: encodeAbiParameters([{ type: 'bool' }], [isAllowed]),
  })
  const ofItem: SimulatedLog = {
    address: unknown,
    topics: encodeEventTopics({
      abi: collections,
      eventName: 'Approval',
      args: { owner: account as `0x${string}`, approved: other, id: 42n },
    }) as string[],
    data: '0x',
  }
  const by = `by ${checksummed(other)}`

  it.each([
    ['a sum', [allowed(usdc, 5_000_000n)], [`5 USDC ${by}`]],
    ['all of a token', [allowed(usdc, 2n ** 256n - 1n)], [`Unlimited USDC ${by}`]],
    ['an item', [ofItem], [`Item 42 of ${checksummed(unknown)} ${by}`]],
    ['a whole collection', [ofAll(true)], [`Every item of ${checksummed(unknown)} ${by}`]],
    ['what is taken back', [allowed(usdc, 5n), allowed(usdc, 0n), ofAll(true), ofAll(false)], []],
    ['what others permit', [allowed(usdc, 5n, unknown)], []],
  ])('SEC-X-02 says what somebody else could take afterwards: %s', (_, logs, expected) => {
    const rows = describeChanges([{ isOk: true, logs }], account, chain)
    expect(rows[0]?.value).toBe('Nothing of yours moves')
    expect(rows.slice(1)).toEqual(expected.map((value) => ({ label: 'Others could take', value, tone: 'warning' })))
  })

  it('SEC-X-02 names everybody who could take, each with what was said last', () => {
    const permitted = (...logs: SimulatedLog[]) =>
      describeChanges([{ isOk: true, logs }], account, chain)
        .slice(1)
        .map(({ value }) => value)
    const third = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const to = (logged: SimulatedLog, whom: string): SimulatedLog => {
      const [kind = '', owner = '', , ...rest] = logged.topics
      return { ...logged, topics: [kind, owner, `0x${whom.slice(2).toLowerCase().padStart(64, '0')}`, ...rest] }
    }
    const sum = allowed(usdc, 5_000_000n)
    expect(permitted(sum, to(sum, third), allowed(usdc, 6_000_000n))).toEqual([`6 USDC ${by}`, `5 USDC by ${third}`])
    expect(permitted(ofAll(true), to(ofAll(true), third), ofAll(false))).toEqual([
      `Every item of ${checksummed(unknown)} by ${third}`,
    ])
    // One item is one person's at a time.
    expect(permitted(ofItem, to(ofItem, third))).toEqual([`Item 42 of ${checksummed(unknown)} by ${third}`])
    const nobody = `0x${'0'.repeat(40)}`
    expect(permitted(ofItem, to(ofItem, nobody))).toEqual([])
    expect(permitted(to(sum, nobody))).toEqual([])
    const endless = allowed(unknown, 2n ** 96n)
    expect(permitted(endless, allowed(usdc, 2n ** 96n - 1n))).toEqual([
      `Unlimited ${checksummed(unknown)} ${by}`,
      expect.stringMatching(/^[\d,.]+ USDC by/),
    ])
  })

  it('leaves out what a call logs that fails', () => {
    const calls = [{ isOk: false, logs: [log(usdc, account, other, 1n)] }]
    expect(describeChanges(calls, account, chain)).toEqual([
      { label: 'Simulated result', value: 'Nothing of yours moves' },
    ])
  })
})
