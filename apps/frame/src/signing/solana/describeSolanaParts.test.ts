import { describe, expect, it } from 'vitest'
import { littleEndian } from '../../../test/solanaBytes.js'
import {
  type Call,
  coin,
  context,
  cut,
  me,
  nothing,
  pay,
  quiet,
  read,
  show,
  someone,
  you,
} from '../../../test/solanaCalls.js'
import type { SolanaTrial } from '../../chains/simulateSolana.js'
import { describeSolana } from './describeSolana.js'

const address = (label: string, value: string, tone?: 'danger' | 'warning') => ({
  label,
  value,
  form: 'address',
  ...(tone ? { tone } : {}),
})
const receiver = (label: string, value: string) => ({ ...address(label, value), isReceiver: true })

describe('a transaction of Solana without calls', () => {
  it('is one that does nothing', () => {
    const shown = show()
    expect(shown).toMatchObject({
      action: 'Send',
      title: 'Send a transaction',
      rows: [nothing],
      warnings: [],
      danger: [],
    })
    expect(shown.headline).toBeUndefined()
  })
})

describe('what several calls of Solana do', () => {
  const close: Call = ['token', [9], [2, 0]]

  it('is numbered, each with its sum', () => {
    const shown = show(pay, close)
    expect(shown).toMatchObject({ action: 'Send', title: 'Send a transaction' })
    expect(shown.headline).toBeUndefined()
    expect(shown.rows).toEqual([
      { label: '1. Send SOL', value: '1.5 SOL', form: 'sum' },
      receiver('1. To', you),
      address('1. From', me),
      { label: '2. Close a token account', value: '', form: 'sum' },
      address('2. Token account', coin),
      receiver('2. What is left goes to', me),
      nothing,
    ])
  })

  it('says a warning and a danger once', () => {
    const give: Call = ['system', [1, 0, 0, 0, ...someone], [0]]
    const strange: Call = ['strange', [1], [0]]
    const shown = show(give, give, strange, strange)
    expect([shown.danger.length, shown.warnings.length]).toEqual([1, 1])
  })

  it('wants a second look where one of them cannot be read, or one of them hands an account over', () => {
    expect(show(pay, ['strange', [1], [0]]).needsSecondLook).toBe(true)
    const [one, two] = [true, false].map((isHandedOver) => ({ ...read(pay), trial: { ...quiet, isHandedOver } }))
    expect(one && two && describeSolana([one, two], context, false).danger).toEqual([
      expect.stringMatching(/hands an account/),
    ])
  })

  it('is told of each transaction, with what each would do', () => {
    const trial: SolanaTrial = { ...quiet, sol: -5_000n }
    const shown = describeSolana(
      [
        { ...read(pay), trial },
        { ...read(close), trial: quiet },
      ],
      context,
      false,
    )
    expect(shown).toMatchObject({
      action: 'Sign all 2',
      title: 'Sign 2 transactions',
      danger: [],
      warnings: [],
      needsSecondLook: true,
    })
    expect(shown.rows.slice(-2)).toEqual([
      { label: '1. You send (simulated)', value: '0.000005 SOL', form: 'sum', change: 'out' },
      { label: '2. Simulated result', value: 'Nothing of yours moves' },
    ])
    expect(shown.details.map(({ label }) => label)).toEqual([
      'Transaction 1: Fee is paid by',
      'Transaction 1: System',
      'Transaction 1: Accounts for System',
      'Transaction 1: Recent block',
      'Transaction 1: SHA-256 of what is signed',
      'Transaction 2: Fee is paid by',
      'Transaction 2: Token',
      'Transaction 2: Accounts for Token',
      'Transaction 2: Recent block',
      'Transaction 2: SHA-256 of what is signed',
    ])
    const two = { ...read(pay), trial: quiet }
    expect(describeSolana([two, two], context, true)).toMatchObject({
      action: 'Send all 2',
      title: 'Send 2 transactions',
    })
    expect(describeSolana([two], context, false)).toMatchObject({ action: 'Sign 1.5 SOL', title: 'Send SOL' })
  })
})

