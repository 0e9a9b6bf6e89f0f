import fc from 'fast-check'
import {
  encodeEventTopics,
  encodeFunctionData,
  hexToBytes,
  maxUint160,
  maxUint256,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { chain, context, other, usdc } from '../../../test/signingContext.js'
import { describeTransaction } from './describeTransaction.js'
import { type EvmTransaction, writeTransaction } from './evmTransaction.js'
import { knownSelectors } from './readCallData.js'

const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function temporaryApprove(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function approve(address,address,uint160,uint48)',
  'function upgradeTo(address)',
  'function upgradeToAndCall(address,bytes)',
  'function transferOwnership(address)',
])
const unknownToken = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

function transaction(change: Partial<EvmTransaction> = {}): EvmTransaction {
  return {
    chainId: 31337,
    nonce: 3,
    gas: 21_000n,
    fees: { maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n },
    to: other,
    value: 0n,
    data: new Uint8Array(),
    accessList: [],
    ...change,
  }
}
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
type Facts = NonNullable<Parameters<typeof describeTransaction>[2]>
function describeData(to: string, data: string, facts: Facts = {}) {
  return describeTransaction(writeTransaction(transaction({ to, data: bytesOf(data) })), context, facts)
}
const call = (name: string, args: readonly unknown[]) => encodeFunctionData({ abi, functionName: name, args } as never)

