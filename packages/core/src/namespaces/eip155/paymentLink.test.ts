import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alice, bob } from '../../../test/chains.js'
import { readPaymentLink, writePaymentLink } from './paymentLink.js'

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })
const address = hex.map((digits) => `0x${digits}`)

describe('payment links of EIP-681', () => {
  it.each([
    [`ethereum:${bob}`, { to: bob }],
    [`ETHEREUM:pay-${bob}@8453`, { to: bob, chainId: 'eip155:8453' }],
    [`ethereum:${bob}?value=2.014e18`, { to: bob, amount: 2_014_000_000_000_000_000n }],
    [`ethereum:${bob}@1?value=1&gas=21000&gasLimit=21000&gasPrice=5e9`, { to: bob, chainId: 'eip155:1', amount: 1n }],
    [`ethereum:${bob}?value=.5e1`, { to: bob, amount: 5n }],
    [`ethereum:pay-my-friend.eth?value=0`, { to: 'my-friend.eth', amount: 0n }],
    [
      `ethereum:${alice}@10/transfer?address=${bob}&uint256=1.50e6`,
      { to: bob, chainId: 'eip155:10', token: alice, amount: 1_500_000n },
    ],
    [`ethereum:${alice}/transfer?uint256=7&address=${bob}&value=0`, { to: bob, token: alice, amount: 7n }],
    [`ethereum:${alice}/transfer?address=${bob}`, { to: bob, token: alice }],
  ])('reads %s', (link, payment) => expect(readPaymentLink(link)).toEqual(payment))

  it.each([
    ['another scheme', `bitcoin:${bob}`],
    ['no address', 'ethereum:'],
    ['a short address', `ethereum:${bob.slice(0, 41)}`],
    ['an address without its prefix', `ethereum:${bob.slice(2)}`],
    ['an address with a wrong checksum', `ethereum:${bob.replace('C', 'c')}`],
    ['a token with a wrong checksum', `ethereum:${alice.replace('C', 'c')}/transfer?address=${bob}&uint256=1`],
    ['a transfer to a wrong checksum', `ethereum:${alice}/transfer?address=${bob.replace('C', 'c')}&uint256=1`],
    ['two addresses', `ethereum:${bob}/${alice}`],
    ['a chain that is no number', `ethereum:${bob}@0x1`],
    ['the chain 0', `ethereum:${bob}@0`],
    ['a call', `ethereum:${bob}/approve?address=${alice}&uint256=1`],
    ['a transfer of a named token', `ethereum:usdc.eth/transfer?address=${bob}&uint256=1`],
    ['a transfer to nobody', `ethereum:${bob}/transfer?uint256=1`],
    ['a transfer with coins', `ethereum:${bob}/transfer?address=${alice}&uint256=1&value=1`],
    ['an unknown parameter', `ethereum:${bob}?value=1&data=0x`],
    ['a parameter twice', `ethereum:${bob}?value=1&value=2`],
    ['an amount below zero', `ethereum:${bob}?value=-1`],
    ['a part of a wei', `ethereum:${bob}?value=1.5`],
    ['a part of a wei by its exponent', `ethereum:${bob}?value=1.23e1`],
    ['an amount in hexadecimal', `ethereum:${bob}?value=0x10`],
    ['no amount after its name', `ethereum:${bob}?value=`],
    ['more than a word holds', `ethereum:${bob}?value=1e78`],
    ['a damaged escape', `ethereum:${bob}?value=%E0%A4`],
    ['a space', `ethereum:${bob}?value=1 `],
    ['an anchor', `ethereum:${bob}#x`],
    ['a second question mark', `ethereum:${bob}?value=1?value=2`],
    ['more than a code holds', `ethereum:${bob}?gas=${'1'.repeat(3000)}`],
  ])('error: refuses %s', (_, link) => {
    expect(() => readPaymentLink(link)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }))
  })

  it('property: what was written is read again, of the coin and of tokens', () => {
    const payment = fc.record(
      {
        to: address,
        chainId: fc.integer({ min: 1, max: 2 ** 45 }).map((id) => `eip155:${id}` as const),
        token: fc.record({ address, decimals: fc.constant(6) }),
        amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      },
      { requiredKeys: ['to', 'chainId'] },
    )
    fc.assert(
      fc.property(payment, ({ token, ...asked }) => {
        const link = writePaymentLink({ ...asked, ...(token ? { token } : {}) })
        expect(readPaymentLink(link)).toEqual({ ...asked, ...(token ? { token: token.address } : {}) })
      }),
    )
  })

  it('property: any text is a payment or a coded error', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `ethereum:${bob}${rest}`),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(text, (link) => {
        try {
          expect(readPaymentLink(link).to).toMatch(/^0x|\./)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_REQUEST' })
        }
      }),
    )
  })
})