describe('what a node says that a transaction does', () => {
  const tried = (trial: Partial<SolanaTrial>) =>
    describeSolana([{ ...read(pay), trial: { ...quiet, ...trial } }], context, true)

  it('is what goes, then what comes, then who could take something', () => {
    const { rows } = tried({
      sol: 2_000n,
      tokens: [
        { mint: coin, change: -150n },
        { mint: you, change: 1_500n },
      ],
      delegates: [
        { mint: coin, delegate: you, amount: 250n },
        { mint: you, delegate: me, amount: 3n },
      ],
    })
    const row = (change: 'in' | 'out', value: string) => ({
      label: change === 'out' ? 'You send (simulated)' : 'You receive (simulated)',
      value,
      form: 'sum',
      change,
    })
    expect(rows.slice(2)).toEqual([
      row('out', '1.5 HBR'),
      row('in', '0.000002 SOL'),
      row('in', `1,500 units of ${you}`),
      { label: 'Others could take', value: `2.5 HBR by ${you}`, tone: 'warning' },
      { label: 'Others could take', value: `3 units of ${you} by ${me}`, tone: 'warning' },
    ])
  })

  it('is nothing where only SOL stays or it would fail', () => {
    expect(tried({}).rows.slice(2)).toEqual([nothing])
    expect(tried({ failure: '"Custom"', sol: -1n }).rows.slice(2)).toEqual([])
  })
})

describe('who pays for a transaction of Solana', () => {
  it('is told where it is somebody else', () => {
    const shown = describeSolana([{ ...read(pay), trial: quiet }], { ...context, account: you }, true)
    expect(shown.warnings).toEqual(['Somebody else pays the fee.'])
  })

  const limit = (units: bigint): Call => ['budget', [2, ...littleEndian(units, 4)], []]
  const price = (each: bigint): Call => ['budget', [3, ...littleEndian(each)], []]
  const feeOf = (...calls: readonly Call[]) => {
    const { danger, rows } = show(...calls)
    const row = rows.find(({ label }) => label === 'Extra fee for speed, at most')
    return [row?.value, row?.tone, danger.length]
  }

  it('is far too much from 0.05 SOL on', () => {
    expect(feeOf(pay, limit(1_000_000n), price(49_999_999n))).toEqual(['0.049999999 SOL', undefined, 0])
    expect(feeOf(pay, limit(1_000_000n), price(50_000_000n))).toEqual(['0.05 SOL', 'danger', 1])
  })

  it('counts as much work as there can be at most, and the usual for each call that works', () => {
    expect(feeOf(pay, limit(1_400_000n), price(1_000_000n))[0]).toBe('0.0014 SOL')
    expect(feeOf(pay, limit(1_400_001n), price(1_000_000n))[0]).toBe('0.0014 SOL')
    expect(feeOf(pay, limit(1_399_999n), price(1_000_000n))[0]).toBe('0.001399999 SOL')
    expect(feeOf(pay, pay, price(1_000_000n))[0]).toBe('0.0004 SOL')
    expect(feeOf(pay, limit(1n), price(1n))[0]).toBe('0.000000001 SOL')
    expect(feeOf(pay, limit(2_000_000n), price(0n))[0]).toBeUndefined()
  })

  it('does not count what is cut, or what another program is told', () => {
    expect(feeOf(pay, ['budget', cut([3, ...littleEndian(50_000_000n)]), []])[0]).toBeUndefined()
    expect(feeOf(pay, ['budget', cut([2, ...littleEndian(1n, 4)]), []], price(1_000_000n))[0]).toBe('0.0002 SOL')
    expect(feeOf(pay, ['budget', [1, ...littleEndian(50_000_000n)], []])[0]).toBeUndefined()
    expect(feeOf(pay, ['strange', [3, ...littleEndian(50_000_000n)], []])[0]).toBeUndefined()
  })
})
