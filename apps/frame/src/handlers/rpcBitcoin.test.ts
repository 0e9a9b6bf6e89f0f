import { base64, hex } from '@scure/base'
import { Address, OutScript, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { user } from '../../test/signingWallet.js'
import { useBitcoinWorld } from '../../test/useBitcoinWorld.js'
import { bitcoinNetworkOf } from '../signing/bitcoin/bitcoinNetwork.js'
import type { Screen } from '../types.js'

const { chain, frameChain, accounts, open, screens, wallet, calls, fail } = useBitcoinWorld()
type Coin = { txid: string; vout: number; value: number }
type Options = { outputs: readonly [string, bigint][]; coins?: readonly Coin[]; sighash?: number; lie?: bigint }

const someone = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const get = async <T>(path: string): Promise<T> => (await (await fetch(`${chain().url}${path}`)).json()) as T
const coinsOf = (address: string) => get<Coin[]>(`/address/${address}/utxo`)
const payment = () => accounts()[0]
const ordinal = () => accounts()[1]

beforeAll(async () => {
  for (const { address } of accounts()) {
    await chain().fund(address)
    await chain().fund(address)
  }
})

/** A PSBT that spends coins of an account. */
async function psbtOf(address: string, { outputs, coins, sighash, lie }: Options): Promise<string> {
  const network = bitcoinNetworkOf(frameChain())
  const transaction = new Transaction()
  for (const { txid, vout, value } of coins ?? (await coinsOf(address)).slice(0, 1)) {
    const script = OutScript.encode(Address(network).decode(address))
    transaction.addInput({
      txid,
      index: vout,
      witnessUtxo: { script, amount: lie ?? BigInt(value) },
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    })
  }
  for (const [to, amount] of outputs) transaction.addOutputAddress(to, amount, network)
  return base64.encode(transaction.toPSBT())
}

/** What a screen said, as lines. */
function lines(screen: Screen | undefined): string[] {
  if (screen?.kind !== 'approve') return []
  const { approval } = screen
  return [
    approval.action,
    approval.title,
    approval.headline?.text ?? '',
    ...approval.danger,
    ...approval.warnings,
    ...approval.rows.map(({ label, value }) => `${label}: ${value}`),
  ]
}

describe('accounts', () => {
  it('behavior: both are told with path and public key, as the network writes them, and nobody is asked', async () => {
    const told = (await open()('getAccountAddresses')) as { address: string; publicKey: string }[]
    expect(told).toMatchObject([
      { address: payment().address, intention: 'payment', path: "m/84'/0'/0'/0/0" },
      { address: ordinal().address, intention: 'ordinal', path: "m/86'/0'/0'/0/0" },
    ])
    const network = bitcoinNetworkOf(frameChain())
    expect(p2wpkh(hex.decode(told[0]?.publicKey ?? ''), network).address).toBe(told[0]?.address)
    expect(told.every(({ address }) => address.startsWith('bcrt1'))).toBe(true)
    expect(screens().asked).toEqual([])
  })

  it('behavior: while the wallet is locked the question does not open it', async () => {
    const locked = { ...wallet(), user, isOpen: async () => false }
    const told = await open({ wallet: locked })('getAccountAddresses')
    expect(told).toEqual([
      { address: payment().address, intention: 'payment', path: "m/84'/0'/0'/0/0" },
      { address: ordinal().address, intention: 'ordinal', path: "m/86'/0'/0'/0/0" },
    ])
    expect(wallet().signed).toEqual([])
  })
})

describe('messages', () => {
  it.each(['payment', 'ordinal'] as const)('behavior: the %s account signs by BIP-322', async (intention) => {
    const { address } = intention === 'payment' ? payment() : ordinal()
    for (const message of ['Ahoy', '', 'Grüße 🌊']) {
      const signed = (await open()('signMessage', { account: address, message })) as { signature: string }
      expect(Verifier.verifySignature(address, message, signed.signature)).toBe(true)
      expect(Verifier.verifySignature(address, `${message}!`, signed.signature)).toBe(false)
    }
    expect(lines(screens().asked[0])).toContain('Ahoy')
  })

  it('behavior: the payment account signs by BIP-137 where that is asked for, the other does not', async () => {
    const params = { message: 'Ahoy', protocol: 'ecdsa' }
    const { address } = payment()
    const { signature } = (await open()('signMessage', { account: address, ...params })) as { signature: string }
    expect(base64.decode(signature)).toHaveLength(65)
    expect(Verifier.verifySignature(address, 'Ahoy', signature)).toBe(true)
    const refused = open()('signMessage', { account: ordinal().address, ...params })
    expect((await failure(refused)).code).toBe('INVALID_PARAMS')
  })

  it('behavior: a sign-in to another page, or of another account, is shown and not signed', async () => {
    const { address } = payment()
    const text = (site: string, who: string, family = 'Bitcoin', uri = `https://${site}`) =>
      `${site} wants you to sign in with your ${family} account:\n${who}\n\n\nURI: ${uri}\nVersion: 1\nNonce: abcdefgh12345678\nIssued At: 2026-11-21T10:00:00Z`
    const sign = (message: string) => open()('signMessage', { account: address, message })
    for (const bad of [
      text('evil.example', address),
      text('app.example.org', someone),
      text('app.example.org', address, 'Solana'),
      text('app.example.org', address, 'Bitcoin', 'https://evil.example'),
      `${text('app.example.org', address)}\nExpiration Time: 2020-01-01T00:00:00Z`,
      text('app.example.org', address).replace(/\nIssued At.*/, ''),
      ` ${text('app.example.org', address)}`,
    ])
      expect(await failure(sign(bad))).toMatchObject({
        code: 'INVALID_PARAMS',
        message: expect.stringContaining('sign-in'),
      })
    expect([wallet().signed, screens().asked.length]).toEqual([[], 7])
    await sign(text('app.example.org', address))
    expect(wallet().signed).toHaveLength(1)
  })
})

describe('PSBTs', () => {
  it('behavior: what is shown is each sum with its address, what comes back, the fee and its rate; what is signed is taken by a node', async () => {
    const { address } = payment()
    const [coin] = await coinsOf(address)
    const change = BigInt(coin?.value ?? 0) - 30_000_000n - 12_345n - 2_000n
    const psbt = await psbtOf(address, {
      outputs: [
        [someone, 30_000_000n],
        [ordinal().address, 12_345n],
        [address, change],
      ],
    })
    const answer = await open()('signPsbt', { psbt, signInputs: [{ index: 0, address }], broadcast: true })
    const { txid } = answer as { txid: string }
    expect(lines(screens().asked[0])).toEqual([
      'Send 0.3 BTC',
      'Send BTC',
      '0.3 BTC',
      `To: ${someone}`,
      'Comes back to you: 0.00012345 BTC',
      `Your own address: ${ordinal().address}`,
      `Comes back to you: ${Number(change) / 1e8} BTC`,
      `Your own address: ${address}`,
      expect.stringMatching(/^Fee: 0\.00002 BTC \((9\.\d|1\d) sat\/vB\)$/),
    ])
    expect(await get(`/tx/${txid}`)).toMatchObject({ txid, fee: 2_000 })
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /tx'])
    await chain().mine(1)
  })

  it('behavior: one that is only signed is given back unsent, and the person is told that the page can send it', async () => {
    const { address } = ordinal()
    const psbt = await psbtOf(address, { outputs: [[someone, 99_999_000n]] })
    const answer = await open()('signPsbt', {
      psbt,
      signInputs: [{ index: 0, address, sighashTypes: [SigHash.ALL, 0] }],
    })
    const { psbt: signed, ...rest } = answer as { psbt: string }
    expect(rest).toEqual({})
    expect(lines(screens().asked[0]).join()).toMatch(/inscriptions.*can send it at any time/)
    const transaction = Transaction.fromPSBT(base64.decode(signed))
    transaction.finalize()
    const sent = await fetch(`${chain().url}/tx`, { method: 'POST', body: transaction.hex })
    expect([sent.status, await sent.text()]).toEqual([200, transaction.id])
    await chain().mine(1)
  })

  it('behavior: a fee without measure is said in red', async () => {
    const { address } = payment()
    const psbt = await psbtOf(address, { outputs: [[someone, 1_000n]] })
    screens().answer = async () => {
      throw new Error('The person leaves')
    }
    await expect(open()('signPsbt', { psbt, signInputs: [{ index: 0, address }] })).rejects.toThrow('leaves')
    expect(screens().asked[0]).toMatchObject({
      approval: { danger: [expect.stringContaining('far more than is usual')], needsSecondLook: true },
    })
    expect(wallet().signed).toEqual([])
  })

  it('error: refuses what spends another’s coin, signs a part, lies of a coin or is none, without a screen', async () => {
    const { address } = payment()
    const ask = (psbt: string, input: object = { index: 0, address }, broadcast = false) =>
      failure(open()('signPsbt', { psbt, signInputs: [input], broadcast }))
    const outputs: [string, bigint][] = [[someone, 1_000_000n]]
    const mine = await psbtOf(address, { outputs })
    const foreign = (await get<Coin[]>(`/address/${someone}/utxo`)).slice(0, 1)
    const coins = await coinsOf(address)
    await chain().fund(address)
    const two = [
      ...coins.slice(0, 1),
      ...(await coinsOf(address)).filter(({ txid }) => txid !== coins[0]?.txid).slice(0, 1),
    ]
    expect([foreign.length, two.length]).toEqual([1, 2])
    const bad: [string, object?, boolean?][] = [
      [await psbtOf(someone, { outputs: [[address, 1_000n]], coins: foreign }), { index: 0, address: someone }],
      [mine, { index: 0, address: ordinal().address }],
      [mine, { index: 1, address }],
      [mine, { index: 0, address, sighashTypes: [SigHash.SINGLE_ANYONECANPAY] }],
      [await psbtOf(address, { outputs, sighash: SigHash.NONE })],
      [await psbtOf(address, { outputs: [[someone, 10n ** 12n]] })],
      [await psbtOf(address, { outputs, coins: two, lie: 50_000_000n })],
      [await psbtOf(address, { outputs, coins: two }), { index: 0, address }, true],
      ['AAAA'],
      ['not base64'],
    ]
    for (const [psbt, input, broadcast] of bad)
      expect([psbt.slice(0, 40), (await ask(psbt, input, broadcast)).code]).toEqual([
        psbt.slice(0, 40),
        'INVALID_PARAMS',
      ])
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })

  it('SEC-X-03 error: does not sign under the name of a test network what spends a coin of the real one', async () => {
    const { address } = payment()
    // Both networks know the same scripts, so such a signature is good where the coin is.
    const coins = [{ txid: 'ab'.repeat(32), vout: 0, value: 90_000_000 }]
    for (const from of [address, ordinal().address]) {
      const psbt = await psbtOf(from, { outputs: [[someone, 89_999_000n]], coins })
      const asked = open()('signPsbt', { psbt, signInputs: [{ index: 0, address: from }] })
      expect((await failure(asked)).code).toBe('RPC_BAD_ANSWER')
    }
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })

  it('error: does not sign several coins whose worth nobody can tell', async () => {
    const { address } = payment()
    const coins = (await coinsOf(address)).slice(0, 2)
    expect(coins).toHaveLength(2)
    const psbt = await psbtOf(address, { outputs: [[someone, 1_000n]], coins })
    fail({ path: /hex$/, status: 404 })
    const asked = open()('signPsbt', { psbt, signInputs: [{ index: 0, address }] })
    expect((await failure(asked)).code).toBe('RPC_BAD_ANSWER')
    expect(screens().asked).toEqual([])
  })
})

describe('transfers', () => {
  const transfer = (more: object = {}) => ({
    account: payment().address,
    recipientAddress: someone,
    amount: '150000',
    ...more,
  })

  it('behavior: the wallet chooses coins and fee, shows them, and sends', async () => {
    const { txid } = (await open()('sendTransfer', transfer())) as { txid: string }
    const { vout, fee } = await get<{ vout: { scriptpubkey_address: string; value: number }[]; fee: number }>(
      `/tx/${txid}`,
    )
    expect(vout).toContainEqual(expect.objectContaining({ scriptpubkey_address: someone, value: 150_000 }))
    expect(fee).toBeLessThan(5_000)
    expect(lines(screens().asked[0]).slice(0, 4)).toEqual([
      'Send 0.0015 BTC',
      'Send BTC',
      '0.0015 BTC',
      `To: ${someone}`,
    ])
    await chain().mine(1)
  })

  it('behavior: one that arrived without an answer is found by its id and not sent anew', async () => {
    fail({ path: /^\/tx$/, status: 503, after: true })
    const { txid } = (await open()('sendTransfer', transfer())) as { txid: string }
    expect(calls().filter((call) => call === 'POST /tx')).toHaveLength(1)
    expect(await get(`/tx/${txid}`)).toMatchObject({ txid })
    await chain().mine(1)
  })

  it.each([
    [{ amount: '99999999999' }, 'INSUFFICIENT_FUNDS'],
    [{ amount: '0' }, 'INVALID_PARAMS'],
    [{ amount: 1 }, 'INVALID_PARAMS'],
    [{ account: someone }, 'INVALID_PARAMS'],
    [{ recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, 'INVALID_ADDRESS'],
    [{ recipientAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081' }, 'INVALID_ADDRESS'],
  ])('error: %j is refused by %s', async (more, code) => {
    expect((await failure(open()('sendTransfer', transfer(more)))).code).toBe(code)
    expect(screens().asked).toEqual([])
  })

  it('error: coins that may carry inscriptions are not chosen', async () => {
    const asked = open()('sendTransfer', transfer({ account: ordinal().address }))
    expect((await failure(asked)).code).toBe('INVALID_PARAMS')
  })
})

it('error: the methods are none of another family, and those of other families are none of Bitcoin', async () => {
  for (const method of ['signPsbt', 'signMessage', 'getAccountAddresses'])
    expect((await failure(open()(method, {}, 'eip155'))).code).toBe('UNSUPPORTED_METHOD')
  for (const method of ['personal_sign', 'eth_call', 'solana_signMessage'])
    expect((await failure(open()(method, {}))).code).toBe('UNSUPPORTED_METHOD')
})
