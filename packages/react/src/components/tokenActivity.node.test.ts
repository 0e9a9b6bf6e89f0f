import type { HistoryEntry, HistoryTransfer, SentTransaction, TokenBalance } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { groupActivity } from './activityList.js'
import { tokenActivity } from './tokenActivity.js'

const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usdc: TokenBalance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  price: 1,
  iconUrl: '',
  quantity: { decimals: '6', numeric: '1' },
  address: `eip155:1:${contract}`,
}
const { address: _, ...coin } = { ...usdc, name: 'Ether', symbol: 'ETH' }

function entry(hash: string, info: HistoryTransfer['fungible_info'], chain = 'eip155:1' as const): HistoryEntry {
  return {
    id: hash,
    metadata: {
      operationType: 'receive',
      hash,
      minedAt: '2026-03-15T12:00:00.000Z',
      sentFrom: '0x01',
      sentTo: '0x02',
      status: 'confirmed',
      nonce: 0,
      chain,
    },
    transfers: [{ fungible_info: info, direction: 'in', quantity: { numeric: '1' } }],
  }
}
const sent = (hash: string, token?: string, chainId: SentTransaction['chainId'] = 'eip155:1'): SentTransaction => ({
  ...{ hash, chainId, from: '0x01', to: '0x02', amount: '1', symbol: 'USDC', at: 1, status: 'confirmed' },
  ...(token ? { token } : {}),
})

function found(entries: readonly HistoryEntry[], own: readonly SentTransaction[], token = usdc as TokenBalance) {
  const { groups, isBySymbol } = tokenActivity(groupActivity(entries, own), token)
  const hashes = groups.flatMap(({ items }) => items.map(({ key }) => key.split(' ')[1]))
  return [hashes.sort(), isBySymbol]
}

describe('the activity of one token', () => {
  it('behavior: is told apart by the contract, whatever another one calls itself', () => {
    const other = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F' as const
    const entries = [
      entry('0x1', { name: 'USD Coin', symbol: 'USDC', address: `eip155:1:${contract.toLowerCase()}` as const }),
      entry('0x2', { name: 'USD Coin', symbol: 'USDC', address: other }),
      entry('0x3', { name: 'USD Coin', symbol: 'USDC', address: null }),
    ]
    expect(found(entries, [])).toEqual([['0x1'], false])
  })

  it('behavior: the coin of the chain has no contract', () => {
    const entries = [
      entry('0x1', { name: 'Ether', symbol: 'ETH', address: null }),
      entry('0x2', { name: 'Ether', symbol: 'ETH', address: `eip155:1:${contract}` }),
    ]
    expect(found(entries, [sent('0x3'), sent('0x4', contract)], coin)).toEqual([['0x1', '0x3'], false])
  })

  it('behavior: what was sent from here counts by its contract and chain', () => {
    const own = [sent('0x1', contract.toLowerCase()), sent('0x2'), sent('0x3', contract, 'eip155:8453')]
    expect(found([], own)).toEqual([['0x1'], false])
  })

  it('behavior: a service that tells no contracts is believed about names, and it is said', () => {
    const entries = [
      entry('0x1', { name: 'USD Coin', symbol: 'USDC' }),
      entry('0x2', { name: 'Another', symbol: 'USDC' }),
      entry('0x3', { symbol: 'DAI' }),
      entry('0x4', null),
    ]
    expect(found(entries, [])).toEqual([['0x1'], true])
  })

  it('behavior: addresses of families that tell capital letters apart are compared with them', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const token = { ...usdc, chainId, address: `${chainId}:${mint}` } as const
    expect(found([], [sent('0x1', mint, chainId), sent('0x2', mint.toLowerCase(), chainId)], token)).toEqual([
      ['0x1'],
      false,
    ])
  })
})
