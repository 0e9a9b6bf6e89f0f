import { accounts } from '@latchkey/devnet'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { askRpcMethods, rpcPolicy, safeRpcMethods } from '@latchkey/protocol/internal/frameRpc'
import {
  encodeFunctionData,
  erc20Abi,
  keccak256,
  maxUint256,
  parseEther,
  recoverMessageAddress,
  recoverTypedDataAddress,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'
import type { Approval } from '../types.js'

const { world, rpc, client, open, screens, wallet } = useRpcWorld()

const usdc = () => world().chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
const shown = (): Approval => {
  const screen = screens().asked.at(-1)
  if (screen?.kind !== 'approve') throw new Error('No approval was shown')
  return screen.approval
}
const pay = (value: bigint, more: object = {}) => [{ from: account, to: other, value: toHex(value), ...more }]

describe('reads', () => {
  it('[S7-104] pass to the node without a screen', async () => {
    const { request } = open()
    expect(await request('eth_blockNumber')).toMatch(/^0x/)
    expect(BigInt(String(await request('eth_getBalance', [account, 'latest'])))).toBeGreaterThan(0n)
    expect(await request('eth_getCode', [usdc(), 'latest'])).toMatch(/^0x60/)
    expect(await request('eth_feeHistory', ['0x2', 'latest', [50]])).toHaveProperty('baseFeePerGas')
    expect(screens().asked).toEqual([])
  })

  it('answers account and chain by itself', async () => {
    const { request } = open()
    const before = world().node.requests
    expect(await request('eth_accounts')).toEqual([account])
    expect(await request('eth_chainId')).toBe('0x7a69')
    expect(world().node.requests).toBe(before)
  })

  it('SEC-C-03 gives no account before somebody has signed in on this page, and opens nothing to find out', async () => {
    let entered = 0
    const enter = async () => {
      entered++
      throw new LatchkeyError('UNAUTHORIZED', 'Nobody is signed in')
    }
    const { request } = open({ wallet: { ...wallet(), user: undefined, enter } })
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('eth_blockNumber')).toMatch(/^0x/)
    expect(entered).toBe(0)
    expect((await failure(request('personal_sign', ['Hello', account]))).code).toBe('UNAUTHORIZED')
    expect([screens().asked, entered]).toEqual([[], 1])
  })

  it('error: gives the node’s refusal, and says when it cannot be reached', async () => {
    const { request } = open()
    expect(await failure(request('eth_getBalance', ['nobody', 'latest']))).toMatchObject({ rpcCode: -32602 })
    await world().node.set('html')
    expect((await failure(request('eth_blockNumber'))).code).toBe('RPC_BAD_ANSWER')
    await world().node.set('down')
    expect((await failure(request('eth_blockNumber'))).code).toBe('RPC_UNREACHABLE')
  })

  it('SEC-C-02 answers nothing but the listed methods, in whatever spelling', async () => {
    const { request } = open()
    const known: readonly string[] = [...safeRpcMethods, ...askRpcMethods]
    const variants = known.flatMap((method) => [` ${method}`, `${method}\n`, method.toUpperCase(), `${method}_`])
    const others = [
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData',
      'eth_requestAccounts',
      'wallet_export',
      '__proto__',
    ]
    for (const method of [...variants, ...others].filter((each) => !known.includes(each))) {
      expect(rpcPolicy(method)).toBe('refuse')
      expect(await failure(request(method, []))).toMatchObject({
        code: 'UNSUPPORTED_METHOD',
        message: 'Requested RPC call is not allowed',
      })
    }
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })

  it.each([
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'eth_sendUserOperation',
    'eth_estimateUserOperationGas',
    'eth_supportedEntryPoints',
  ])('says that %s needs what this server does not have', async (method) => {
    const { request } = open()
    expect(await failure(request(method, [{}]))).toMatchObject({
      code: 'UNSUPPORTED_METHOD',
      message: expect.stringMatching(/not set up on this server$/),
    })
    expect(screens().asked).toEqual([])
  })

  it('[S7-118] lists assets in the strict shape, from the node where there is no data API', async () => {
    const { request } = open()
    const answer = (await request('wallet_getAssets', { account, chainFilter: ['0x7a69'] })) as {
      [id: string]: object[]
    }
    expect(answer['0x7a69']).toEqual([
      {
        address: 'native',
        balance: expect.stringMatching(/^0x[\da-f]+$/),
        type: 'NATIVE',
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 0, iconUrl: '', value: 0 },
      },
    ])
    expect(await request('wallet_getAssets', [{ account, chainFilter: ['0x1'] }])).toEqual({})
  })

  it('[S7-118] lists assets of the data API without losing a digit', async () => {
    const numeric = '12345678901234567890.123456789012345678'
    const body = {
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:31337',
          price: 2,
          quantity: { decimals: '18', numeric },
          iconUrl: 'i',
        },
        {
          name: 'USD Coin',
          symbol: 'USDC',
          chainId: 'eip155:31337',
          address: `eip155:31337:${usdc()}`,
          value: 1.5,
          price: 1,
          quantity: { decimals: '6', numeric: '1.5' },
          iconUrl: 'u',
        },
      ],
    }
    const { request } = open({ fetch: async () => Response.json(body) })
    const answer = (await request('wallet_getAssets', { account })) as { [id: string]: { balance: string }[] }
    expect(answer['0x7a69']?.map(({ balance }) => BigInt(balance))).toEqual([
      12345678901234567890123456789012345678n,
      1_500_000n,
    ])
    expect(answer['0x7a69']?.[1]).toMatchObject({
      address: usdc(),
      type: 'ERC20',
      metadata: { decimals: 6, value: 1.5 },
    })
  })
})

