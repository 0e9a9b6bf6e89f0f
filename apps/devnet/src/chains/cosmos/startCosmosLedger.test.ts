import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeSecp256k1Pubkey, makeSignDoc as makeAminoDoc, Secp256k1HdWallet, serializeSignDoc } from '@cosmjs/amino'
import {
  coins,
  DirectSecp256k1HdWallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import { defaultRegistryTypes } from '@cosmjs/stargate'
import { base64, hex } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mnemonic } from '../evm/accounts.js'
import type { FamilyChain } from '../familyChain.js'
import { cosmosAccounts } from './cosmosAccounts.js'
import { cosmosChain } from './cosmosNetwork.js'
import { readProto, writeProto } from './protobuf.js'
import { aminoSignBytes, directSignBytes } from './signBytes.js'
import { startCosmosLedger } from './startCosmosLedger.js'

type TxResponse = { code: number; txhash: string; raw_log: string; height: string }

const [first, second] = cosmosAccounts(2)
if (!first || !second) throw new Error('There are two accounts')
const registry = new Registry(defaultRegistryTypes)
const stranger = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'

type Payment = {
  to?: string
  from?: string
  amount?: string
  denom?: string
  sequence?: number
  chain?: string
  accountNumber?: number
  timeoutHeight?: bigint
  memo?: string
  amino?: boolean
  fee?: string
  withoutKey?: boolean
}

/** A payment of the first account, encoded and signed by CosmJS. */
async function pay(payment: Payment = {}): Promise<Uint8Array> {
  const { to = stranger, from = first!.address, amount = '2500', denom = 'uatom', sequence = 0, memo = '' } = payment
  const { chain = cosmosChain, accountNumber = 0, timeoutHeight = 0n, amino = false, fee = '200' } = payment
  const bodyBytes = registry.encodeTxBody({
    messages: [
      {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: { fromAddress: from, toAddress: to, amount: coins(amount, denom) },
      },
    ],
    memo,
    timeoutHeight,
  })
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(hex.decode(first!.publicKey)))
  const signer = payment.withoutKey ? { pubkey: { typeUrl: '', value: new Uint8Array() } } : { pubkey }
  const authInfoBytes = makeAuthInfoBytes(
    [{ ...signer, sequence: BigInt(sequence) }],
    coins(fee, 'uatom'),
    100_000,
    undefined,
    undefined,
    ...(amino ? [127] : []),
  )
  let signature: string
  if (amino) {
    const wallet = await Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos' })
    const msg = {
      type: 'cosmos-sdk/MsgSend',
      value: { from_address: from, to_address: to, amount: coins(amount, denom) },
    }
    const doc = makeAminoDoc(
      [msg],
      { amount: coins(fee, 'uatom'), gas: '100000' },
      chain,
      memo,
      accountNumber,
      sequence,
    )
    signature = (await wallet.signAmino(first!.address, doc)).signature.signature
  } else {
    const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos' })
    const doc = makeSignDoc(bodyBytes, authInfoBytes, chain, accountNumber)
    signature = (await wallet.signDirect(first!.address, doc)).signature.signature
  }
  return writeProto([
    [1, bodyBytes],
    [2, authInfoBytes],
    [3, base64.decode(signature)],
  ])
}

function talk(ledger: () => FamilyChain) {
  const get = async <value>(path: string): Promise<value> => (await fetch(`${ledger().url}${path}`)).json() as value
  return {
    get,
    send: async (raw: Uint8Array): Promise<TxResponse> => {
      const response = await fetch(`${ledger().url}/cosmos/tx/v1beta1/txs`, {
        method: 'POST',
        body: JSON.stringify({ tx_bytes: base64.encode(raw), mode: 'BROADCAST_MODE_SYNC' }),
      })
      return ((await response.json()) as { tx_response: TxResponse }).tx_response
    },
    balance: async (address: string) => {
      const { balances } = await get<{ balances: { amount: string }[] }>(`/cosmos/bank/v1beta1/balances/${address}`)
      return Number(balances[0]?.amount ?? 0)
    },
    account: async (address: string) =>
      (
        await get<{ account: { account_number: string; sequence: string; pub_key: { key: string } | null } }>(
          `/cosmos/auth/v1beta1/accounts/${address}`,
        )
      ).account,
    ended: async (hash: string) =>
      (await get<{ tx_response: TxResponse }>(`/cosmos/tx/v1beta1/txs/${hash}`)).tx_response,
  }
}

