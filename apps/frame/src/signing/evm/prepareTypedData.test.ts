import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, hashStruct, hashTypedData, maxUint160, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { context, other, usdc } from '../../../test/signingContext.js'
import { writeTime } from '../../dates.js'
import type { TypedData } from '../../worker/typedData.js'
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
        { label: 'To be used until', value: writeTime(1_893_456_000n) },
      ]),
    })
    // Half of the largest number takes as much as the whole.
    for (const value of [maxUint256, maxUint256 >> 1n, maxUint256 >> 100n, 1n << 127n, 1n << 96n])
      expect(prepare(permit(value))).toMatchObject({ headline: { text: 'Unlimited USDC' }, needsSecondLook: true })
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
    expect(approval.danger).not.toEqual([])
    expect(approval.needsSecondLook).toBe(true)
  })

  it('SEC-X-02 says what a shared account would do, and what it pays to the sender', () => {
    const names = ['to', 'value', 'data', 'operation', 'safeTxGas', 'baseGas', 'gasPrice', 'gasToken', 'refundReceiver']
    const typeOf: { readonly [name: string]: string } = {
      to: 'address',
      data: 'bytes',
      gasToken: 'address',
      refundReceiver: 'address',
    }
    const safe = (more: object) =>
      prepare({
        domain: { chainId: 31337, verifyingContract: other },
        primaryType: 'SafeTx',
        types: { SafeTx: names.map((name) => field(name, typeOf[name] ?? 'uint256')) },
        message: {
          ...Object.fromEntries(names.map((name) => [name, typeOf[name] === 'address' ? other : 0])),
          data: '0x',
          ...more,
        },
      })
    expect(safe({ value: '5000000000000000000' })).toMatchObject({ headline: { text: '5 ETH' }, danger: [] })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, maxUint256] })
    expect(safe({ to: usdc, data })).toMatchObject({
      title: 'Sign for a shared account',
      headline: { text: 'Unlimited USDC' },
      danger: [expect.stringMatching(/spend all/)],
      rows: expect.arrayContaining([{ label: 'Spender', value: other, form: 'address', tone: 'danger' }]),
    })
    expect(safe({ baseGas: '1000000000', gasPrice: '1000000000' })).toMatchObject({
      danger: [expect.stringMatching(/pays the sender/)],
      rows: expect.arrayContaining([{ label: 'Paid for sending it', value: other, form: 'address', tone: 'danger' }]),
    })
  })

  it('SEC-X-03 refuses data of another network', () => {
    expect(() => prepare({ ...permit(1n), domain: { ...domain, chainId: 1 } })).toThrow('another chain')
    expect(() => prepare({ ...permit(1n), domain: { ...domain, chainId: '0x1' } })).toThrow('another chain')
  })

  it('warns of data that is bound to no network', () => {
    const { chainId: _, ...free } = domain
    expect(prepare({ ...permit(1n), domain: free }).danger).toContainEqual(expect.stringMatching(/not bound/))
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

  it('SEC-X-01 refuses names that write the text of other types than those that are shown', () => {
    const message = { inner: { sum: '0x2a' } }
    const types = { Order: [field('inner', 'Inner')], Inner: [field('sum', 'uint256')] }
    expect(prepare({ domain, primaryType: 'Order', types, message }).rows).toContainEqual({
      label: 'inner › sum',
      value: '0x2a',
    })
    // The same bytes are signed, and what is within them would be shown as a number without a meaning.
    const within = hashStruct({ data: message.inner, primaryType: 'Inner', types })
    const forged = { 'Order(Inner inner)Inner': [field('sum', 'uint256')] }
    const data = { domain, primaryType: 'Order(Inner inner)Inner', types: forged, message: { sum: within } }
    expect(hashTypedData(data as Parameters<typeof hashTypedData>[0])).toBe(
      hashTypedData({ domain, primaryType: 'Order', types, message } as Parameters<typeof hashTypedData>[0]),
    )
    const swallowed = { A: [field('a,uint256 b', 'uint256')] }
    expect(() => prepare(data)).toThrow('no type')
    expect(() => prepare({ domain, primaryType: 'A', types: swallowed, message: { 'a,uint256 b': 1 } })).toThrow()
  })

  it('SEC-X-01 says a permit for a token only where the contract of that token is signed', () => {
    const EIP712Domain = [field('name', 'string'), field('chainId', 'uint256')]
    const data = permit(1n)
    expect(prepare({ ...data, types: { ...data.types, EIP712Domain } })).toMatchObject({
      title: 'Sign “Permit”',
      danger: [expect.stringMatching(/which contract/)],
      needsSecondLook: true,
    })
  })

  it('SEC-X-02 recognises a call that somebody else carries out in one’s name', () => {
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, maxUint256] })
    const meta = prepare({
      domain,
      primaryType: 'MetaTransaction',
      types: {
        MetaTransaction: [field('nonce', 'uint256'), field('from', 'address'), field('functionSignature', 'bytes')],
      },
      message: { nonce: 0, from: account, functionSignature: approve },
    })
    const forwarded = prepare({
      domain: { ...domain, name: 'Forwarder', verifyingContract: other },
      primaryType: 'ForwardRequest',
      types: {
        ForwardRequest: [
          field('from', 'address'),
          field('to', 'address'),
          field('value', 'uint256'),
          field('gas', 'uint256'),
          field('nonce', 'uint256'),
          field('data', 'bytes'),
        ],
      },
      message: { from: account, to: usdc, value: 0, gas: 100_000, nonce: 0, data: approve },
    })
    for (const approval of [meta, forwarded]) {
      expect(approval).toMatchObject({ headline: { text: 'Unlimited USDC' }, needsSecondLook: true })
      expect(approval.rows).toContainEqual({ label: 'Spender', value: other, form: 'address', tone: 'danger' })
      expect(approval.warnings).toContainEqual(expect.stringMatching(/carry this out in your name/))
    }
  })

  it('SEC-X-02 recognises offers in a tree, a permit for an item, and a fingerprint of what nobody sees', () => {
    const offers = prepare({
      domain: { ...domain, name: 'Seaport' },
      primaryType: 'BulkOrder',
      types: { BulkOrder: [field('tree', 'Order[2]')], Order: [field('offerer', 'address')] },
      message: { tree: [{ offerer: account }, { offerer: account }] },
    })
    const item = prepare({
      domain,
      primaryType: 'Permit',
      types: {
        Permit: [
          field('spender', 'address'),
          field('tokenId', 'uint256'),
          field('nonce', 'uint256'),
          field('deadline', 'uint256'),
        ],
      },
      message: { spender: other, tokenId: 7, nonce: 0, deadline: 1893456000 },
    })
    const root = prepare({
      domain: { ...domain, name: 'Market' },
      primaryType: 'Root',
      types: { Root: [field('root', 'bytes32')] },
      message: { root: `0x${'ab'.repeat(32)}` },
    })
    expect([offers, item, root].map(({ danger, needsSecondLook }) => [danger.length, needsSecondLook])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ])
    expect(item.rows).toContainEqual({ label: 'Item', value: '7' })
  })

  it('SEC-X-07 the receiver of a transfer by signature is compared with those that are known', () => {
    const { rows } = prepare({
      domain,
      primaryType: 'TransferWithAuthorization',
      types: {
        TransferWithAuthorization: [
          field('from', 'address'),
          field('to', 'address'),
          field('value', 'uint256'),
          field('validAfter', 'uint256'),
          field('validBefore', 'uint256'),
          field('nonce', 'bytes32'),
        ],
      },
      message: {
        ...{ from: account, to: other, value: 5_000_000, validAfter: 0, validBefore: 1893456000 },
        nonce: `0x${'00'.repeat(32)}`,
      },
    })
    expect(rows).toContainEqual({ label: 'To', value: other, form: 'address', isReceiver: true })
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
    expect(() => prepare(many)).toThrow('too many fields')
    expect(() => prepareTypedData(other, permit(1n), context)).toThrow('does not belong')
    expect(() => prepare({ ...permit(1n), primaryType: 'constructor' })).toThrow('no type')
  })
})
