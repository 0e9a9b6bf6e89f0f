import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { littleEndian } from '../../../test/solanaBytes.js'
import {
  type Call,
  coin,
  cut,
  me,
  nothing,
  pay,
  programs,
  read,
  show,
  someone,
  you,
} from '../../../test/solanaCalls.js'

const address = (label: string, value: string, tone?: 'danger' | 'warning') => ({
  label,
  value,
  form: 'address',
  ...(tone ? { tone } : {}),
})
const receiver = (label: string, value: string) => ({ ...address(label, value), isReceiver: true })
const sum = littleEndian(1_500_000_000n)
const size = littleEndian(10n)

describe('what one call of Solana does', () => {
  it('is shown with the whole of what is signed below it', () => {
    const { bytes } = read(pay)
    expect(show(pay)).toEqual({
      action: 'Send 1.5 SOL',
      title: 'Send SOL',
      headline: { text: '1.5 SOL' },
      danger: [],
      warnings: [],
      rows: [receiver('To', you), address('From', me), nothing],
      details: [
        address('Fee is paid by', me),
        { label: 'System', value: `0x02000000${bytesToHex(new Uint8Array(sum))}`, form: 'code' },
        { label: 'Accounts for System', value: `${me}\n${you}`, form: 'code' },
        { label: 'Recent block', value: base58.encode(new Uint8Array(32).fill(1)), form: 'code' },
        { label: 'SHA-256 of what is signed', value: bytesToHex(sha256(bytes)), form: 'code' },
      ],
      network: 'Solana',
      account: me,
      needsSecondLook: false,
    })
  })

  it.each([
    [
      'a new account',
      ['system', [0, 0, 0, 0, ...sum, ...size, ...someone], [0, 2]],
      'Open an account',
      '1.5 SOL',
      [receiver('New account', coin), address('Of the program', you)],
      [/belongs to its controller/],
      [],
    ],
    [
      'an account that is given away',
      ['system', [1, 0, 0, 0, ...someone], [0]],
      'Give an account to a program',
      undefined,
      [address('Account', me), address('New owner', you, 'danger')],
      [],
      [/hands an account over/],
    ],
    [
      'tokens without their name',
      ['token', [3, ...littleEndian(1_500n)], [0, 1]],
      'Send tokens',
      '1,500 units',
      [address('From token account', me), receiver('To token account', you)],
      [/Which token is sent cannot be seen/],
      [],
    ],
    [
      'tokens that are known',
      ['token2022', [12, ...littleEndian(150n), 2], [0, 2, 1]],
      'Send HBR',
      '1.5 HBR',
      [address('From token account', me), receiver('To token account', you), address('Harbour Coin token', coin)],
      [],
      [],
    ],
    [
      'tokens that are not known',
      ['token', [12, ...littleEndian(150n), 2], [0, 1, 2]],
      'Send tokens',
      '150 units',
      [address('From token account', me), receiver('To token account', coin), address('Unknown token', you, 'warning')],
      [/not known here/],
      [],
    ],
    [
      'an allowance',
      ['token', [4, ...littleEndian((1n << 63n) - 1n)], [0, 1]],
      'Allow spending of tokens',
      '9,223,372,036,854,775,807 units',
      [address('Spender', you, 'warning'), address('From token account', me)],
      [/at any time, without asking/],
      [],
    ],
    [
      'an allowance of a named token',
      ['token', [13, ...littleEndian(7n), 2], [0, 2, 1]],
      'Allow spending of tokens',
      '7 units',
      [address('Spender', you, 'warning'), address('From token account', me)],
      [/at any time, without asking/],
      [],
    ],
    [
      'an endless allowance',
      ['token', [13, ...littleEndian(1n << 63n), 2], [0, 2, 1]],
      'Allow spending of tokens',
      'Unlimited',
      [address('Spender', you, 'danger'), address('From token account', me)],
      [],
      [/spend all tokens/],
    ],
    [
      'an allowance that is taken back',
      ['token', [5], [0]],
      'Revoke a permission',
      undefined,
      [address('Token account', me)],
      [],
      [],
    ],
    [
      'another authority',
      ['token', [6, 2, 1, ...someone], [0]],
      'Give away a token account',
      undefined,
      [address('Token account', me), address('New owner', you, 'danger')],
      [],
      [/control of a token account/],
    ],
    [
      'an account that is closed',
      ['token', [9], [2, 0]],
      'Close a token account',
      undefined,
      [address('Token account', coin), receiver('What is left goes to', me)],
      [],
      [],
    ],
    [
      'an account that is closed for somebody else',
      ['token', [9], [2, 1]],
      'Close a token account',
      undefined,
      [address('Token account', coin), receiver('What is left goes to', you)],
      [],
      [/goes to somebody else/],
    ],
    [
      'a token account that is opened',
      ['associated', [], [0, 1, 0, 2]],
      'Open a token account',
      undefined,
      [address('For', me), address('Token', coin)],
      [],
      [],
    ],
    [
      'a note',
      ['memo', [...new TextEncoder().encode('Ahoy\u200b')], []],
      'Note',
      undefined,
      [{ label: 'Text', value: 'Ahoy⟨U+200B⟩' }],
      [],
      [],
    ],
    ['a note of old', ['oldMemo', [65], []], 'Note', undefined, [{ label: 'Text', value: 'A' }], [], []],
    ['a note of bytes', ['memo', [255], []], 'Note', undefined, [{ label: 'Text', value: '(unreadable)' }], [], []],
  ] as const)('says all of %s', (_, call, title, headline, rows, warnings, danger) => {
    const shown = show(call)
    expect(shown).toMatchObject({
      action: headline ? `Send ${headline}` : 'Send',
      title,
      rows: [...rows, nothing],
      warnings: warnings.map((each) => expect.stringMatching(each)),
      danger: danger.map((each) => expect.stringMatching(each)),
      needsSecondLook: danger.length > 0,
    })
    expect(shown.headline).toEqual(headline ? { text: headline } : undefined)
  })

  it.each([
    ['a sum that is cut', ['system', cut([2, 0, 0, 0, ...sum]), [0, 1]]],
    ['nobody who gets a sum', ['system', [2, 0, 0, 0, ...sum], [0]]],
    ['another kind of the system', ['system', [3, 0, 0, 0, ...sum, ...size, ...someone], [0, 1]]],
    ['a kind that is cut', ['system', [2, 0, 0], [0, 1]]],
    ['nothing said', ['system', [], [0, 1]]],
    ['a kind of which a byte is large', ['system', [2, 0, 0, 1, ...sum], [0, 1]]],
    ['a new account that is cut', ['system', cut([0, 0, 0, 0, ...sum, ...size, ...someone]), [0, 1]]],
    ['a new owner that is cut', ['system', cut([1, 0, 0, 0, ...someone]), [0]]],
    ['tokens that are cut', ['token', cut([3, ...sum]), [0, 1]]],
    ['named tokens that are cut', ['token', cut([12, ...sum, 2]), [0, 2, 1]]],
    ['an allowance that is cut', ['token', cut([4, ...sum]), [0, 1]]],
    ['a named allowance that is cut', ['token', cut([13, ...sum, 2]), [0, 2, 1]]],
    ['another kind of tokens', ['token', [7, ...sum, ...someone], [0, 2, 1]]],
    ['no kind of tokens', ['token', [], [0, 2, 1]]],
  ] as const)('cannot be read with %s', (_, call) => {
    const [program, data, accounts] = call
    expect(show(call)).toMatchObject({
      action: 'Send',
      title: 'Call a program',
      rows: [
        address('Program', programs[program]),
        {
          label: 'First bytes',
          value: data.length ? `0x${bytesToHex(new Uint8Array(data.slice(0, 16)))}` : '(no data)',
          form: 'code',
        },
        { label: 'Accounts it is given', value: String(accounts.length) },
        nothing,
      ],
      warnings: [expect.stringMatching(/cannot be read/)],
      needsSecondLook: true,
    })
  })

  it('says of a call without accounts or bytes that it has none', () => {
    expect(show(['strange', [], []]).details.map(({ label, value }) => [label, value])).toEqual([
      ['Fee is paid by', me],
      [you, '(no data)'],
      ['Recent block', expect.any(String)],
      ['SHA-256 of what is signed', expect.any(String)],
    ])
  })

  it('says nothing of a counter alone, but that this stays valid', () => {
    const counter: Call = ['system', [4, 0, 0, 0], [1, 0]]
    expect(show(counter)).toMatchObject({
      title: 'Send a transaction',
      action: 'Send',
      rows: [nothing],
      warnings: [expect.stringMatching(/valid for ever/)],
    })
    expect(show(counter, pay)).toMatchObject({ title: 'Send SOL', action: 'Send 1.5 SOL' })
    expect(show(pay, ['system', [4, 0, 0], [1, 0]]).needsSecondLook).toBe(true)
    // Only the first call can be one.
    expect(show(pay, counter).warnings).toEqual([])
    expect(show(['token', [4, 0, 0, 0], [1, 0]], pay).warnings).not.toContainEqual(expect.stringMatching(/for ever/))
    expect(show(['system', [4, 0, 0, 1], [1, 0]], pay).warnings).not.toContainEqual(expect.stringMatching(/for ever/))
  })
})
