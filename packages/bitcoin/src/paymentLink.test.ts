import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPaymentLink, writePaymentLink } from './paymentLink.js'

const chainId = 'bip122:000000000019d6689c085ae165831e93' as const
const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

describe('payment links of BIP-21', () => {
  it.each([
    [`bitcoin:${to}`, { to }],
    [`BITCOIN:${to.toUpperCase()}?AMOUNT=0.5`, { to: to.toUpperCase(), amount: 50_000_000n }],
    [`bitcoin:${to}?label=Luke-Jr&message=A%20gift&amount=20.3`, { to, amount: 2_030_000_000n }],
    [`bitcoin:${to}?amount=.00000001&lightning=lnbc1`, { to, amount: 1n }],
    [`bitcoin:${to}?amount=21000000`, { to, amount: 2_100_000_000_000_000n }],
    ['bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT', { to: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }],
  ])('reads %s', (link, payment) => expect(readPaymentLink(link)).toEqual(payment))

  it.each([
    ['what must be understood and is not', `bitcoin:${to}?req-somethingyoudontunderstand=50&amount=1`],
    ['the same in capitals', `bitcoin:${to}?REQ-pop=50`],
    ['an amount in both cases', `bitcoin:${to}?amount=1&AMOUNT=2`],
    ['no address', 'bitcoin:?amount=1'],
    ['an address with a wrong character', `bitcoin:${to.slice(0, -1)}p`],
    ['a comma', `bitcoin:${to}?amount=50,000.00`],
    ['an exponent', `bitcoin:${to}?amount=1e3`],
    ['below zero', `bitcoin:${to}?amount=-1`],
    ['a point alone', `bitcoin:${to}?amount=.`],
    ['less than a satoshi', `bitcoin:${to}?amount=0.000000001`],
    ['more than there will be', `bitcoin:${to}?amount=21000000.00000001`],
    ['an amount twice', `bitcoin:${to}?amount=1&amount=2`],
  ])('error: refuses %s', (_, link) => {
    expect(() => readPaymentLink(link)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
  })

  it('property: what was written is read again, to the satoshi', () => {
    fc.assert(
      fc.property(fc.option(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), { nil: undefined }), (amount) => {
        const asked = amount === undefined ? { to } : { to, amount }
        expect(readPaymentLink(writePaymentLink({ ...asked, chainId }))).toEqual(asked)
      }),
    )
  })

  it('error: writes no link that asks for a token', () => {
    const asked = { to, chainId, token: { address: to, decimals: 8 } } as const
    expect(() => writePaymentLink(asked)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
  })

  it('property: any text is a payment or a coded error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `bitcoin:${to}?${rest}`),
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
