import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chain, context as evm } from '../../../test/signingContext.js'
import { littleEndian, solanaMessageOf, solanaTransactionOf } from '../../../test/solanaBytes.js'
import type { SolanaTrial } from '../../chains/simulateSolana.js'
import { signSolanaTransaction } from '../../worker/solana.js'
import { describeSolana } from './describeSolana.js'
import { prepareSolanaMessage } from './prepareSolanaMessage.js'
import { readSolanaMessage, readSolanaTransaction } from './solanaMessage.js'

const key = new Uint8Array(32).fill(5)
const own = ed25519.getPublicKey(key)
const account = base58.encode(own)
const someone = new Uint8Array(32).fill(9)
const mint = new Uint8Array(32).fill(11)
const system = new Uint8Array(32)
const token = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const context = {
  ...evm,
  account,
  chain: {
    ...chain,
    id: 'solana:local',
    name: 'Solana',
    tokens: [{ address: base58.encode(mint), name: 'Harbour Coin', symbol: 'HBR', decimals: 2 }],
  },
}

const quiet: SolanaTrial = { sol: 0n, tokens: [], delegates: [], isHandedOver: false }

const [message, transaction, little] = [solanaMessageOf, solanaTransactionOf, littleEndian]
const show = (bytes: Uint8Array, isSent = false) =>
  describeSolana([{ ...readSolanaTransaction(transaction(bytes)), trial: quiet }], context, isSent)
const one = (program: Uint8Array, data: number[], accounts: number[], version?: 0) =>
  message([own, someone, mint, program], [{ program: 3, accounts, data }], version === 0 ? { version } : {})

