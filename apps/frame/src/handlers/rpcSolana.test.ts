import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { user } from '../../test/signingWallet.js'
import { useRpcWorld } from '../../test/useRpcWorld.js'
import type { FrameChain } from '../types.js'

const { open, screens, wallet } = useRpcWorld()
const account = user.addresses.solana
const own = base58.decode(account)
const someone = new Uint8Array(32).fill(9)
const namespace = 'solana' as const

// A payment of 1.5 SOL: two accounts and the system program.
function payment(payer: Uint8Array = own): Uint8Array {
  const data = [2, 0, 0, 0, 0x00, 0x2f, 0x68, 0x59, 0, 0, 0, 0]
  const message = concatBytes(
    new Uint8Array([1, 0, 1, 3]),
    payer,
    someone,
    new Uint8Array(32),
    new Uint8Array(32).fill(1),
    new Uint8Array([1, 2, 2, 0, 1, data.length, ...data]),
  )
  return concatBytes(new Uint8Array([1]), new Uint8Array(64), message)
}
const isSigned = (transaction: string) => {
  const bytes = base58.decode(transaction)
  return ed25519.verify(bytes.subarray(1, 65), bytes.subarray(65), own)
}

describe('Solana', () => {
  it('[S7-109] solana_signMessage shows the text and signs it', async () => {
    const { request } = open()
    const message = new TextEncoder().encode('Ahoy')
    const params = { message: base58.encode(message), pubkey: account }
    const { signature } = (await request('solana_signMessage', params, { namespace })) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), message, own)).toBe(true)
    expect(screens().asked[0]).toMatchObject({ approval: { headline: { text: 'Ahoy' }, account } })
  })

  it('[S7-110] solana_signTransaction and [S7-111] solana_signAllTransactions sign what they showed', async () => {
    const { request } = open()
    const transaction = base58.encode(payment())
    const one = (await request('solana_signTransaction', { transaction }, { namespace })) as { transaction: string }
    expect(isSigned(one.transaction)).toBe(true)
    expect(screens().asked[0]).toMatchObject({ approval: { headline: { text: '1.5 SOL' } } })
    const all = (await request(
      'solana_signAllTransactions',
      { transactions: [transaction, transaction] },
      { namespace },
    )) as {
      transactions: string[]
    }
    expect(all.transactions.map(isSigned)).toEqual([true, true])
    expect(screens().asked[1]).toMatchObject({ approval: { title: 'Sign 2 transactions', needsSecondLook: true } })
    expect(screens().asked).toHaveLength(2)
  })

  it('[S7-112] solana_signAndSendTransaction sends it by the operator’s node and names it by its signature', async () => {
    const sent: { method: string; params: [string, object] }[] = []
    const chain: FrameChain = {
      id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
      name: 'Solana',
      nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
      tokens: [],
      isTestnet: true,
    }
    let answer = (signature: string) => signature
    const { request } = open({
      settings: { apiUrl: 'https://api.example.org', chains: [chain] },
      fetch: async (_, init) => {
        const { id, method, params } = JSON.parse(String(init.body))
        if (method === 'sendTransaction') sent.push({ method, params })
        return Response.json({
          jsonrpc: '2.0',
          id,
          result: answer(base58.encode(base64.decode(params[0]).subarray(1, 65))),
        })
      },
    })
    const params = { transaction: base58.encode(payment()), options: { skipPreflight: true, foreign: 1 } }
    const { signature } = (await request('solana_signAndSendTransaction', params, { namespace })) as {
      signature: string
    }
    expect(sent).toMatchObject([
      { method: 'sendTransaction', params: [expect.any(String), { skipPreflight: true, encoding: 'base64' }] },
    ])
    expect(base58.decode(signature)).toEqual(base64.decode(sent[0]!.params[0]).subarray(1, 65))
    expect(sent[0]!.params[1]).not.toHaveProperty('foreign')
    answer = () => 'another'
    expect((await failure(request('solana_signAndSendTransaction', params, { namespace }))).code).toBe('RPC_BAD_ANSWER')
  })

  const sending = () => {
    const sent: { method: string; params: [string, { preflightCommitment?: string }] }[] = []
    const chain: FrameChain = {
      id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      name: 'Solana',
      nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
      tokens: [],
      isTestnet: true,
    }
    const fetch = async (_: string, init: RequestInit) => {
      const { id, method, params } = JSON.parse(String(init.body))
      if (method === 'sendTransaction') sent.push({ method, params })
      const result = base58.encode(base64.decode(params[0]).subarray(1, 65))
      return Response.json({ jsonrpc: '2.0', id, result })
    }
    const { request } = open({ settings: { apiUrl: 'https://api.example.org', chains: [chain] }, fetch })
    const send = (preflightCommitment: unknown) =>
      request(
        'solana_signAndSendTransaction',
        { transaction: base58.encode(payment()), options: { preflightCommitment } },
        { namespace },
      )
    return { sent, send }
  }

  it.each([
    ['S5-12', 'processed'],
    ['S5-13', 'confirmed'],
    ['S5-14', 'finalized'],
    ['S5-15', 'recent'],
    ['S5-16', 'single'],
    ['S5-17', 'singleGossip'],
    ['S5-18', 'root'],
    ['S5-19', 'max'],
  ])('[%s] takes the commitment %s and gives it to the node', async (_, commitment) => {
    const { sent, send } = sending()
    await send(commitment)
    expect(sent.map(({ method, params }) => [method, params[1].preflightCommitment])).toEqual([
      ['sendTransaction', commitment],
    ])
  })

  it.each(['', 'Confirmed', 'final', 5, null, ['max']])(
    'error: refuses the commitment %j unasked',
    async (commitment) => {
      const { sent, send } = sending()
      expect((await failure(send(commitment))).code).toBe('INVALID_PARAMS')
      expect([sent, screens().asked, wallet().signed]).toEqual([[], [], []])
    },
  )

  it('error: refuses what is not for this account, no transaction, or of the wrong family, without a screen', async () => {
    const { request } = open()
    const bad: [string, unknown, 'solana' | 'eip155'][] = [
      [
        'solana_signMessage',
        { message: base58.encode(new Uint8Array([1])), pubkey: base58.encode(someone) },
        namespace,
      ],
      ['solana_signMessage', { message: '0OIl' }, namespace],
      ['solana_signMessage', { message: base58.encode(payment().subarray(65)) }, namespace],
      ['solana_signMessage', undefined, namespace],
      ['solana_signTransaction', { transaction: base58.encode(payment(someone)) }, namespace],
      ['solana_signTransaction', { transaction: base58.encode(new Uint8Array([1, 2, 3])) }, namespace],
      ['solana_signTransaction', {}, namespace],
      ['solana_signAllTransactions', { transactions: [] }, namespace],
      ['solana_signAllTransactions', { transactions: [base58.encode(payment()), ''] }, namespace],
    ]
    for (const [method, params, family] of bad) {
      expect(await failure(request(method, params, { namespace: family })), JSON.stringify(params)).toMatchObject({
        code: 'INVALID_PARAMS',
      })
    }
    expect((await failure(request('solana_signMessage', { message: '2' }))).code).toBe('INVALID_REQUEST')
    expect((await failure(request('personal_sign', ['a', account], { namespace }))).code).toBe('INVALID_REQUEST')
    const nowhere = request('solana_signAndSendTransaction', { transaction: base58.encode(payment()) }, { namespace })
    expect((await failure(nowhere)).code).toBe('CHAIN_NOT_FOUND')
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })
})
