import type { HistoryEntry, SentTransaction } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { mainnet } from '../../test/chains.js'
import { toCsv } from './activityCsv.js'

const entry = (symbol: string, more: Partial<HistoryEntry['metadata']> = {}): HistoryEntry => ({
  id: '1',
  metadata: {
    operationType: 'receive',
    hash: '0xaa',
    minedAt: '2026-03-15T12:00:00.000Z',
    sentFrom: '0x01',
    sentTo: '0x02',
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
    ...more,
  },
  transfers: [{ fungible_info: { symbol }, direction: 'in', quantity: { numeric: '1.5' } }],
})
const sent: SentTransaction = {
  hash: '0xbb',
  chainId: 'eip155:1',
  from: '0x02',
  to: '0x03',
  amount: '2',
  symbol: 'ETH',
  at: Date.parse('2026-03-16T12:00:00Z'),
  status: 'dropped',
}
const chains = [{ ...mainnet, caipNetworkId: 'eip155:1', name: 'Ethereum' }] as never
const head = 'Time,Network,Status,Kind,Direction,Amount,Asset,From,To,Fee,Fee asset,Transaction\r\n'

describe('activity as CSV', () => {
  it('has a line for each thing that moved, ended as RFC 4180 has it, and each fee once', () => {
    const [first] = entry('ETH').transfers
    const two = { ...entry('ETH', { fee: '0.001' }), transfers: first ? [first, first] : [] }
    expect(toCsv([two], [sent], chains)).toBe(
      [
        head,
        '2026-03-16T12:00:00.000Z,Ethereum,dropped,send,out,2,ETH,0x02,0x03,,,0xbb\r\n',
        '2026-03-15T12:00:00.000Z,Ethereum,confirmed,receive,in,1.5,ETH,0x01,0x02,0.001,ETH,0xaa\r\n',
        '2026-03-15T12:00:00.000Z,Ethereum,confirmed,receive,in,1.5,ETH,0x01,0x02,,,0xaa\r\n',
      ].join(''),
    )
  })

  it('has a line for each side of a swap that was sent from here', () => {
    const swapped: SentTransaction = { ...sent, status: 'pending', received: { amount: '5000', symbol: 'USDC' } }
    expect(toCsv([], [swapped], chains)).toBe(
      [
        head,
        '2026-03-16T12:00:00.000Z,Ethereum,pending,trade,out,2,ETH,0x02,0x03,,,0xbb\r\n',
        '2026-03-16T12:00:00.000Z,Ethereum,pending,trade,in,5000,USDC,0x02,0x03,,,0xbb\r\n',
      ].join(''),
    )
  })

  it('quotes what parts lines and cells', () => {
    expect(toCsv([entry('A,"B"\nC')], [], chains)).toContain(',"A,""B""\nC",')
  })

  it.each(['=HYPERLINK("http://evil.test")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])(
    'leaves no formula: %j',
    (symbol) => {
      const cell = `'${symbol}`
      const written = /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
      expect(toCsv([entry(symbol)], [], chains)).toContain(`,1.5,${written},`)
    },
  )
})
