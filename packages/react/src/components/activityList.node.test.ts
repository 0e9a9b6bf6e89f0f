import type { HistoryEntry, SentTransaction } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { accountStrings } from '../strings/accountStrings.js'
import { activityStrings } from '../strings/activityStrings.js'
import { groupActivity } from './activityList.js'
import { activityTitle } from './activityTitle.js'

const metadata: HistoryEntry['metadata'] = {
  operationType: 'send',
  hash: '0xaa',
  minedAt: '2026-03-15T12:00:00.000Z',
  sentFrom: '0x01',
  sentTo: '0x02',
  status: 'confirmed',
  nonce: 0,
  chain: 'eip155:1',
}
const entry = (hash: string, more: Partial<HistoryEntry['metadata']> = {}): HistoryEntry => ({
  id: hash,
  metadata: { ...metadata, hash, ...more },
  transfers: [],
})
const sent = (hash: string, more: Partial<SentTransaction> = {}): SentTransaction => ({
  hash,
  chainId: 'eip155:1',
  from: '0x01',
  to: '0x02',
  amount: '1',
  symbol: 'ETH',
  at: Date.parse('2026-03-15T12:30:00Z'),
  status: 'confirmed',
  ...more,
})
const shown = (...parameters: Parameters<typeof groupActivity>) =>
  groupActivity(...parameters).map(({ month, items }) => [month, items.map(({ key }) => key.split(' ')[1])])

describe('the list of transactions', () => {
  it('puts pending ones first, then months, newest first', () => {
    const entries = [
      entry('0x1'),
      entry('0x2', { minedAt: '2026-02-15T12:00:00.000Z' }),
      entry('0x3', { minedAt: '2025-02-15T12:00:00.000Z' }),
    ]
    const own = [sent('0x4', { status: 'pending', at: 5 }), sent('0x5')]
    expect(shown(entries, own, 'en')).toEqual([
      [undefined, ['0x4']],
      ['March 2026', ['0x5', '0x1']],
      ['February 2026', ['0x2']],
      ['February 2025', ['0x3']],
    ])
  })

  it('has each transaction once, and believes the service what came of it', () => {
    const [group, ...more] = groupActivity(
      [entry('0xAB', { status: 'failed' })],
      [sent('0xab', { status: 'pending' })],
      'en',
    )
    expect(more).toEqual([])
    expect(group?.items.map(({ status }) => status)).toEqual(['failed'])
    expect(shown([entry('0xab')], [sent('0xab', { chainId: 'eip155:10' })], 'en')[0]?.[1]).toHaveLength(2)
  })

  it('survives an invalid time', () => {
    expect(shown([entry('0x1', { minedAt: 'soon' })], [], 'en')).toEqual([[expect.stringContaining('19'), ['0x1']]])
  })
})

describe('what a transaction is called', () => {
  const ether = { name: 'Ether', symbol: 'ETH' }
  const coin = (numeric: string, direction: 'in' | 'out' | 'self') => ({
    fungible_info: ether,
    direction,
    quantity: { numeric },
  })
  const key = {
    nft_info: { name: 'Key #1', flags: { is_spam: false } },
    direction: 'in' as const,
    quantity: { numeric: '1' },
  }
  it.each([
    ['[S3-95] Received 1.5 ETH', 'receive', [coin('1.5', 'in')]],
    ['[S3-95] Minted Key #1', 'mint', [key]],
    ['Sent 1 ETH', 'send', [coin('1', 'self')]],
    ['Sent 1 ETH and 1 more', 'send', [coin('1', 'out'), coin('2', 'out')]],
    ['Swapped 1 ETH for Key #1', 'trade', [coin('1', 'out'), key]],
    ['Burned 1 ETH', 'burn', [coin('1', 'out')]],
    ['Approval', 'approve', []],
    ['Contract deployed', 'deploy', []],
    ['Transaction', 'something new', []],
  ])('%s', (title, operationType, transfers) => {
    const strings = { ...accountStrings, ...activityStrings }
    expect(activityTitle({ ...entry('0x1', { operationType }), transfers }, strings)).toBe(
      title.replace('[S3-95] ', ''),
    )
  })
})
