import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { one } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import type { NamespaceAdapter, TransactionOutcome } from '../namespace.js'
import { createSentTransactions, type SentTransaction } from './sentTransactions.js'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const transfer: SentTransaction = {
  hash: '0xaa',
  chainId,
  from: 'alice',
  to: 'bob',
  amount: '1',
  symbol: 'SOL',
  at: 1,
  status: 'pending',
}

/** A record over a chain on which transactions end as told. */
function record(end: () => Promise<TransactionOutcome>) {
  const adapter = {
    namespace: 'solana',
    waitForTransactionReceipt: end,
  } as Partial<NamespaceAdapter> as NamespaceAdapter
  const chain = { ...one, id: chainId.slice(7), chainNamespace: 'solana', caipNetworkId: chainId } as const
  const config = createConfig({ chains: [chain as never], namespaces: [adapter], storage: null })
  const sent = createSentTransactions(config)
  sent.add(transfer)
  return sent
}

describe('a transfer that was sent from this browser', () => {
  const replacement = (reason: 'repriced' | 'cancelled' | 'replaced') => ({
    status: 'confirmed' as const,
    blockNumber: 1n,
    replacement: { hash: '0xbb' as const, reason },
  })
  it.each([
    ['mined', { status: 'confirmed' as const, blockNumber: 1n }, 'confirmed', { status: 'confirmed' }],
    ['repriced', replacement('repriced'), 'confirmed', { status: 'confirmed', replacedBy: '0xbb' }],
    ['cancelled', replacement('cancelled'), 'failed', { status: 'replaced', replacedBy: '0xbb' }],
    ['replaced', replacement('replaced'), 'failed', { status: 'replaced', replacedBy: '0xbb' }],
  ])('%s is told as such', async (_, outcome, answer, kept) => {
    const sent = record(async () => outcome)
    expect(await sent.follow(transfer)).toBe(answer)
    expect(sent.list('alice')).toMatchObject([kept])
  })

  it.each([
    ['TRANSACTION_DROPPED', 'dropped'],
    ['TRANSACTION_REPLACED', 'replaced'],
    ['NO_RPC_URL', 'pending'],
  ] as const)('error: %s leaves it %s', async (code, status) => {
    const sent = record(async () => {
      throw new LatchkeyError(code, 'Told by the chain.')
    })
    await expect(sent.follow(transfer)).rejects.toMatchObject({ code })
    expect(sent.list('alice')).toMatchObject([{ hash: '0xaa', status }])
  })
})