describe('describeTransaction', () => {
  it('rounds the fee up for reading, and has it whole among the details', () => {
    const fees = { maxFeePerGas: 1_000_000_007n, maxPriorityFeePerGas: 0n }
    const data = new Uint8Array()
    const plain = { chainId: 31337, nonce: 0, gas: 21_000n, fees, to: other, value: 1n, data, accessList: [] }
    const { rows, details } = describeTransaction(writeTransaction(plain), context)
    expect(rows.at(-1)?.value).toBe('0.0000211 ETH')
    expect(details[0]?.value).toBe('0.000021000000147 ETH')
    const dear = { ...plain, gas: 1n, fees: { gasPrice: 12_340_000_000_000_000_000n } }
    expect(describeTransaction(writeTransaction(dear), context).rows.at(-1)?.value).toBe('12.4 ETH')
    expect(rows.map(({ label }) => label)).toEqual(['To', 'Network fee, at most'])
  })

  it('says beside the exact amounts about how much they are worth, and first what changes hands', () => {
    const market = { coin: { price: 2_500, icon: 'data:coin' }, token: { price: 0.999, icon: 'data:token' } }
    const fees = { maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 0n }
    const base = { chainId: 31337, nonce: 0, gas: 21_000n, fees, to: other, accessList: [] }
    const paid = writeTransaction({ ...base, value: 10n ** 18n, data: new Uint8Array() })
    const payment = describeTransaction(paid, context, { market })
    expect(payment.headline).toEqual({ text: '1 ETH', fiat: '$2,500.00', icon: 'data:coin' })
    expect(payment.rows.at(-1)).toMatchObject({ value: '0.000021 ETH', fiat: '$0.05' })
    const data = hexToBytes(call('transfer', [other, 1_500_000n]))
    const moved = writeTransaction({ ...base, to: usdc, value: 0n, gas: 1n, data })
    const trial = [{ isOk: true, logs: [] }]
    const transfer = describeTransaction(moved, context, { market, trial: trial as never })
    expect(transfer.headline).toEqual({ text: '1.5 USDC', fiat: '$1.50', icon: 'data:token' })
    expect(transfer.rows.map(({ label }) => label).slice(0, 2)).toEqual(['Simulated result', 'To'])
    expect(transfer.rows.at(-1)?.fiat).toBe('< $0.01')
    const unknown = writeTransaction({ ...base, to: other, value: 0n, data })
    expect(describeTransaction(unknown, context, { market }).headline).toEqual({ text: '1,500,000 units' })
  })

  it('prices only a sum, by what it is a sum of, in the money that is asked for', () => {
    const coin = { price: 2_500, icon: 'data:coin' }
    const money = { currency: 'eur', rate: 0.5 }
    const shown = (change: Partial<EvmTransaction>, market: Partial<NonNullable<Facts['market']>>) =>
      describeTransaction(writeTransaction(transaction(change)), context, {
        market: { coin: {}, token: {}, ...market },
      })
    const headline = (...asked: Parameters<typeof shown>) => shown(...asked).headline
    expect(headline({ value: 10n ** 18n }, { coin, money })).toEqual({
      text: '1 ETH',
      fiat: '€1,250.00',
      icon: 'data:coin',
    })
    expect(headline({ value: 10n ** 18n }, { money })).toEqual({ text: '1 ETH' })
    const moved = { to: usdc, data: bytesOf(call('transfer', [other, 1_500_000n])) }
    expect(headline(moved, { coin })).toEqual({ text: '1.5 USDC' })
    expect(headline({ ...moved, to: usdc.toLowerCase() }, { coin, token: { price: 2 }, money })).toEqual({
      text: '1.5 USDC',
      fiat: '€1.50',
    })
    expect(headline({ ...moved, to: unknownToken }, { coin, token: { price: 2, icon: 'data:token' } })).toEqual({
      text: '1,500,000 units',
    })
    expect(headline({ to: undefined, data: new Uint8Array(2) }, { coin })).toEqual({ text: '2 bytes of code' })
    const revoked = { to: usdc, data: bytesOf(call('approve', [other, 0n])) }
    expect(headline(revoked, { coin })).toEqual({ text: 'No more spending' })
    const unread = { to: usdc, data: bytesOf('0xdeadbeef') }
    expect(headline(unread, { coin })).toBeUndefined()
    expect(headline({ ...unread, value: 1n }, { coin })).toMatchObject({ icon: 'data:coin' })
    expect(shown({}, { coin, money }).rows.at(-1)).toMatchObject({
      label: 'Network fee, at most',
      value: '0.00042 ETH',
      fiat: '€0.53',
    })
    expect(describeTransaction(writeTransaction(transaction()), context).rows.at(-1)?.fiat).toBeUndefined()
  })

  it('understands a call by its first words where bytes stand behind them, and else by all that there is', () => {
    const titleOf = (data: string) => describeData(unknownToken, data).title
    const more = '00'.repeat(32)
    const [one, counted] = [
      call('safeTransferFrom', [context.account, other, 7n, '0x12']),
      call('safeTransferFrom', [context.account, other, 7n, 3n, '0x12']),
    ]
    const several = call('safeBatchTransferFrom', [context.account, other, [7n], [1n], '0x'])
    for (const [data, words] of [
      [one, 4],
      [counted, 5],
      [several, 5],
    ] as const) {
      const least = data.slice(0, 10 + words * 64)
      for (const good of [data, least, `${data}${more}`]) expect(titleOf(good)).toBe('Send a collectible')
      for (const bad of [`${data}00`, data.slice(0, -2), least.slice(0, -64)])
        expect(titleOf(bad)).toBe('Call a contract')
    }
    expect(titleOf(`${call('upgradeToAndCall', [other, '0x12'])}${more}`)).toBe('Replace the code of a contract')
    for (const closed of [
      call('transfer', [other, 1n]),
      call('transferFrom', [other, context.account, 1n]),
      call('decreaseAllowance', [other, 1n]),
      call('safeTransferFrom', [context.account, other, 7n]),
    ]) {
      expect(titleOf(closed)).not.toBe('Call a contract')
      expect(titleOf(`${closed}${more}`)).toBe('Call a contract')
    }
    const item = describeData(unknownToken, counted)
    expect([item.headline?.text, item.rows[0]?.value, item.warnings]).toEqual(['3 × Item 7', other, []])
  })

  it('knows its functions by the selectors of their signatures', () => {
    const right = abi.map((item) => toFunctionSelector(item).slice(2))
    expect([...knownSelectors].sort()).toEqual([...new Set(right)].sort())
  })

  it.each([
    ['a payment', other, '0x', { action: 'Send 0 ETH', danger: [] }],
    [
      'a transfer',
      usdc,
      call('transfer', [other, 1_500_000n]),
      { action: 'Send 1.5 USDC', headline: { text: '1.5 USDC' } },
    ],
    [
      'an allowance',
      usdc,
      call('approve', [other, 5n]),
      { headline: { text: '0.000005 USDC' }, needsSecondLook: false },
    ],
    ['an allowance taken back', usdc, call('approve', [other, 0n]), { title: 'Revoke the permission for USDC' }],
    ['a higher limit', usdc, call('increaseAllowance', [other, 10n ** 6n]), { headline: { text: '+1 USDC' } }],
    ['a lower limit', usdc, call('decreaseAllowance', [other, 10n ** 6n]), { headline: { text: '−1 USDC' } }],
    ['a transfer from', usdc, call('transferFrom', [context.account, other, 1n]), { title: 'Move USDC', warnings: [] }],
    [
      'a collectible',
      unknownToken,
      call('safeTransferFrom', [context.account, other, 77n]),
      { headline: { text: 'Item 77' } },
    ],
  ])('reads %s', (_, to, data, words) => {
    expect(describeData(to, data)).toMatchObject(words)
  })

  it.each([
    ['an endless allowance', usdc, call('approve', [other, maxUint256])],
    ['an allowance that has no real end', usdc, call('approve', [other, 2n ** 255n])],
    ['an endless increase', usdc, call('increaseAllowance', [other, maxUint256])],
    ['control of a collection', unknownToken, call('setApprovalForAll', [other, true])],
    ['an endless Permit2 allowance', permit2, call('approve', [usdc, other, maxUint160, 281474976710655])],
    ['an upgrade', unknownToken, call('upgradeTo', [other])],
    ['an upgrade with a call', unknownToken, call('upgradeToAndCall', [other, '0x1234'])],
    ['a new owner', unknownToken, call('transferOwnership', [other])],
    ['tokens for their own contract', usdc, call('transfer', [usdc, 1n])],
    ['tokens for nobody', usdc, call('transfer', ['0x0000000000000000000000000000000000000000', 1n])],
    ['coins for a token’s contract', usdc, '0x'],
  ])('SEC-X-02 says the danger of %s in red and wants a second look', (_, to, data) => {
    const approval = describeData(to, data)
    expect(approval.danger).toHaveLength(1)
    expect(approval.needsSecondLook).toBe(true)
  })

  it('SEC-X-02 asks for a second look at bytes that cannot be read and leave somebody a permission', () => {
    const event = parseAbi(['event Approval(address indexed owner, address indexed spender, uint256 value)'])
    const args = { owner: context.account as `0x${string}`, spender: other as `0x${string}` }
    const logged = (amount: bigint) => [
      {
        isOk: true,
        logs: [
          {
            address: usdc,
            topics: encodeEventTopics({ abi: event, args }) as string[],
            data: toHex(amount, { size: 32 }),
          },
        ],
      },
    ]
    const within = describeData(usdc, '0xac9650d8', { trial: logged(maxUint256) })
    expect(within.rows).toContainEqual(
      expect.objectContaining({ value: `Unlimited USDC by ${other}`, tone: 'warning' }),
    )
    expect(within.needsSecondLook).toBe(true)
    expect(describeData(usdc, '0xac9650d8', { trial: logged(0n) }).needsSecondLook).toBe(false)
    // What can be read has said so itself.
    const known = describeData(usdc, call('approve', [other, 5n]), { trial: logged(5n) })
    expect(known.needsSecondLook).toBe(false)
  })

  it('SEC-X-02 takes no permission back that may be one for an item: where its number stands, others have a sum', () => {
    const nothing = call('approve', [other, 0n])
    expect(describeData(unknownToken, nothing)).toMatchObject({
      title: 'Change the permission for an unknown token',
      danger: ['If this is a collection, it lets the spender take item 0.'],
      needsSecondLook: true,
    })
    expect(describeData(unknownToken, call('approve', [other, 5n])).warnings).toContain(
      'If this is a collection, it lets the spender take item 5.',
    )
    // A collection has no decimals, and nobody may take what is allowed to the zero address.
    const claims = { [unknownToken.toLowerCase()]: { decimals: 18 } }
    const taken = [
      describeData(unknownToken, nothing, { claims }),
      describeData(unknownToken, call('approve', [`0x${'0'.repeat(40)}`, 0n])),
    ]
    for (const approval of taken) expect(approval).toMatchObject({ action: 'Revoke', danger: [] })
  })

  it.each([
    ['approve', [other, 1n]],
    ['temporaryApprove', [other, 1n]],
    ['increaseAllowance', [other, 1n]],
    ['setApprovalForAll', [other, true]],
    ['approve', [usdc, other, 1n, 1]],
    ['upgradeTo', [other]],
    ['transferOwnership', [other]],
  ])('SEC-X-02 shows %s in red where bytes stand behind its arguments, or its arguments are none', (name, args) => {
    const data = call(name, args)
    const red = expect.stringMatching(/named like a permission/)
    expect(describeData(usdc, data).danger).not.toContainEqual(red)
    for (const bent of [`${data}00`, `${data}${'00'.repeat(32)}`, data.slice(0, -2), data.slice(0, 10)]) {
      const approval = describeData(usdc, bent)
      expect([bent, approval.danger, approval.needsSecondLook]).toEqual([bent, expect.arrayContaining([red]), true])
    }
    expect(describeData(usdc, `${call('transfer', [other, 1n])}00`).danger).not.toContainEqual(red)
  })

  it('SEC-X-02 shows an upgrade with a call in red where its arguments are none, and not for what stands behind them', () => {
    const data = call('upgradeToAndCall', [other, '0x1234'])
    const red = [expect.stringMatching(/named like a permission/)]
    for (const bent of [data.slice(0, 10), data.slice(0, 74), `${data}00`])
      expect(describeData(unknownToken, bent)).toMatchObject({ danger: red, needsSecondLook: true })
    expect(describeData(unknownToken, `${data}${'00'.repeat(32)}`).danger).toEqual([expect.stringMatching(/new code/)])
  })

  it('SEC-X-04 takes decimals of an unknown token for what they are: a claim', () => {
    const approval = describeData(unknownToken, call('transfer', [other, 10n ** 18n]), {
      claims: { [unknownToken.toLowerCase()]: { decimals: 36 } },
    })
    expect(approval.headline?.text).toBe('1,000,000,000,000,000,000 units')
    expect(approval.rows).toContainEqual({ label: 'Decimals, as its contract claims', value: '36' })
    expect(approval.warnings[0]).toMatch(/not known here/)
    const lied = describeData(usdc, call('transfer', [other, 1_000_000n]), {
      claims: { [usdc.toLowerCase()]: { decimals: 0 } },
    })
    expect(lied.headline?.text).toBe('1 USDC')
  })

  it.each([
    ['an unknown function', '0xdeadbeef'],
    ['arguments too short', call('transfer', [other, 1n]).slice(0, -2)],
    ['arguments too long', `${call('transfer', [other, 1n])}00`],
    ['a word that is no address', call('transfer', [other, 1n]).replace('a9059cbb00', 'a9059cbb01')],
    ['a truth that is neither', `0xa22cb465${other.slice(2).toLowerCase().padStart(64, '0')}${'2'.padStart(64, '0')}`],
    ['three bytes', '0xa9059c'],
  ])('SEC-X-08 shows %s raw', (_, data) => {
    const approval = describeData(usdc, data)
    expect(approval.title).toBe('Call a contract')
    expect(approval.rows).toContainEqual({ label: 'Function', value: data.slice(0, 10), form: 'code' })
    expect(approval.details).toContainEqual({ label: 'Data', value: data, form: 'code' })
    expect(approval.warnings).toContainEqual(expect.stringMatching(/cannot be read/))
  })

  it('SEC-X-09 wants a second look at a fee far above the usual, and at most of the balance', () => {
    const unsigned = writeTransaction(transaction({ value: 9n * 10n ** 18n }))
    expect(describeTransaction(unsigned, context, { feeFactor: 5 }).needsSecondLook).toBe(false)
    expect(describeTransaction(unsigned, context, { feeFactor: 6 }).needsSecondLook).toBe(true)
    expect(describeTransaction(unsigned, context, { balance: 10n ** 19n }).needsSecondLook).toBe(true)
    expect(describeTransaction(unsigned, context, { balance: 10n ** 20n }).needsSecondLook).toBe(false)
    expect(describeTransaction(unsigned, context, { isReplacement: true }).needsSecondLook).toBe(true)
  })

  it('says that a contract is created', () => {
    const unsigned = writeTransaction(transaction({ to: undefined, data: new Uint8Array(2_000) }))
    expect(describeTransaction(unsigned, context)).toMatchObject({
      title: 'Create a contract',
      headline: { text: '2,000 bytes of code' },
    })
  })

  it('error: takes no transaction of another network, another kind or another form', () => {
    expect(() => describeTransaction(writeTransaction(transaction({ chainId: 1 })), context)).toThrow('another network')
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array([4, 0xc0]),
      new Uint8Array([2, 0xc0]),
      new Uint8Array([0xc0]),
    ]) {
      expect(() => describeTransaction(bytes, context)).toThrow('not well-formed')
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          describeTransaction(bytes, context)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_PARAMS' })
        }
      }),
    )
  })

  it('names the network with its id', () => {
    expect(describeTransaction(writeTransaction(transaction()), context).network).toBe('Harbour Chain (31337)')
    expect(
      describeTransaction(writeTransaction(transaction()), { ...context, chain: { ...chain, isTestnet: true } })
        .network,
    ).toMatch(/test network$/)
  })
})
