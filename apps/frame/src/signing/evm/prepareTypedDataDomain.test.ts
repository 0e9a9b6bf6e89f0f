import { describe, expect, it } from 'vitest'
import { context, other } from '../../../test/signingContext.js'
import type { TypedData } from '../../worker/typedData.js'
import { prepareTypedData } from './prepareTypedData.js'

const field = (name: string, type: string) => ({ name, type })
const prepare = (data: TypedData) => prepareTypedData(context.account, data, context).approval

describe('prepareTypedData', () => {
  it('SEC-X-01 shows every field of a domain, also those that no standard knows', () => {
    const EIP712Domain = [
      field('name', 'string'),
      field('chainId', 'uint256'),
      field('verifyingContract', 'bytes32'),
      field('salt', 'Rate'),
      field('spender', 'address'),
    ]
    const data: TypedData = {
      types: { EIP712Domain, Rate: [field('parts', 'uint8[]')], Vote: [field('yes', 'bool')] },
      primaryType: 'Vote',
      domain: {
        name: 'Votes',
        chainId: 31337,
        verifyingContract: `0x${'ab'.repeat(32)}`,
        salt: { parts: [7, 9] },
        spender: other,
        unsigned: 'nobody signs this',
      },
      message: { yes: true },
    }
    for (const shown of [prepare(data), prepare({ ...data, primaryType: 'EIP712Domain', message: {} })]) {
      const rows = [...(shown.rows ?? []), ...(shown.details ?? [])]
      expect(rows).toEqual(
        expect.arrayContaining([
          { label: 'Domain › verifyingContract', value: `0x${'ab'.repeat(32)}`, form: 'code' },
          { label: 'Domain › salt › parts 1', value: '7' },
          { label: 'Domain › salt › parts 2', value: '9' },
          { label: 'Domain › spender', value: other, form: 'address' },
        ]),
      )
      expect(JSON.stringify(rows)).not.toContain('nobody')
    }
    expect(prepare(data).rows).toEqual(
      expect.arrayContaining([{ label: 'Domain › spender', value: other, form: 'address' }]),
    )
  })

  it('SEC-X-01 refuses a domain of more fields than a person can read', () => {
    const EIP712Domain = [field('name', 'string'), field('parts', 'uint8[]')]
    const data = (parts: number): TypedData => ({
      types: { EIP712Domain, Vote: [field('yes', 'bool')] },
      primaryType: 'Vote',
      domain: { name: 'Votes', parts: Array(parts).fill(1) },
      message: { yes: true },
    })
    expect(prepare(data(499)).rows).toHaveLength(501)
    expect(() => prepare(data(500))).toThrow('too many fields to review')
  })
})
