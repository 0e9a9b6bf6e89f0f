import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { OutScript, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../test/failure.js'
import { user } from '../../../test/signingWallet.js'
import { bitcoinAccounts } from './bitcoinAccounts.js'
import { checkCoins, readPsbt, type SpentCoin } from './readPsbt.js'

const main = { id: 'bip122:000000000019d6689c085ae165831e93' }
const accounts = bitcoinAccounts(main, user.addresses)
const [payment, ordinal] = accounts
const script = ({ script }: { readonly script: string }) => hexToBytes(script)
const foreign = OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20).fill(7) })
const txid = 'ab'.repeat(32)

type Coin = { of?: Uint8Array; amount?: bigint; index?: number; sighashType?: number; isBare?: boolean }
function write(coins: readonly Coin[], outputs: readonly (readonly [Uint8Array, bigint])[] = []): Uint8Array {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const { of = script(payment), amount = 1_000n, index = 3, sighashType, isBare } of coins)
    transaction.addInput({
      txid,
      index,
      ...(isBare ? {} : { witnessUtxo: { script: of, amount } }),
      ...(sighashType === undefined ? {} : { sighashType }),
    })
  for (const [to, amount] of outputs) transaction.addOutput({ script: to, amount })
  return transaction.toPSBT()
}
const whole = { index: 0, address: payment.address }
const refused = (said: RegExp) =>
  expect.objectContaining({ code: 'INVALID_PARAMS', message: expect.stringMatching(said) })

describe('readPsbt', () => {
  it('tells what is spent, from which account, and each output', () => {
    const psbt = write(
      [{ amount: 1_000n }, { of: script(ordinal), amount: 500n, index: 0, sighashType: SigHash.ALL }],
      [
        [foreign, 700n],
        [script(payment), 0n],
      ],
    )
    const read = readPsbt(psbt, accounts, [whole, { index: 1, address: ordinal.address, sighashTypes: [0, 1] }])
    expect(read.inputs).toEqual([
      { txid, index: 3, amount: 1_000n, intention: 'payment' },
      { txid, index: 0, amount: 500n, intention: 'ordinal' },
    ])
    expect(read.outputs).toEqual([
      { script: foreign, amount: 700n },
      { script: script(payment), amount: 0n },
    ])
    expect(bytesToHex(read.transaction.unsignedTx)).toBe(bytesToHex(Transaction.fromPSBT(psbt).unsignedTx))
  })

  it('takes a transaction that leaves nothing for a fee, and none that pays more than it spends', () => {
    expect(readPsbt(write([{}], [[foreign, 1_000n]]), accounts, [whole]).outputs).toHaveLength(1)
    expect(() => readPsbt(write([{}], [[foreign, 1_001n]]), accounts, [whole])).toThrow(refused(/more than it spends/))
  })

  it.each([
    ['a coin of somebody else', [{ of: foreign }], /not of this wallet/],
    ['a coin of somebody else behind its own', [{}, { of: foreign }], /not of this wallet/],
    ['a coin of which nothing is said', [{ isBare: true }], /not of this wallet/],
    ['a signature over no output', [{ sighashType: SigHash.NONE }], /Partial/],
    ['a signature that others can add to', [{ sighashType: SigHash.ALL_ANYONECANPAY }], /Partial/],
    ['no coin', [], /spends nothing/],
  ] as const)('error: refuses %s', (_, coins, said) => {
    expect(() => readPsbt(write(coins, [[foreign, 1n]]), accounts, [whole])).toThrow(refused(said))
  })

  it.each([
    ['by the other account', { index: 0, address: ordinal.address }, /that it is not of/],
    ['by a stranger', { index: 0, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, /that it is not of/],
    ['where there is none', { index: 1, address: payment.address }, /that it is not of/],
    ['over a part', { ...whole, sighashTypes: [SigHash.ALL, SigHash.SINGLE] }, /Partial/],
  ])('error: refuses an input that is to be signed %s', (_, asked, said) => {
    const psbt = write([{}], [[foreign, 1n]])
    expect(() => readPsbt(psbt, accounts, [whole, asked])).toThrow(refused(said))
    expect(readPsbt(psbt, accounts, [whole]).inputs).toHaveLength(1)
  })

  it('error: refuses what is no PSBT, and keeps why', () => {
    for (const bad of [new Uint8Array(), new Uint8Array([1, 2, 3]), write([{}]).subarray(1)]) {
      expect(() => readPsbt(bad, accounts, [whole])).toThrow(refused(/not well-formed/))
      try {
        readPsbt(bad, accounts, [whole])
      } catch (error) {
        expect((error as Error).cause).toBeInstanceOf(Error)
      }
    }
  })
})

describe('checkCoins', () => {
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32).fill(9), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
    outputs: [
      { amount: 10n, script: foreign },
      { amount: 20n, script: foreign },
      // What made a coin may have paid a script that has no address as well.
      { amount: 30n, script: new Uint8Array([0x51, 0x52]) },
    ],
    witnesses: [],
    lockTime: 0,
  })
  const how = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }
  const { id } = Transaction.fromRaw(raw, how)
  const coin = (change: Partial<SpentCoin> = {}): SpentCoin => ({
    txid: id,
    index: 1,
    amount: 20n,
    intention: 'payment',
    ...change,
  })
  function check(inputs: readonly SpentCoin[], isTestnet = false) {
    const asked: string[] = []
    const transaction = async (txid: string) => {
      asked.push(txid)
      return bytesToHex(raw)
    }
    return { asked, done: checkCoins(inputs, { transaction }, { isTestnet }) }
  }

  it('asks for nothing where each signature holds for the worth of what is spent', async () => {
    for (const inputs of [
      [coin({ amount: 9n })],
      [coin({ intention: 'ordinal' }), coin({ intention: 'ordinal', amount: 9n })],
    ]) {
      const { asked, done } = check(inputs)
      await done
      expect(asked).toEqual([])
    }
  })

  it('asks once for each transaction where one signature could be put to another, and on a test network', async () => {
    const two = check([coin(), coin({ index: 0, amount: 10n })])
    await two.done
    expect(two.asked).toEqual([id])
    const mixed = check([coin({ intention: 'ordinal' }), coin({ index: 0, amount: 10n })])
    await mixed.done
    expect(mixed.asked).toEqual([id])
    for (const intention of ['payment', 'ordinal'] as const) {
      const tested = check([coin({ intention })], true)
      await tested.done
      expect(tested.asked).toEqual([id])
    }
  })

  it.each([
    ['another sum', [coin(), coin({ index: 0, amount: 11n })]],
    ['the sum of another output', [coin(), coin({ index: 0, amount: 20n })]],
    ['an output that is not there', [coin(), coin({ index: 3 })]],
  ])('error: refuses %s', async (_, inputs) => {
    expect(await failure(check(inputs).done)).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringMatching(/worth/),
    })
  })

  it.each([
    ['no transaction', undefined],
    ['no hex', 'zz'],
    ['no transaction in it', '00'],
    ['another transaction', bytesToHex(raw).replace(/^02/, '01')],
  ])('error: takes %s for the one that is asked for', async (_, hex) => {
    const client = { transaction: async () => hex }
    const failed = await failure(checkCoins([coin(), coin()], client, { isTestnet: false }))
    expect(failed).toMatchObject({ code: 'RPC_BAD_ANSWER', message: expect.stringMatching(/does not know/) })
  })
})