describe('signatures', () => {
  it('[S7-106] personal_sign shows the text and signs it, also where the parameters are swapped', async () => {
    const { request } = open()
    for (const params of [
      ['Hello harbour', account],
      [toHex('Hello harbour'), account],
      [account, 'Hello harbour'],
    ]) {
      const signature = (await request('personal_sign', params)) as `0x${string}`
      expect(shown()).toMatchObject({ title: 'Sign a message', headline: { text: 'Hello harbour' }, account })
      expect(await recoverMessageAddress({ message: 'Hello harbour', signature })).toBe(account)
    }
  })

  it('[S7-107] eth_signTypedData_v4 shows every field and signs it', async () => {
    const { request } = open()
    const data = {
      domain: { name: 'Mail', version: '1', chainId: 31337, verifyingContract: other },
      types: {
        Mail: [
          { name: 'to', type: 'address' },
          { name: 'text', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      message: { to: other, text: 'Ahoy' },
    } as const
    const signature = (await request('eth_signTypedData_v4', [account, JSON.stringify(data)])) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...data, signature })).toBe(account)
    expect(shown().rows).toEqual(expect.arrayContaining([expect.objectContaining({ label: 'text', value: 'Ahoy' })]))
  })

  it('error: refuses bad parameters and the wrong network without a screen', async () => {
    const { request } = open()
    const bad: [string, unknown][] = [
      ['personal_sign', ['text']],
      ['personal_sign', [1, 2]],
      ['personal_sign', 'text'],
      ['personal_sign', undefined],
      ['eth_signTypedData_v4', [account, '{"types":']],
      ['eth_signTypedData_v4', [account, { types: {}, primaryType: 'None', domain: {}, message: {} }]],
      ['eth_signTypedData_v4', [account, { types: { A: [] }, primaryType: 'A', domain: { chainId: 1 }, message: {} }]],
      ['eth_sendTransaction', []],
      ['eth_sendTransaction', [{ to: other, value: '0x1' }]],
      ['eth_sendTransaction', [{ from: account, to: 'harbour.eth', value: '0x1' }]],
      ['eth_sendTransaction', [{ from: account, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8', value: '0x1' }]],
      ['eth_sendTransaction', [{ from: account, to: other, value: '-1' }]],
      ['eth_sendTransaction', [{ from: account, to: other, value: '1.5' }]],
      ['eth_sendTransaction', [{ from: account, to: other, data: '0xabc' }]],
      ['eth_sendTransaction', [{ from: account, to: other, data: '0x01', input: '0x02' }]],
      ['eth_sendTransaction', pay(1n, { chainId: '0x1' })],
      ['eth_sendTransaction', pay(1n, { authorizationList: [] })],
      ['eth_sendTransaction', pay(1n, { type: '0x4' })],
      ['eth_sendTransaction', pay(1n, { type: '0x3' })],
      ['eth_sendTransaction', pay(1n, { nonce: `0x${'f'.repeat(20)}` })],
      ['wallet_sendCalls', [{ calls: [] }]],
      ['wallet_getAssets', [{ account: 'me' }]],
    ]
    for (const [method, params] of bad) {
      expect(await failure(request(method, params)), `${method} ${JSON.stringify(params)}`).toMatchObject({
        code: 'INVALID_PARAMS',
      })
    }
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })

  it.each([
    ['personal_sign', ['text', other]],
    ['eth_signTypedData_v4', [other, { types: { A: [] }, primaryType: 'A', message: {} }]],
    ['eth_sendTransaction', [{ from: other, to: other, value: '0x1' }]],
    ['wallet_sendCalls', [{ from: other, calls: [{ to: other }] }]],
  ])('error: refuses %s in the name of another account as unauthorized, without a screen', async (method, params) => {
    const { request } = open()
    expect(await failure(request(method, params))).toMatchObject({ code: 'UNAUTHORIZED', rpcCode: 4100 })
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })

  it('does not sign what the person rejects, and tells so', async () => {
    screens().answer = async () => {
      throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.')
    }
    const { request } = open()
    expect((await failure(request('personal_sign', ['Hello', account]))).code).toBe('USER_REJECTED')
    expect(wallet().signed).toEqual([])
  })

  it('SEC-S-14 shows a sign-in for another site in red, and never signs it', async () => {
    const { request } = open()
    const text = `evil.example wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://evil.example\nVersion: 1\nChain ID: 31337\nNonce: abcdefgh12\nIssued At: 2026-01-01T00:00:00Z`
    expect(await failure(request('personal_sign', [toHex(text), account]))).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('evil.example'),
    })
    expect(shown()).toMatchObject({ isRefused: true, danger: [expect.stringContaining('app.example.org asks')] })
    expect(wallet().signed).toEqual([])
  })
})

describe('sending', () => {
  it('[S7-108] eth_sendTransaction pays, after a screen that was made of the bytes that were signed', async () => {
    const { request } = open()
    const before = await client().getBalance({ address: other as `0x${string}` })
    const hash = (await request('eth_sendTransaction', pay(parseEther('0.25')))) as `0x${string}`
    await rpc('evm_mine')
    const receipt = await client().waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect((await client().getBalance({ address: other as `0x${string}` })) - before).toBe(parseEther('0.25'))
    expect(shown()).toMatchObject({
      action: 'Send 0.25 ETH',
      headline: { text: '0.25 ETH' },
      network: 'Local Ethereum (31337), test network',
    })
    expect(shown().rows[0]).toMatchObject({ label: 'To', form: 'address' })
  })

  it('names an endless allowance in red and sends it only after a second look', async () => {
    const { request } = open()
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [other as `0x${string}`, maxUint256],
    })
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data }])
    expect(shown()).toMatchObject({
      headline: { text: 'Unlimited USDC' },
      needsSecondLook: true,
      danger: expect.arrayContaining(['This lets somebody else spend all of your USDC, now and later.']),
    })
  })

  it('error: says before any screen that there is not enough, or that the contract refuses', async () => {
    const { request } = open()
    expect((await failure(request('eth_sendTransaction', pay(parseEther('5000'))))).code).toBe('INSUFFICIENT_FUNDS')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [other as `0x${string}`, 10n ** 40n],
    })
    const refused = await failure(request('eth_sendTransaction', [{ from: account, to: usdc(), data }]))
    expect(refused.code).toBe('EXECUTION_REVERTED')
    expect(screens().asked).toEqual([])
  })

  it('warns where the page insists on a call that the network expects to fail', async () => {
    const { request } = open()
    screens().answer = async () => {
      throw new Error('enough seen')
    }
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [other as `0x${string}`, 10n ** 40n],
    })
    await request('eth_sendTransaction', [{ from: account, to: usdc(), data, gas: '0x186a0' }]).catch(() => {})
    expect(shown().needsSecondLook).toBe(true)
    expect(shown().warnings[0]).toMatch(/expects this to fail/)
  })

  it('two at once are two screens, one after the other, with two numbers', async () => {
    const { request } = open()
    let [open_, most] = [0, 0]
    screens().answer = async () => {
      most = Math.max(most, ++open_)
      await new Promise((resolve) => setTimeout(resolve, 20))
      open_--
    }
    const hashes = await Promise.all([1n, 1n, 1n].map((value) => request('eth_sendTransaction', pay(value))))
    expect(new Set(hashes).size).toBe(3)
    expect([most, screens().asked.length]).toEqual([1, 3])
  })

  it('REL-07 a broadcast whose answer is lost after the node took it counts as sent, once', async () => {
    const before = await client().getTransactionCount({ address: account, blockTag: 'pending' })
    const { request } = open({ fetch: losing('answer') })
    const hash = (await request('eth_sendTransaction', pay(7n))) as `0x${string}`
    await rpc('evm_mine')
    expect((await client().getTransaction({ hash })).value).toBe(7n)
    expect(await client().getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
    expect(screens().asked).toHaveLength(1)
  })

  it('REL-08 a broadcast that never reached the node is made again with the same bytes, once', async () => {
    const before = await client().getTransactionCount({ address: account, blockTag: 'pending' })
    const { request } = open({ fetch: losing('question') })
    const hash = (await request('eth_sendTransaction', pay(8n))) as `0x${string}`
    await rpc('evm_mine')
    expect((await client().getTransaction({ hash })).value).toBe(8n)
    expect(await client().getTransactionCount({ address: account, blockTag: 'pending' })).toBe(before + 1)
    expect([screens().asked.length, wallet().signed.length]).toEqual([1, 1])
  })

  it('[S7-105] passes eth_sendRawTransaction through, and asks for eth_sendTransaction', async () => {
    const { request } = open()
    const sender = privateKeyToAccount(accounts[7]?.privateKey ?? '0x')
    const nonce = await client().getTransactionCount({ address: sender.address })
    const fee = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const raw = await sender.signTransaction({ chainId: 31337, to: other as `0x${string}`, value: 3n, nonce, ...fee })
    expect(await request('eth_sendRawTransaction', [raw])).toBe(keccak256(raw))
    expect([screens().asked, wallet().signed]).toEqual([[], []])
    await request('eth_sendTransaction', pay(4n))
    expect([screens().asked.length, wallet().signed.length]).toEqual([1, 1])
  })

  it('error: sends nothing over a node that is on another chain', async () => {
    await world().node.set({ wrongChain: 5 })
    const { request } = open()
    expect((await failure(request('eth_sendTransaction', pay(1n)))).code).toBe('CHAIN_MISMATCH')
    expect([screens().asked, wallet().signed]).toEqual([[], []])
  })
})

/** A network that loses one broadcast: the answer after the node took it, or the question before. */
function losing(what: 'answer' | 'question') {
  let isLost = false
  return async (url: string, init: RequestInit): Promise<Response> => {
    const isBroadcast = String(init.body).includes('eth_sendRawTransaction')
    if (!isBroadcast || isLost) return fetch(url, init)
    isLost = true
    if (what === 'answer') await (await fetch(url, init)).text()
    throw new TypeError('Failed to fetch')
  }
}
