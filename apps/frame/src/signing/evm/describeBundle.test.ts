import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { chain, context, other, usdc } from '../../../test/signingContext.js'
import { describeBundle } from './describeBundle.js'

const { account } = context
const abi = parseAbi([
  'function approve(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function transferFrom(address,address,uint256)',
])
const endless = encodeFunctionData({ abi, functionName: 'approve', args: [other, 2n ** 255n] })
const some = encodeFunctionData({ abi, functionName: 'approve', args: [other, 5n] })
const ether = 10n ** 18n
const pay = { to: other, value: ether, data: '0x' }
const fee = { label: 'Network fee of each, at most', value: '0.00042 ETH', form: 'sum' }
const show = (calls: Parameters<typeof describeBundle>[0], trial?: Parameters<typeof describeBundle>[3]) =>
  describeBundle(calls, 420_000_000_000_000n, context, trial)

describe('describeBundle', () => {
  it('says of one call what it does', () => {
    expect(show([pay])).toEqual({
      action: 'Send 1 ETH',
      title: 'Send ETH',
      headline: { text: '1 ETH' },
      danger: [],
      warnings: [],
      rows: [
        { label: 'Send ETH', value: '1 ETH', form: 'sum' },
        { label: 'To', value: other, form: 'address', isReceiver: true },
        fee,
      ],
      details: [],
      grants: [],
      network: 'Harbour Chain (31337)',
      account,
      needsSecondLook: false,
    })
    expect(show([{ to: usdc, value: 0n, data: some }])).toMatchObject({ needsSecondLook: false })
  })

  it('numbers several, adds up what they send, and says each danger once', () => {
    const shown = show([pay, { to: usdc, value: 0n, data: endless }, { to: usdc, value: ether / 2n, data: endless }])
    expect(shown).toMatchObject({
      action: 'Send all 3',
      title: 'Send 3 transactions',
      headline: { text: '1.5 ETH' },
      danger: [expect.stringMatching(/spend all of your USDC/)],
      warnings: [expect.stringMatching(/^They are sent one after the other/)],
      needsSecondLook: true,
      grants: [
        { spender: other, token: usdc, amount: 2n ** 255n },
        { spender: other, token: usdc, amount: 2n ** 255n },
      ],
    })
    expect(shown.rows.map(({ label, value }) => [label, value])).toEqual([
      ['1. Send ETH', '1 ETH'],
      ['1. To', other],
      ['2. Allow spending of USDC', 'Unlimited USDC'],
      ['2. Spender', other],
      ['2. USD Coin contract', usdc],
      ['3. Allow spending of USDC', 'Unlimited USDC'],
      ['3. Spender', other],
      ['3. USD Coin contract', usdc],
      ['3. Sends with it', '0.5 ETH'],
      [fee.label, fee.value],
    ])
    expect(shown.details.map(({ label }) => label)).toEqual(['2. Data', '3. Data'])
    expect(show([pay, pay]).needsSecondLook).toBe(true)
  })

  it('has no sum where nothing is sent, and says the danger of one call', () => {
    const shown = show([{ to: usdc, value: 0n, data: endless }])
    expect(shown).not.toHaveProperty('headline')
    expect(shown).toMatchObject({ action: 'Allow spending', needsSecondLook: true })
    // Nothing is said of how much where a call has no sum.
    const revoked = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [other, false] })
    expect(show([{ to: usdc, value: 0n, data: revoked }]).rows[0]).toEqual({
      label: 'Revoke control of a collection',
      value: '',
      form: 'sum',
    })
  })

  it('warns of what moves for another account, and not of one’s own', () => {
    const warnings = (from: string) => {
      const args = [from as `0x${string}`, other, 5n] as const
      return show([{ to: usdc, value: 0n, data: encodeFunctionData({ abi, functionName: 'transferFrom', args }) }])
        .warnings
    }
    expect(warnings(account)).toEqual([])
    expect(warnings(usdc)).toEqual([expect.stringMatching(/tokens of another account/)])
  })

  it('says which call fails in the simulation, and what else moves', () => {
    const ok = { isOk: true, logs: [] }
    const failed = (...trial: Parameters<typeof describeBundle>[3] & {}) =>
      show([pay, pay], trial).warnings.filter((each) => each.startsWith('In the simulation'))
    expect(failed(ok, ok)).toEqual([])
    expect(failed({ ...ok, isOk: false }, ok)).toEqual(['In the simulation, call 1 fails.'])
    expect(failed(ok, { ...ok, isOk: false })).toEqual(['In the simulation, call 2 fails.'])
    expect(show([pay], [ok]).rows.slice(-2)).toEqual([
      { label: 'Simulated result', value: 'Nothing of yours moves' },
      fee,
    ])
  })

  it('numbers the coins of the network by its own decimals', () => {
    const at = { ...context, chain: { ...chain, nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 0 } } }
    expect(describeBundle([pay], 7n, at).rows.at(-1)).toEqual({ ...fee, value: '7 C' })
  })
})
