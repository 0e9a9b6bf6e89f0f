import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { context, other, usdc } from '../../../test/signingContext.js'
import { address, details, end, type Field, field, kinds, safeWith, usdcRow } from '../../../test/typedDataKinds.js'
import type { ApprovalRow } from '../../types.js'
import type { TypedData } from '../../worker/typedData.js'
import { prepareTypedData } from './prepareTypedData.js'

const { account } = context
const domain = { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: usdc }
const dataOf = (fields: readonly Field[], types: TypedData['types'] = {}, own: TypedData['domain'] = domain) => ({
  domain: own,
  primaryType: 'Data',
  types: { ...types, Data: fields.map(([name, type]) => ({ name, type })) },
  message: Object.fromEntries(fields.map(([name, , value]) => [name, value])),
})
const prepare = (data: TypedData) => prepareTypedData(account, data, context).approval
const own: readonly ApprovalRow[] = [
  { label: 'For', value: 'USD Coin' },
  { label: 'Contract', value: usdc, form: 'address' },
]
const unrecognised = 'Sign “Data”'

describe('recognise', () => {
  it.each(kinds)('SEC-X-02 recognises %s, and says all of it', (_, { told, more = [], types, words, rows }) => {
    const approval = prepare(dataOf([...told, ...more], types))
    const { action, title, danger, warnings, headline, grants, needsSecondLook } = approval
    expect({ action, title, danger, warnings, headline, grants, needsSecondLook }).toEqual(words)
    // A permit of the contract's own token has named it.
    const isTold = grants?.some(({ token }) => token === usdc)
    expect(approval.rows).toEqual([...rows, ...own.slice(0, isTold ? 1 : 2)])
    expect(approval.rows).toContainEqual(expect.objectContaining({ value: usdc, form: 'address' }))
    for (const [field] of [...told, ...more])
      expect(approval.details.some(({ label }) => label === field || label.startsWith(`${field} `))).toBe(true)
  })

  it.each(
    kinds.flatMap(([name, { told, more = [], types }]) =>
      told.map(([missing]) => [name, missing, [...told, ...more].filter(([each]) => each !== missing), types] as const),
    ),
  )('SEC-X-02 takes nothing for %s that has no “%s”, and shows each of its fields', (_, __, fields, types) => {
    const approval = prepare(dataOf(fields, types))
    expect(approval).toMatchObject({ action: 'Sign', title: unrecognised })
    expect(approval.headline).toBeUndefined()
    expect(approval.grants).toBeUndefined()
    for (const [name] of fields)
      expect(approval.rows.some(({ label }) => label === name || label.startsWith(`${name} `))).toBe(true)
  })

  it.each(kinds.filter(([name]) => /token \(|DAI|EIP-3009|an item|itself/.test(name)))(
    'SEC-X-02 says nothing of a contract for %s where none is signed',
    (_, { told, more = [], types }) => {
      const { verifyingContract: __, ...free } = domain
      const approval = prepare(dataOf([...told, ...more], types, free))
      expect(approval.title).toBe(unrecognised)
      expect(approval.rows).not.toContainEqual(usdcRow)
    },
  )

  it('SEC-X-02 a contract that is no address is none', () => {
    const EIP712Domain = [field('chainId', 'uint256'), field('verifyingContract', 'uint256')]
    const [, { told }] = kinds[0] ?? ['', { told: [] }]
    const data = dataOf(told, { EIP712Domain }, { chainId: 31337, verifyingContract: 7 })
    expect(prepare(data).title).toBe(unrecognised)
  })

  it('SEC-X-02 a fingerprint beside other fields is shown with them', () => {
    const approval = prepare(
      dataOf([
        ['root', 'bytes32', `0x${'ab'.repeat(32)}`],
        ['round', 'uint256', 3],
      ]),
    )
    expect(approval.title).toBe(unrecognised)
    expect(approval.rows).toContainEqual({ label: 'round', value: '3' })
  })

  it('SEC-X-02 bytes that are text, and so no call, are shown as they are', () => {
    for (const fields of [
      [
        ['from', 'address', account],
        ['functionSignature', 'string', 'approve'],
      ],
      safeWith(['data', 'string', 'approve']),
    ] satisfies (readonly Field[])[])
      expect(prepare(dataOf(fields))).toMatchObject({ title: unrecognised, danger: [] })
  })

  it('SEC-X-02 says no time for a permission whose text names none', () => {
    const dai: readonly Field[] = [
      ['holder', 'address', account],
      ['spender', 'address', other],
      ['allowed', 'bool', true],
    ]
    expect(prepare(dataOf(dai)).rows).toEqual([address('Spender', other, 'danger'), usdcRow, own[0]])
    const single: readonly Field[] = [
      ['details', 'Details', { token: usdc, amount: 1 }],
      ['spender', 'address', other],
      ['sigDeadline', 'uint256', end],
    ]
    expect(prepare(dataOf(single, { Details: details.slice(0, 2) })).rows).toEqual([
      address('Spender', other),
      usdcRow,
      own[0],
    ])
  })

  it.each([true, false])(
    'SEC-X-02 says whose tokens a call by signature or a shared account moves (own: %s)',
    (isOwn) => {
      const shared = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
      const move = (from: string) =>
        encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from as `0x${string}`, other, 1n] })
      const words = 'It moves tokens of another account, which has allowed that.'
      const meta: readonly Field[] = [
        ['from', 'address', account],
        ['functionSignature', 'bytes', move(isOwn ? account : other)],
      ]
      const ofSafe = safeWith(['to', 'address', usdc], ['data', 'bytes', move(isOwn ? shared : account)])
      for (const { warnings } of [
        prepare(dataOf(meta)),
        prepare(dataOf(ofSafe, {}, { ...domain, verifyingContract: shared })),
      ])
        expect(warnings.includes(words)).toBe(!isOwn)
    },
  )

  it('SEC-X-02 says of tokens by Permit2 nothing where none are named', () => {
    const approval = prepare(
      dataOf(
        [
          ['details', 'Details[]', []],
          ['spender', 'address', other],
          ['sigDeadline', 'uint256', end],
        ],
        { Details: details },
      ),
    )
    expect(approval).toMatchObject({ title: 'Allow spending of 0 tokens', danger: [], grants: [] })
    expect(approval.rows).toEqual([address('Spender', other), ...own])
  })

  it.each([
    ['a permission', kinds[0], 'danger'],
    ['a permit for an item', kinds[7], 'danger'],
    ['a transfer by signature', kinds[6], 'warnings'],
  ] as const)('SEC-X-02 says of %s that is bound to no network that others may use it', (_, kind, where) => {
    const { chainId: __, ...free } = domain
    const approval = prepare(dataOf(kind?.[1].told ?? [], {}, free))
    const words = 'This signature is not bound to one network: it may be used on others.'
    expect(approval[where]).toContain(words)
    expect(approval[where === 'danger' ? 'warnings' : 'danger']).not.toContain(words)
  })
})
