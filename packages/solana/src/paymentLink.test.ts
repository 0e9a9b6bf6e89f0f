import { parseAmount } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPaymentLink, writePaymentLink } from './paymentLink.js'

const to = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

describe('transfer requests of Solana Pay', () => {
  it.each([
    [`solana:${to}`, { to }],
    [`solana:${to}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish`, { to, amount: 1_000_000_000n }],
    [`solana:${to}?amount=0.000000001`, { to, amount: 1n }],
    [`solana:${to}?amount=0.01&spl-token=${token}`, { to, token, amount: '0.01' }],
    [`solana:${to}?spl-token=${token}`, { to, token }],
  ])('reads %s', (link, payment) => expect(readPaymentLink(link)).toEqual(payment))

  it.each([
    ['a request for a transaction', 'solana:https%3A%2F%2Fexample.com%2Fpay'],
    ['a reference that would be lost', `solana:${to}?amount=1&reference=${token}`],
    ['a memo that would be lost', `solana:${to}?amount=1&memo=Order`],
    ['no address', 'solana:?amount=1'],
    ['an address that is too short', `solana:${to.slice(14)}`],
    ['a token by its symbol', `solana:${to}?amount=1&spl-token=USDC`],
    ['no digit before the point', `solana:${to}?amount=.5`],
    ['an exponent', `solana:${to}?amount=1e3`],
    ['below zero', `solana:${to}?amount=-1`],
    ['less than a lamport', `solana:${to}?amount=0.0000000001`],
    ['an amount twice', `solana:${to}?amount=1&amount=2`],
  ])('error: refuses %s', (_, link) => {
    expect(() => readPaymentLink(link)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
  })

  it('property: what was written is read again, of the coin and of a token', () => {
    const lamports = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(lamports, (amount) => {
        expect(readPaymentLink(writePaymentLink({ to, chainId, amount }))).toEqual({ to, amount })
        const asked = { to, chainId, token: { address: token, decimals: 6 }, amount }
        const read = readPaymentLink(writePaymentLink(asked))
        expect({ ...read, amount: parseAmount(String(read.amount), 6) }).toEqual({ to, token, amount })
      }),
    )
    expect(readPaymentLink(writePaymentLink({ to, chainId }))).toEqual({ to })
    expect(readPaymentLink(writePaymentLink({ to, chainId, token: { address: token, decimals: 6 } }))).toEqual({
      to,
      token,
    })
  })

  it('property: any text is a payment or a coded error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `solana:${to}?${rest}`),
        ),
        (link) => {
          try {
            expect(readPaymentLink(link).to).toBe(to)
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_REQUEST' })
          }
        },
      ),
    )
  })
})
