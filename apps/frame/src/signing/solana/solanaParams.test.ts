import { describe, expect, it } from 'vitest'
import { readSolanaParams } from './solanaParams.js'

const invalid = expect.objectContaining({ code: 'INVALID_PARAMS' })
const long = '1'.repeat(4_096)

describe('readSolanaParams', () => {
  it('reads a message and its account, alone or within a list, without other fields', () => {
    const read = (params: unknown) => readSolanaParams('solana_signMessage', params)
    for (const message of ['', '19AHJNPZakmz', long]) expect(read({ message })).toEqual({ message })
    expect(read([{ message: '2', pubkey: '3', foreign: 1 }])).toEqual({ message: '2', pubkey: '3' })
    for (const message of ['0', 'O', 'I', 'l', '1 ', ' 1', `${long}1`, 1, undefined])
      expect(() => read({ message })).toThrow(invalid)
    for (const bad of [undefined, '2', ['2'], { message: '2', pubkey: 'l' }]) expect(() => read(bad)).toThrow(invalid)
  })

  it('reads a transaction', () => {
    expect(readSolanaParams('solana_signTransaction', { transaction: '2' })).toEqual({ transaction: '2' })
    for (const bad of [{}, { transaction: 'l' }])
      expect(() => readSolanaParams('solana_signTransaction', bad)).toThrow(invalid)
  })

  it('reads one to a hundred transactions', () => {
    const read = (count: number) =>
      readSolanaParams('solana_signAllTransactions', { transactions: Array.from({ length: count }, () => '2') })
    expect([read(1), read(100)].map(({ transactions }) => transactions.length)).toEqual([1, 100])
    for (const count of [0, 101]) expect(() => read(count)).toThrow(invalid)
    expect(() => readSolanaParams('solana_signAllTransactions', {})).toThrow(invalid)
  })

  it('reads how a transaction is sent', () => {
    const read = (options: unknown) => readSolanaParams('solana_signAndSendTransaction', { transaction: '2', options })
    const whole = { skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0, minContextSlot: 0 }
    expect(read({ ...whole, foreign: 1 })).toEqual({ transaction: '2', options: whole })
    expect([read({}), read(undefined)]).toMatchObject([{ options: {} }, { transaction: '2' }])
    for (const bad of [
      { skipPreflight: 1 },
      { preflightCommitment: 'final' },
      { maxRetries: -1 },
      { maxRetries: 0.5 },
      { minContextSlot: -1 },
      { minContextSlot: 0.5 },
      [],
    ])
      expect(() => read(bad)).toThrow(invalid)
    expect(() => readSolanaParams('solana_signAndSendTransaction', {})).toThrow(invalid)
  })
})
