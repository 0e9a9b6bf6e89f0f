import { describe, expect, it } from 'vitest'
import { context, other, usdc } from '../../../test/signingContext.js'
import type { TypedData } from '../../worker/typedData.js'
import { prepareTypedData } from './prepareTypedData.js'

const field = (name: string, type: string) => ({ name, type })
const prepare = (data: TypedData) => prepareTypedData(context.account, data, context).approval
const salt = `0x${'cd'.repeat(32)}`
const vote: TypedData = {
  types: {
    EIP712Domain: [
      field('name', 'string'),
      field('version', 'string'),
      field('chainId', 'uint256'),
      field('verifyingContract', 'address'),
      field('salt', 'bytes32'),
    ],
    Vote: [field('yes', 'bool')],
  },
  primaryType: 'Vote',
  domain: { name: 'Votes', version: '1', chainId: 31337, verifyingContract: other, salt },
  message: { yes: true },
}
const domainType = (name: string, type: string, value: unknown, more: TypedData['types'] = {}): TypedData => ({
  ...vote,
  types: { ...more, EIP712Domain: [field(name, type)], Vote: [field('yes', 'bool')] },
  domain: { [name]: value },
})
const unbound = 'This signature is not bound to one network: it may be used on others.'

describe('prepareTypedData', () => {
  it('SEC-X-01 shows what nobody recognises field by field, and each field of the domain in its place', () => {
    const { action, title, danger, warnings, rows, details, needsSecondLook, ...rest } = prepare(vote)
    expect({ action, title, danger, warnings, rows, needsSecondLook }).toEqual({
      action: 'Sign',
      title: 'Sign “Vote”',
      danger: [],
      warnings: [],
      rows: [
        { label: 'For', value: 'Votes' },
        { label: 'Contract', value: other, form: 'address' },
        { label: 'yes', value: 'true' },
      ],
      needsSecondLook: false,
    })
    expect(details).toEqual([
      { label: 'Version', value: '1' },
      { label: 'Chain id', value: '31337' },
      { label: 'Salt', value: salt, form: 'code' },
      { label: 'Hash that is signed', value: expect.stringMatching(/^0x[\da-f]{64}$/), form: 'code' },
    ])
    expect(rest).toEqual({ network: 'Harbour Chain (31337)', account: context.account })
    expect(prepareTypedData(context.account, vote, context).request).toEqual({
      kind: 'evmTypedData',
      data: vote,
      chainId: 31337,
    })
  })

  it('SEC-X-01 shows nothing of a domain that has nothing', () => {
    const { warnings, danger, rows, details } = prepare({
      ...vote,
      types: { EIP712Domain: [], Vote: [field('yes', 'bool')] },
      domain: {},
    })
    expect({ warnings, danger, rows, details: details.length }).toEqual({
      warnings: [unbound],
      danger: [],
      rows: [{ label: 'yes', value: 'true' }],
      details: 1,
    })
  })

  it('SEC-X-01 shows a domain that is signed alone, and nothing beside it', () => {
    const { title, rows } = prepare({ ...vote, primaryType: 'EIP712Domain', message: {} })
    expect({ title, rows }).toEqual({
      title: 'Sign “EIP712Domain”',
      rows: [
        { label: 'For', value: 'Votes' },
        { label: 'Contract', value: other, form: 'address' },
      ],
    })
    const { domain } = vote
    expect(prepare({ types: {}, primaryType: 'EIP712Domain', domain, message: {} }).rows).toEqual(rows)
  })

  it.each([
    ['name', 'string[]', ['a'], 'Domain › name 1'],
    ['name', 'Astring', { a: 7 }, 'Domain › name › a'],
    ['name', 'stringA', { a: 7 }, 'Domain › name › a'],
    ['version', 'string[]', ['a'], 'Domain › version 1'],
    ['version', 'Astring', { a: 7 }, 'Domain › version › a'],
    ['version', 'stringA', { a: 7 }, 'Domain › version › a'],
    ['verifyingContract', 'address[]', [other], 'Domain › verifyingContract 1'],
    ['verifyingContract', 'Aaddress', { a: 7 }, 'Domain › verifyingContract › a'],
    ['verifyingContract', 'addressA', { a: 7 }, 'Domain › verifyingContract › a'],
    ['salt', 'bytes32[]', [salt], 'Domain › salt 1'],
    ['salt', 'Abytes32', { a: 7 }, 'Domain › salt › a'],
    ['salt', 'bytes32A', { a: 7 }, 'Domain › salt › a'],
    ['salt', 'bytes', '0x12', 'Domain › salt'],
    ['chainId', 'int256', 31337, 'Domain › chainId'],
    ['toString', 'string', 'x', 'Domain › toString'],
    ['constructor', 'uint8', 1, 'Domain › constructor'],
  ])(
    'SEC-X-01 shows a domain field “%s” that is %s, which the standard does not define',
    (name, type, value, label) => {
      const own = { [type]: [field('a', 'uint8')] }
      const { rows, details } = prepare(domainType(name, type, value, /^(A|.*A$)/.test(type) ? own : {}))
      expect(rows.map((row) => row.label)).toEqual(['yes', label])
      expect(details.map((row) => row.label)).toEqual(['Hash that is signed'])
    },
  )

  it.each(['uint256', 'uint64', 'uint32'])('SEC-X-01 reads the number of a network as %s', (type) => {
    const { rows, details, warnings } = prepare(domainType('chainId', type, 31337))
    expect(rows).toEqual([{ label: 'yes', value: 'true' }])
    expect(details[0]).toEqual({ label: 'Chain id', value: '31337' })
    expect(warnings).toEqual([])
  })

  it('SEC-X-01 signs for a name, a version or a network that is empty or 0 what it shows', () => {
    const { rows, details } = prepare({ ...vote, domain: { ...vote.domain, name: '', version: '' } })
    expect(rows[0]).toEqual({ label: 'For', value: '' })
    expect(details[0]).toEqual({ label: 'Version', value: '' })
  })

  it('SEC-X-01 shows lists, bytes, and what a long path leads to', () => {
    const { rows } = prepare({
      ...vote,
      types: {
        ...vote.types,
        Vote: [
          field('none', 'uint8[]'),
          field('many', 'uint8[12]'),
          field('deep', 'uint8[2][1]'),
          field('hash', 'bytes32'),
          field('who', 'address'),
          field('text', 'string'),
        ],
      },
      message: { none: [], many: Array(12).fill(3), deep: [[1, 2]], hash: salt, who: usdc, text: 'a\u200bb' },
    })
    expect(rows.slice(2)).toEqual([
      { label: 'none', value: '(empty list)' },
      ...Array.from({ length: 12 }, (_, at) => ({ label: `many ${at + 1}`, value: '3' })),
      { label: 'deep 1 1', value: '1' },
      { label: 'deep 1 2', value: '2' },
      { label: 'hash', value: salt, form: 'code' },
      { label: 'who', value: usdc, form: 'address' },
      { label: 'text', value: 'a⟨U+200B⟩b' },
    ])
  })

  it.each([
    ['spender', 'address', true],
    ['Operator', 'address', true],
    ['spenders', 'uint8', false],
    ['cooperator', 'uint8', false],
  ])('SEC-X-02 a field “%s” gives a permission that has to name its contract', (name, type, isGrant) => {
    const { verifyingContract: _, ...free } = vote.domain
    const data = {
      ...vote,
      types: { Vote: [field('yes', 'bool'), field(name, type)] },
      message: { yes: true, [name]: type === 'address' ? other : 1 },
    }
    const words = 'This gives a permission without saying which contract it is for: others may use it.'
    const { danger, needsSecondLook } = prepare({ ...data, domain: free })
    expect({ danger, needsSecondLook }).toEqual({ danger: isGrant ? [words] : [], needsSecondLook: isGrant })
    expect(prepare({ ...data, domain: { ...free, verifyingContract: other } }).danger).toEqual([])
  })

  it('SEC-X-02 an order that names no contract or no network is red', () => {
    const fields = { sellToken: usdc, sellAmount: 5, buyToken: other, buyAmount: 7 }
    const types = {
      Order: Object.keys(fields).map((name) => field(name, name.endsWith('Token') ? 'address' : 'uint256')),
    }
    const danger = (domain: TypedData['domain']) =>
      prepare({ types, primaryType: 'Order', domain, message: fields }).danger
    expect(danger({ chainId: 31337, verifyingContract: other })).toEqual([])
    expect(danger({ chainId: 31337 })).toEqual([expect.stringMatching(/which contract/)])
    expect(danger({ verifyingContract: other })).toEqual([unbound])
  })

  it('SEC-X-01 error: signs for the account alone, in whatever case it is written', () => {
    expect(() => prepareTypedData(other, vote, context)).toThrow('does not belong')
    expect(prepareTypedData(context.account.toLowerCase(), vote, context).approval.title).toBe('Sign “Vote”')
  })
})