describe('describeSolana', () => {
  it.each([undefined, 0] as const)('reads a payment in a message of version %s', (version) => {
    const approval = show(one(system, [2, 0, 0, 0, ...little(1_500_000_000n)], [0, 1], version), true)
    expect(approval).toMatchObject({ action: 'Send 1.5 SOL', headline: { text: '1.5 SOL' }, danger: [], warnings: [] })
    expect(approval.rows).toContainEqual({
      label: 'To',
      isReceiver: true,
      value: base58.encode(someone),
      form: 'address',
    })
  })

  const budget = base58.decode('ComputeBudget111111111111111111111111111111')
  const payment = { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...little(1_500_000_000n)] }
  const priced = (...said: number[][]) =>
    show(
      message([own, someone, system, budget], [...said.map((data) => ({ program: 3, accounts: [], data })), payment]),
      true,
    )
  const limit = (units: bigint) => [2, ...little(units, 4)]
  const price = (each: bigint) => [3, ...little(each)]
  const fee = 'Extra fee for speed, at most'

  it.each([
    ['what is bid', [limit(495n), price(300_000n)], '0.000000149 SOL'],
    ['what is bid, in any order', [price(300_000n), limit(495n)], '0.000000149 SOL'],
    ['what is bid for the usual units', [price(1_000_000n)], '0.0002 SOL'],
    ['no more units than there can be', [limit(0xffffffffn), price(1_000_000n)], '0.0014 SOL'],
    ['nothing for a limit alone', [limit(495n)], undefined],
    ['nothing for what the network refuses', [[3, 1, 2], [1, 2, 3, 4, 5], []], undefined],
  ] as const)('a payment with a budget of work is a payment, and says %s', (_, said, sum) => {
    const approval = priced(...said.map((each) => [...each]))
    expect(approval).toMatchObject({ action: 'Send 1.5 SOL', danger: [], warnings: [], needsSecondLook: false })
    expect(approval.rows.filter(({ label }) => label === fee)).toEqual(sum ? [{ label: fee, value: sum }] : [])
    expect(approval.rows.filter(({ label }) => label === 'Program')).toEqual([])
  })

  it('a fee for speed counts though more bytes stand behind it, as the network counts it', () => {
    const approval = priced([...limit(1_400_000n), 0], [...price(1_000_000_000_000n), 0])
    expect(approval.danger).toHaveLength(1)
    expect(approval.rows).toContainEqual({ label: fee, value: '1,400 SOL', tone: 'danger' })
  })

  it('a fee for speed that takes the money away is a danger, in one transaction and in many together', () => {
    const approval = priced(limit(1_400_000n), price(1_000_000_000_000n))
    expect(approval).toMatchObject({
      danger: ['The extra fee for speed is far more than is usual. Nobody gives it back.'],
      needsSecondLook: true,
    })
    expect(approval.rows).toContainEqual({ label: fee, value: '1,400 SOL', tone: 'danger' })
    const each = readSolanaTransaction(
      transaction(
        message(
          [own, someone, system, budget],
          [{ program: 3, accounts: [], data: [3, ...little(150_000_000n)] }, payment],
        ),
      ),
    )
    expect(describeSolana([each], context, false).danger).toEqual([])
    expect(describeSolana([each, each], context, false).danger).toHaveLength(1)
  })

  it('SEC-X-01 shows a payment with a byte and an account behind it, and who gets what a new account is opened with', () => {
    const sum = little(1_500_000_000n)
    expect(show(one(system, [2, 0, 0, 0, ...sum, 0], [0, 1, 2]), true)).toMatchObject({ action: 'Send 1.5 SOL' })
    expect(show(one(system, [0, 0, 0, 0, ...sum, ...little(0n), ...someone], [0, 1]))).toMatchObject({
      headline: { text: '1.5 SOL' },
      warnings: [expect.stringMatching(/its controller/)],
      rows: expect.arrayContaining([
        { label: 'New account', value: base58.encode(someone), form: 'address', isReceiver: true },
        { label: 'Of the program', value: base58.encode(someone), form: 'address' },
      ]),
    })
  })

  it('reads tokens by the registry, and only by it', () => {
    expect(show(one(token, [12, ...little(150n), 2], [1, 2, 0, 0]))).toMatchObject({ headline: { text: '1.5 HBR' } })
    // The network compares the decimals too; a screen that believed them would be wrong by then.
    expect(show(one(token, [12, ...little(150n), 9], [1, 2, 0, 0]))).toMatchObject({ headline: { text: '150 units' } })
    expect(show(one(token, [3, ...little(150n)], [0, 1, 0]))).toMatchObject({ headline: { text: '150 units' } })
  })

  it.each([
    ['an endless allowance', token, [4, ...little((1n << 64n) - 1n)], [0, 1, 0]],
    ['another authority', token, [6, 2, 1, ...someone], [0, 1]],
    ['an account whose wrapped SOL goes to somebody else', token, [9], [2, 1, 0]],
    ['another owner of an account', system, [1, 0, 0, 0, ...someone], [0]],
    ['another owner, with a byte behind', system, [1, 0, 0, 0, ...someone, 0], [0]],
    ['an endless allowance, with a byte behind', token, [4, ...little((1n << 64n) - 1n), 0], [0, 1, 0]],
  ])('SEC-X-02 says the danger of %s in red', (_, program, data, accounts) => {
    expect(show(one(program, data, accounts))).toMatchObject({ danger: [expect.any(String)], needsSecondLook: true })
  })

  it('SEC-X-01 shows who gets what is given away', () => {
    const rows = (program: Uint8Array, data: number[]) => show(one(program, data, [2, 0])).rows
    const someoneRow = { label: 'New owner', value: base58.encode(someone), form: 'address', tone: 'danger' }
    expect(rows(token, [6, 2, 1, ...someone])).toContainEqual(someoneRow)
    expect(rows(system, [1, 0, 0, 0, ...someone])).toContainEqual(someoneRow)
    // Without an authority nobody can ever mint or freeze again.
    expect(rows(token, [6, 0, 0]).map(({ label }) => label)).toEqual(['Token account', 'Simulated result'])
  })

  it('closing an account of one’s own for oneself is no danger', () => {
    expect(show(one(token, [9], [2, 0, 0]))).toMatchObject({ danger: [], needsSecondLook: false })
  })

  it('SEC-X-03 warns that what is signed as if for a test network may be good on the main one', () => {
    const read = readSolanaTransaction(transaction(one(system, [2, 0, 0, 0, ...little(1n)], [0, 1])))
    const pay = { ...read, trial: quiet }
    const shown = (isTestnet: boolean, isSent: boolean) =>
      describeSolana([pay], { ...context, chain: { ...context.chain, isTestnet } }, isSent).warnings
    expect(shown(true, false)).toEqual([expect.stringMatching(/names a network/)])
    // The network that it is sent to takes only what is its own; on the main one nothing is hidden.
    expect([shown(true, true), shown(false, false)]).toEqual([[], []])
  })

  it('warns of what never expires, of tables, and of programs that it cannot read', () => {
    const durable = message(
      [own, someone, system],
      [
        { program: 2, accounts: [1, 0], data: [4, 0, 0, 0] },
        { program: 2, accounts: [0, 1], data: [2, 0, 0, 0, ...little(1n)] },
      ],
    )
    expect(show(durable).warnings).toContainEqual(expect.stringMatching(/valid for ever/))
    const table = message([own, system], [{ program: 1, accounts: [2], data: [9] }], {
      version: 0,
      tables: [1, ...someone, 1, 7, 0],
    })
    expect(show(table).warnings).toContainEqual(expect.stringMatching(/table on the network/))
    expect(show(one(someone, [1, 2, 3], [0]))).toMatchObject({
      title: 'Call a program',
      rows: expect.arrayContaining([{ label: 'First bytes', value: '0x010203', form: 'code' }]),
      warnings: [expect.stringMatching(/cannot be read/)],
    })
  })

  it('SEC-X-08 wants a second look at programs that it cannot read, and at what could not be simulated', () => {
    expect(show(one(someone, [1, 2, 3], [0])).needsSecondLook).toBe(true)
    const pay = readSolanaTransaction(transaction(one(system, [2, 0, 0, 0, ...little(1n)], [0, 1])))
    const looked = (trial?: SolanaTrial) => describeSolana([{ ...pay, trial }], context, true)
    expect(looked(quiet)).toMatchObject({ needsSecondLook: false, warnings: [] })
    expect(looked()).toMatchObject({
      needsSecondLook: true,
      warnings: [expect.stringMatching(/could not be simulated/)],
    })
    expect(looked({ ...quiet, failure: '"AccountInUse"' })).toMatchObject({
      needsSecondLook: true,
      warnings: [expect.stringMatching(/expects this to fail: "AccountInUse"/)],
    })
    expect(looked({ ...quiet, isHandedOver: true }).danger).toEqual([expect.stringMatching(/hands an account over/)])
  })

  it('SEC-X-01 what is hashed for the screen is what is signed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat({ max: 2 }), (data, account_) => {
        const bytes = one(someone, [...data], [account_])
        const approval = show(bytes)
        expect(approval.details.at(-1)?.value).toBe(bytesToHex(sha256(bytes)))
        const signed = signSolanaTransaction(key, transaction(bytes))
        expect(ed25519.verify(signed.subarray(1, 65), signed.subarray(65), own)).toBe(true)
        expect(signed.subarray(65)).toEqual(bytes)
      }),
    )
  })

  it('error: reads nothing that is cut, longer, of another version, or points outside', () => {
    const whole = one(system, [2, 0, 0, 0, ...little(1n)], [0, 1])
    for (let size = 0; size < whole.length; size++) expect(() => readSolanaMessage(whole.subarray(0, size))).toThrow()
    expect(() => readSolanaMessage(concatBytes(whole, new Uint8Array([0])))).toThrow('not well-formed')
    expect(() => readSolanaMessage(concatBytes(new Uint8Array([0x81]), whole))).toThrow('not well-formed')
    expect(() => readSolanaMessage(one(system, [1], [9]))).toThrow('not well-formed')
    expect(() => readSolanaTransaction(concatBytes(new Uint8Array([2]), new Uint8Array(128), whole))).toThrow()
  })
})

