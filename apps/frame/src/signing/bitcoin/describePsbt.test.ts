import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { user } from '../../../test/signingWallet.js'
import type { FrameChain } from '../../types.js'
import { bitcoinAccounts } from './bitcoinAccounts.js'
import { describePsbt } from './describePsbt.js'
import { readPsbt } from './readPsbt.js'

const chain: FrameChain = {
  id: 'bip122:000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  tokens: [],
  isTestnet: false,
}
const accounts = bitcoinAccounts(chain, user.addresses)
const [payment, ordinal] = accounts
const context = { chain, accounts, account: payment.address, origin: 'https://app.example.org' }
const txid = 'ab'.repeat(32)
const foreign = (byte: number) => OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20).fill(byte) })
const addressOf = (script: Uint8Array) => Address(NETWORK).encode(OutScript.decode(script))
const [you, other] = [foreign(7), foreign(8)]
const mine = hexToBytes(payment.script)
const row = (label: string, value: string, form: 'sum' | 'code' | 'address') => ({ label, value, form })

type Parts = { from?: readonly ('payment' | 'ordinal')[]; amount?: bigint; isSent?: boolean }
function show(
  outputs: readonly (readonly [Uint8Array, bigint])[],
  { from = ['payment'], amount, isSent = true }: Parts = {},
) {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const [at, intention] of from.entries())
    transaction.addInput({
      txid,
      index: at,
      witnessUtxo: {
        script: hexToBytes((intention === 'payment' ? payment : ordinal).script),
        amount: amount ?? 100_000n,
      },
    })
  for (const [script, sum] of outputs) transaction.addOutput({ script, amount: sum })
  const read = readPsbt(transaction.toPSBT(), accounts, [])
  return { ...describePsbt(read, context, isSent), hash: bytesToHex(sha256(read.transaction.unsignedTx)) }
}

