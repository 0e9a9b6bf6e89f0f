import fc from 'fast-check'
import { hashTypedData, maxUint160, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { context, other, usdc } from '../../test/signingContext.js'
import type { TypedData } from '../worker/typedData.js'
import { prepareTypedData } from './prepareTypedData.js'

const { account } = context
const field = (name: string, type: string) => ({ name, type })
const domain = { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: usdc }
const permit2Domain = {
  name: 'Permit2',
  chainId: 31337,
  verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
}
const prepare = (data: TypedData) => prepareTypedData(account, data, context).approval

const permit = (value: bigint): TypedData => ({
  domain,
  primaryType: 'Permit',
  types: {
    Permit: [
      field('owner', 'address'),
      field('spender', 'address'),
      field('value', 'uint256'),
      field('nonce', 'uint256'),
      field('deadline', 'uint256'),
    ],
  },
  message: { owner: account, spender: other, value: String(value), nonce: '0', deadline: '1893456000' },
})
const details = [
  field('token', 'address'),
  field('amount', 'uint160'),
  field('expiration', 'uint48'),
  field('nonce', 'uint48'),
]
const detail = (amount: bigint) => ({ token: usdc, amount: String(amount), expiration: '1893456000', nonce: '0' })

describe('prepareTypedData', () => {
  it('SEC-X-02 recognises a permit: who may spend, how much, until when', () => {
    expect(prepare(permit(1_500_000n))).toMatchObject({
      title: 'Allow spending of USDC',
      headline: { text: '1.5 USDC' },
      danger: [],
      rows: expect.arrayContaining([
        { label: 'Spender', value: other, form: 'address' },
        { label: 'To be used until', value: '2030-01-01 00:00 UTC' },
      ]),
    })
    expect(prepare(permit(maxUint256))).toMatchObject({ headline: { text: 'Unlimited USDC' }, needsSecondLook: true })
  })

  it.each([
    [
      'a permit of DAI',
      {
        domain,
        primaryType: 'Permit',
        types: {
          Permit: [
            field('holder', 'address'),
            field('spender', 'address'),
            field('nonce', 'uint256'),
            field('expiry', 'uint256'),
            field('allowed', 'bool'),
          ],
        },
        message: { holder: account, spender: other, nonce: 0, expiry: 0, allowed: true },
      },
    ],
    [
      'a permit of Permit2',
      {
        domain: permit2Domain,
        primaryType: 'PermitSingle',
        types: {
          PermitDetails: details,
          PermitSingle: [
            field('details', 'PermitDetails'),
            field('spender', 'address'),
            field('sigDeadline', 'uint256'),
          ],
        },
        message: { details: detail(maxUint160), spender: other, sigDeadline: '1893456000' },
      },
    ],
    [
      'several permits of Permit2, one of them endless',
      {
        domain: permit2Domain,
        primaryType: 'PermitBatch',
        types: {
          PermitDetails: details,
          PermitBatch: [
            field('details', 'PermitDetails[]'),
            field('spender', 'address'),
            field('sigDeadline', 'uint256'),
          ],
        },
        message: { details: [detail(1n), detail(maxUint160)], spender: other, sigDeadline: '1893456000' },
      },
    ],
    [
      'a transfer by Permit2 under another name',
      {
        domain: permit2Domain,
        primaryType: 'Hello',
        types: {
          TokenPermissions: [field('token', 'address'), field('amount', 'uint256')],
          Hello: [
            field('permitted', 'TokenPermissions'),
            field('spender', 'address'),
            field('nonce', 'uint256'),
            field('deadline', 'uint256'),
          ],
        },
        message: {
          permitted: { token: usdc, amount: String(maxUint256) },
          spender: other,
          nonce: 1,
          deadline: 1893456000,
        },
      },
    ],
    [
      'an offer on a market',
      {
        domain: permit2Domain,
        primaryType: 'OrderComponents',
        types: {
          Item: [field('token', 'address')],
          OrderComponents: [field('offerer', 'address'), field('offer', 'Item[]'), field('consideration', 'Item[]')],
        },
        message: { offerer: account, offer: [{ token: other }], consideration: [] },
      },
    ],
    [
      'a call of a shared account that hands it over',
      {
        domain: permit2Domain,
        primaryType: 'SafeTx',
        types: {
          SafeTx: [
            field('to', 'address'),
            field('value', 'uint256'),
            field('data', 'bytes'),
            field('operation', 'uint8'),
            field('safeTxGas', 'uint256'),
          ],
        },
        message: { to: other, value: 0, data: '0x', operation: 1, safeTxGas: 0 },
      },
    ],
  ])('SEC-X-02 says the danger of %s in red', (_, data) => {
    const approval = prepare(data)
    expect(approval.danger).toHaveLength(1)
    expect(approval.needsSecondLook).toBe(true)
  })

  it('SEC-X-03 refuses data of another network', () => {
    expect(() => prepare({ ...permit(1n), domain: { ...domain, chainId: 1 } })).toThrow('another chain')
    expect(() => prepare({ ...permit(1n), domain: { ...domain, chainId: '0x1' } })).toThrow('another chain')
  })

  it('warns of data that is bound to no network', () => {
    const { chainId: _, ...free } = domain
    expect(prepare({ ...permit(1n), domain: free }).warnings).toContainEqual(expect.stringMatching(/not bound/))
    const types = { ...permit(1n).types, EIP712Domain: [field('name', 'string')] }
    const approval = prepare({ ...permit(1n), types })
    expect(approval.warnings).toContainEqual(expect.stringMatching(/not bound/))
    expect(approval.details.some(({ label }) => label === 'Chain id')).toBe(false)
  })

  it('SEC-X-05 shows every field that is signed, none that is not, and nothing invisible', () => {
    const approval = prepare({
      domain,
      primaryType: 'Order',
      types: {
        Order: [
          field('maker', 'Person'),
          field('tags', 'string[]'),
          field('sums', 'uint256[2]'),
          field('raw', 'bytes'),
        ],
        Person: [field('name', 'string'), field('wallets', 'address[]')],
      },
      message: {
        maker: { name: 'An\u202ena', wallets: [other] },
        tags: ['a', 'b'],
        sums: [1, 2],
        raw: '0x1234',
        unsigned: 'Free gift!',
      },
    })
    const rows = Object.fromEntries(approval.rows.map(({ label, value }) => [label, value]))
    expect(rows).toMatchObject({
      'maker › name': 'An⟨U+202E⟩na',
      'maker › wallets 1': other,
      'tags 1': 'a',
      'tags 2': 'b',
      'sums 1': '1',
      'sums 2': '2',
      raw: '0x1234',
    })
    expect(JSON.stringify(approval)).not.toContain('Free gift')
  })

  it('SEC-X-01 the hash that is shown is the one that is signed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (value) => {
        const data = permit(value)
        const approval = prepare(data)
        expect(approval.details.find(({ label }) => label === 'Hash that is signed')?.value).toBe(
          hashTypedData(data as Parameters<typeof hashTypedData>[0]),
        )
      }),
    )
  })

  it('error: refuses more than a person can read, another account and a type that is missing', () => {
    const many = {
      domain,
      primaryType: 'A',
      types: { A: [field('list', 'uint8[]')] },
      message: { list: Array(501).fill(1) },
    }
    expect(() => prepare(many)).toThrow('more fields')
    expect(() => prepareTypedData(other, permit(1n), context)).toThrow('does not belong')
    expect(() => prepare({ ...permit(1n), primaryType: 'constructor' })).toThrow('no type')
  })
})