describe('prepareSolanaMessage', () => {
  const prepare = (text: string) => prepareSolanaMessage(new TextEncoder().encode(text), context)

  it('shows a text, and refuses a transaction in disguise', () => {
    expect(prepare('Ahoy').approval).toMatchObject({ title: 'Sign a message', headline: { text: 'Ahoy' } })
    expect(() => prepareSolanaMessage(one(system, [2, 0, 0, 0, ...little(1n)], [0, 1]), context)).toThrow('in disguise')
  })

  const lines = [
    'app.example.org wants you to sign in with your Solana account:',
    account,
    '',
    'Hello',
    '',
    'URI: https://app.example.org/login',
    'Version: 1',
    'Chain ID: mainnet',
    'Nonce: abcdefgh12345678',
    'Issued At: 2026-11-21T10:00:00Z',
    'Expiration Time: 2126-01-01T00:00:00Z',
    'Request ID: r-1',
    'Resources:',
    '- https://app.example.org/terms',
  ]
  const text = lines.join('\n')

  it('shows a sign-in for the page that asks as one, with the words of the page', () => {
    const { approval, refusal } = prepare(text)
    expect(refusal).toBeUndefined()
    expect(approval).toMatchObject({ title: 'Sign in to app.example.org', headline: { text: 'Hello' } })
    const rows = approval.rows.map(({ label, value }) => [label, value])
    expect(rows).toContainEqual(['Allows', 'https://app.example.org/terms'])
    expect(rows).toContainEqual(['Request', 'r-1'])
    expect(prepare(text.replace('Hello\n\n', '')).refusal).toBeUndefined()
    expect(prepare(text.replace('Chain ID: mainnet\n', '')).refusal).toBeUndefined()
  })

  it.each([
    ['another site', text.replace('app', 'evil')],
    ['another account', text.replace(account, base58.encode(someone))],
    ['another family', text.replace('your Solana', 'your Ethereum')],
    ['words before it', `x ${text}`],
    ['an address of another site', text.replace('URI: https://app', 'URI: https://evil')],
    ['an address of another scheme', text.replace('URI: https:', 'URI: http:')],
    ['no address of the site', text.replace(/URI: .*\n/, '')],
    ['two addresses of the site', text.replace('URI: ', 'URI: https://evil.example\nURI: ')],
    ['no time', text.replace(/Issued At: .*\n/, '')],
    ['a time that is over', text.replace('2126', '2020')],
    ['an invalid time', text.replace('2126-01-01T00:00:00Z', 'tomorrow')],
    ['no nonce', text.replace(/Nonce: .*\n/, '')],
    ['trailing junk', `${text}\nURI: https://evil.example`],
  ])('SEC-S-14 refuses a sign-in with %s', (_, forged) => {
    expect(prepare(forged)).toMatchObject({ refusal: { code: 'INVALID_PARAMS' }, approval: { isRefused: true } })
  })
})