describe('startCosmosLedger', () => {
  let ledger: FamilyChain
  beforeAll(async () => {
    ledger = await startCosmosLedger()
  })
  afterAll(() => ledger.stop())
  const { get, send, balance, account, ended } = talk(() => ledger)

  it('behavior: the development accounts are those of CosmJS, and begin with 100 ATOM', async () => {
    const hdPaths = await import('@cosmjs/amino').then(({ makeCosmoshubPath }) =>
      [0, 1].map((i) => makeCosmoshubPath(i)),
    )
    const wallet = await Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos', hdPaths })
    const theirs = (await wallet.getAccounts()).map(({ address, pubkey }) => [address, hex.encode(pubkey)])
    expect([first, second].map(({ address, publicKey }) => [address, publicKey])).toEqual(theirs)
    expect(await balance(first.address)).toBe(100_000_000)
    expect(await account(second.address)).toEqual({
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      address: second.address,
      pub_key: null,
      account_number: '1',
      sequence: '0',
    })
  })

  it('behavior: a payment that CosmJS signed moves the money once, and a replay of it is refused', async () => {
    const raw = await pay()
    const taken = await send(raw)
    expect(taken).toMatchObject({ code: 0, raw_log: '' })
    expect(await ended(taken.txhash)).toMatchObject({ code: 0, txhash: taken.txhash })
    expect(await balance(stranger)).toBe(2_500)
    expect(await balance(first.address)).toBe(100_000_000 - 2_500 - 200)
    expect(await account(first.address)).toMatchObject({
      sequence: '1',
      pub_key: { key: base64.encode(hex.decode(first.publicKey)) },
    })
    expect((await send(raw)).code).toBe(19)
    // Signed anew with the used number, so that it is not the same transaction.
    expect(await send(await pay({ memo: 'again' }))).toMatchObject({
      code: 32,
      raw_log: expect.stringContaining('expected 1, got 0'),
    })
    expect(await balance(stranger)).toBe(2_500)
  })

  it('behavior: takes the older JSON form of signing, and a signer whose key it knows', async () => {
    expect(await send(await pay({ amino: true, sequence: 1, memo: 'a & b < c > d' }))).toMatchObject({ code: 0 })
    expect(await send(await pay({ withoutKey: true, sequence: 2 }))).toMatchObject({ code: 0 })
    expect(await balance(stranger)).toBe(7_500)
  })

  it('error: other chains, account numbers, senders, coins and signatures are refused, and nothing moves', async () => {
    const before = await balance(first.address)
    const right = { sequence: 3 }
    const refused = async (payment: Payment, code: number, reason: string) =>
      expect(await send(await pay({ ...right, ...payment }))).toMatchObject({
        code,
        raw_log: expect.stringContaining(reason),
      })
    await refused({ chain: 'cosmoshub-4' }, 4, 'unauthorized')
    await refused({ accountNumber: 9 }, 4, 'unauthorized')
    await refused({ amino: true, chain: 'cosmoshub-4' }, 4, 'unauthorized')
    await refused({ from: second.address }, 8, 'does not match signer')
    await refused({ from: 'cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3jaaqhe' }, 9, 'does not exist')
    await refused({ to: 'osmo1banana' }, 7, 'invalid address')
    await refused({ denom: 'uosmo' }, 5, 'no uosmo')
    await refused({ amount: '0' }, 10, 'not positive')
    await refused({ fee: '999999999999' }, 5, 'fee')
    await refused({ timeoutHeight: 1n }, 30, 'timeout')
    await refused({ memo: 'x'.repeat(257) }, 12, 'memo')
    await refused({ sequence: 4 }, 32, 'expected 3, got 4')
    const raw = await pay(right)
    const bent = Uint8Array.from(raw)
    bent[raw.length - 20] = (bent[raw.length - 20] ?? 0) ^ 1
    expect((await send(bent)).code).toBe(4)
    for (const nonsense of [raw.slice(0, -1), Uint8Array.of(1, 2, 3), writeProto([[9, 1n]])]) {
      expect((await send(nonsense)).code).toBe(2)
    }
    expect(await balance(first.address)).toBe(before)
    expect((await account(first.address)).sequence).toBe('3')
  })

  it('behavior: a payment of more than there is stands in a block with its code, and cost its fee', async () => {
    const before = await balance(first.address)
    const { txhash, code } = await send(await pay({ sequence: 3, amount: '99999999999' }))
    expect(code).toBe(0)
    expect(await ended(txhash)).toMatchObject({ code: 5, raw_log: expect.stringContaining('insufficient funds') })
    expect(await balance(first.address)).toBe(before - 200)
  })

  it('behavior: fund gives 10 ATOM to any address, also one that nobody has seen', async () => {
    const before = await balance(second.address)
    await ledger.fund(second.address)
    expect(await balance(second.address)).toBe(before + 10_000_000)
    const fresh = cosmosAccounts(30)[29]?.address ?? ''
    await ledger.fund(fresh)
    expect(await balance(fresh)).toBe(10_000_000)
    for (const wrong of ['', 'cosmos1banana', 'osmo1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3gvsc6a']) {
      await expect(ledger.fund(wrong)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    }
  })

  it('behavior: says which chain it is, and errors as a node says them', async () => {
    expect(await get('/cosmos/base/tendermint/v1beta1/node_info')).toMatchObject({
      default_node_info: { network: 'latchkey-1' },
    })
    expect(await get(`/cosmos/bank/v1beta1/balances/${first.address}/by_denom?denom=uatom`)).toMatchObject({
      balance: { denom: 'uatom', amount: expect.stringMatching(/^\d+$/) },
    })
    const fresh = cosmosAccounts(31)[30]?.address
    for (const [path, status, code] of [
      ['/cosmos/bank/v1beta1/balances/banana', 400, 3],
      [`/cosmos/auth/v1beta1/accounts/${fresh}`, 404, 5],
      [`/cosmos/tx/v1beta1/txs/${'AB'.repeat(32)}`, 404, 5],
      ['/cosmos/nothing', 501, 12],
    ] as const) {
      const response = await fetch(`${ledger.url}${path}`, { headers: { origin: 'https://app.example' } })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
      expect(await response.json()).toMatchObject({ code })
    }
    const bare = await fetch(`${ledger.url}/cosmos/tx/v1beta1/txs`, { method: 'POST', body: '{torn' })
    expect(bare.status).toBe(400)
  })

  it('behavior: a restart keeps balances, sequences and transactions; a file that cannot be read is put aside', async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-cosmos-'))
    const lines: string[] = []
    const visit = async <value>(run: (kept: ReturnType<typeof talk>) => Promise<value>) => {
      const kept = await startCosmosLedger({ stateDir, log: (line) => lines.push(line) })
      try {
        return await run(talk(() => kept))
      } finally {
        await kept.stop()
        await kept.stop()
      }
    }
    const { txhash } = await visit(async (kept) => kept.send(await pay()))
    await visit(async (kept) => {
      expect(await kept.ended(txhash)).toMatchObject({ code: 0 })
      expect(await kept.balance(stranger)).toBe(2_500)
      expect((await kept.send(await pay())).code).toBe(19)
    })
    await writeFile(join(stateDir, 'cosmos.json'), '{"height":1,"accounts":{"banana":{}},"txs":[]}')
    await visit(async (kept) => expect(await kept.balance(stranger)).toBe(0))
    expect(lines).toEqual([expect.stringContaining('put aside')])
    await rm(stateDir, { recursive: true })
  })
})

describe('signBytes', () => {
  it('behavior: both forms are byte for byte those of CosmJS', () => {
    const doc = makeAminoDoc(
      [{ type: 'x', value: { b: '<&>', a: [{ d: '1', c: 'ü' }] } }],
      { amount: [], gas: '1' },
      'c',
      'm',
      3,
      4,
    )
    expect(aminoSignBytes(doc)).toEqual(serializeSignDoc(doc))
    const [body, auth] = [Uint8Array.of(1, 2), Uint8Array.of(3)]
    for (const number of [0, 1, 300, 2 ** 40]) {
      expect(directSignBytes(body, auth, 'latchkey-1', BigInt(number))).toEqual(
        makeSignBytes(makeSignDoc(body, auth, 'latchkey-1', number)),
      )
    }
  })

  it('error: bytes that are no message, or say more than is known, are refused', () => {
    for (const bytes of [[0x0a], [0x0a, 5, 1], [0x0d, 1, 2, 3, 4], [0x80], Array(11).fill(0xff), [0x10, 1]]) {
      expect(() => readProto(Uint8Array.from(bytes), [1])).toThrow()
    }
  })
})