describe('describePsbt', () => {
  it('shows a payment with what comes back, the fee, each coin and the hash', () => {
    const { hash, ...shown } = show([
      [you, 60_000n],
      [mine, 39_000n],
    ])
    expect(shown).toEqual({
      action: 'Send 0.0006 BTC',
      title: 'Send BTC',
      headline: { text: '0.0006 BTC' },
      danger: [],
      warnings: [],
      rows: [
        { ...row('To', addressOf(you), 'address'), isReceiver: true },
        row('Comes back to you', '0.00039 BTC', 'sum'),
        row('Your own address', payment.address, 'address'),
        row('Fee', '0.00001 BTC (7.1 sat/vB)', 'sum'),
      ],
      details: [
        row('Spends', '0.001 BTC', 'sum'),
        row('Of transaction', `${txid}:0`, 'code'),
        row('SHA-256 of what is signed', hash, 'code'),
      ],
      network: 'Bitcoin',
      account: payment.address,
      needsSecondLook: false,
    })
  })

  it('numbers several receivers, each with its sum, and wants a second look', () => {
    const shown = show(
      [
        [you, 60_000n],
        [mine, 1_000n],
        [other, 38_000n],
      ],
      { isSent: false },
    )
    expect(shown).toMatchObject({
      action: 'Sign 0.00098 BTC',
      title: 'Sign a transaction',
      warnings: [expect.stringMatching(/can send it at any time/)],
      danger: [],
      needsSecondLook: true,
    })
    expect(shown.rows.slice(0, 4)).toEqual([
      row('1. Sum', '0.0006 BTC', 'sum'),
      { ...row('1. To', addressOf(you), 'address'), isReceiver: true },
      row('2. Sum', '0.00038 BTC', 'sum'),
      { ...row('2. To', addressOf(other), 'address'), isReceiver: true },
    ])
  })

  it('says that what is moved stays the wallet’s', () => {
    const shown = show([[mine, 99_000n]], { isSent: true })
    expect(shown).toMatchObject({ action: 'Send', title: 'Move your own BTC', needsSecondLook: false })
    expect(shown.headline).toBeUndefined()
    expect(shown.rows.map(({ label }) => label)).toEqual(['Comes back to you', 'Your own address', 'Fee'])
    expect(show([[mine, 99_000n]], { isSent: false })).toMatchObject({ action: 'Sign', title: 'Move your own BTC' })
    expect(show([[hexToBytes(ordinal.script), 99_000n]]).title).toBe('Move your own BTC')
  })

  it('warns of inscriptions where one of the coins may carry one', () => {
    const inscribed = [expect.stringMatching(/inscriptions/)]
    expect(show([[you, 199_000n]], { from: ['payment', 'ordinal'] }).warnings).toEqual(inscribed)
    expect(show([[you, 99_000n]], { from: ['ordinal'] }).warnings).toEqual(inscribed)
    expect(show([[you, 199_000n]], { from: ['payment', 'payment'] }).warnings).toEqual([])
  })

  // 10.5 for itself, 68 and 57.5 for an input of each account, 9 and the script of 22 bytes for each output.
  it.each([
    [['payment'], 1, 110],
    [['ordinal'], 1, 99],
    [['payment', 'ordinal'], 1, 167],
    [['payment'], 2, 141],
  ] as const)('measures %j with %i outputs as %i virtual bytes', (from, count, size) => {
    const amount = 10_000_000n
    const fee = (rate: number) => {
      const rest = amount * BigInt(from.length) - BigInt(size * rate) - 1_000_000n * BigInt(count - 1)
      const outputs = [[you, rest] as const, ...Array.from({ length: count - 1 }, () => [mine, 1_000_000n] as const)]
      return show(outputs, { from, amount }).rows.at(-1)
    }
    expect(fee(9)?.value).toMatch(/\(9\.0 sat\/vB\)$/)
    expect(fee(10)?.value).toMatch(/\(10 sat\/vB\)$/)
    expect([fee(1_000)?.tone, fee(1_001)?.tone]).toEqual([undefined, 'danger'])
  })

  it('says in red that a fee is out of all measure', () => {
    const amount = 40_001n
    // As much as is sent, or more but small, is no harm; more and not small is.
    for (const [sent, isSteep] of [
      [20_001n, false],
      [20_000n, true],
    ] as const) {
      const shown = show([[you, sent]], { amount })
      expect([shown.danger.length, shown.needsSecondLook, shown.rows.at(-1)?.tone]).toEqual(
        isSteep ? [1, true, 'danger'] : [0, false, undefined],
      )
    }
    expect(show([[you, 1_000n]], { amount: 21_000n }).danger).toEqual([])
    expect(show([[you, 20_001n]], { amount: 40_002n }).danger).toEqual([])
    expect(show([[you, 1_000n]], { amount: 21_001n }).danger).toEqual([
      'The fee of 0.00020001 BTC is far more than is usual. You cannot take it back.',
    ])
  })

  it('shows a note as its words, or as its bytes where they are none', () => {
    const note = (...bytes: number[]) => show([[new Uint8Array([0x6a, ...bytes]), 0n]]).rows[0]
    const words = (text: string) => [...new TextEncoder().encode(text)]
    expect(note(4, ...words('Ahoy'))).toEqual({ label: 'To nobody, as a note', value: 'Ahoy', isReceiver: true })
    const long = `${'a'.repeat(79)}\u200b`
    expect(note(0x4c, 82, ...words(long))).toMatchObject({ value: `${'a'.repeat(79)}⟨U+200B⟩` })
    expect(note(2, 0xff, 0xfe)).toEqual({ ...row('To nobody, as a note', '6a02fffe', 'code'), isReceiver: true })
  })

  it('shows a script that has no address as it is', () => {
    expect(show([[new Uint8Array([0x51, 0x52]), 99_000n]]).rows[0]).toEqual({
      ...row('To a script that has no address', '5152', 'code'),
      tone: 'warning',
      isReceiver: true,
    })
  })
})
