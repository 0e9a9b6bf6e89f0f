import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { user } from '../../../test/signingWallet.js'
import { bitcoinAccounts } from './bitcoinAccounts.js'
import { bitcoinNetworkOf } from './bitcoinNetwork.js'
import { readBitcoinParams } from './bitcoinParams.js'

const invalid = expect.objectContaining({ code: 'INVALID_PARAMS' })
const account = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bad = ['a'.repeat(13), 'a'.repeat(91), `${account}!`, `!${account}`, '', 5, undefined]

describe('readBitcoinParams', () => {
  it('reads a message, by BIP-322 where nothing else is asked', () => {
    const read = (more: object) => readBitcoinParams('signMessage', { account, message: 'Ahoy', ...more })
    expect(read({ foreign: 1 })).toEqual({ account, message: 'Ahoy', protocol: 'bip322' })
    expect(read({ protocol: 'ecdsa' }).protocol).toBe('ecdsa')
    for (const good of ['a'.repeat(14), 'Z9'.repeat(45)]) expect(read({ account: good }).account).toBe(good)
    expect(read({ message: 'a'.repeat(65_536) }).message).toHaveLength(65_536)
    for (const each of bad) expect(() => read({ account: each })).toThrow(invalid)
    for (const each of [{ message: 'a'.repeat(65_537) }, { message: 1 }, { protocol: 'bip137' }])
      expect(() => read(each)).toThrow(invalid)
  })

  it('reads a PSBT, which is given back unless it is to be sent', () => {
    const asked = { index: 0, address: account }
    const read = (more: object) => readBitcoinParams('signPsbt', { psbt: 'AQID', signInputs: [asked], ...more })
    expect(read({})).toEqual({ psbt: new Uint8Array([1, 2, 3]), signInputs: [asked], broadcast: false })
    const all = { index: 10_000, address: account, sighashTypes: [0, 1, 2, 3, 4, 5, 6, 7] }
    expect(read({ signInputs: [all], broadcast: true })).toMatchObject({ signInputs: [all], broadcast: true })
    expect(read({ signInputs: Array.from({ length: 1_000 }, () => asked) }).signInputs).toHaveLength(1_000)
    expect(read({ psbt: 'AAAA'.repeat(100_000) }).psbt).toHaveLength(300_000)
    for (const each of [
      { psbt: 'not base64' },
      { psbt: 'AAAA'.repeat(100_001) },
      { signInputs: [] },
      { signInputs: Array.from({ length: 1_001 }, () => asked) },
      { signInputs: [{ ...asked, index: -1 }] },
      { signInputs: [{ ...asked, index: 10_001 }] },
      { signInputs: [{ ...asked, index: 0.5 }] },
      { signInputs: [{ ...asked, sighashTypes: [0, 1, 2, 3, 4, 5, 6, 7, 8] }] },
      { signInputs: [{ ...asked, sighashTypes: [0.5] }] },
      { signInputs: [{ index: 0 }] },
      { broadcast: 1 },
    ])
      expect(() => read(each)).toThrow(invalid)
  })

  it('reads a transfer of a whole sum', () => {
    const read = (more: object) =>
      readBitcoinParams('sendTransfer', { account, recipientAddress: account, amount: '150000', ...more })
    expect(read({})).toEqual({ account, recipientAddress: account, amount: 150_000n })
    expect([read({ amount: '1' }).amount, read({ amount: '9'.repeat(16) }).amount]).toEqual([
      1n,
      9_999_999_999_999_999n,
    ])
    for (const amount of ['0', '01', '', '-1', '1.5', '1 ', ' 1', 'a1', '1a', '9'.repeat(17), 1])
      expect(() => read({ amount })).toThrow(invalid)
    for (const each of bad) expect(() => read({ recipientAddress: each })).toThrow(invalid)
  })
})

describe('bitcoinAccounts', () => {
  const main = 'bip122:000000000019d6689c085ae165831e93'
  const local = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const test = 'bip122:000000000933ea01ad0ee984209779ba'

  it('writes addresses as the network does', () => {
    expect(bitcoinNetworkOf({ id: main })).toBe(NETWORK)
    expect(bitcoinNetworkOf({ id: test })).toBe(TEST_NETWORK)
    expect(bitcoinNetworkOf({ id: local })).toEqual({ ...TEST_NETWORK, bech32: 'bcrt' })
  })

  it('gives both accounts, the one for payments first, with one script on every network', () => {
    const { payment, ordinal } = user.addresses.bip122
    const [one, two] = bitcoinAccounts({ id: main }, user.addresses)
    expect(one).toEqual({
      address: payment,
      script: expect.stringMatching(/^0014[\da-f]{40}$/),
      intention: 'payment',
      path: "m/84'/0'/0'/0/0",
    })
    expect(two).toEqual({
      address: ordinal,
      script: expect.stringMatching(/^5120[\da-f]{64}$/),
      intention: 'ordinal',
      path: "m/86'/0'/0'/0/0",
    })
    for (const [id, prefix] of [
      [local, 'bcrt1'],
      [test, 'tb1'],
    ] as const) {
      const there = bitcoinAccounts({ id }, user.addresses)
      expect(there.map(({ script }) => script)).toEqual([one.script, two.script])
      expect(there.every(({ address }) => address.startsWith(prefix))).toBe(true)
    }
  })
})
