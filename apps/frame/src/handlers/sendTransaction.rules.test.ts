import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { chain, context, other, usdc } from '../../test/signingContext.js'
import { user } from '../../test/signingWallet.js'
import { hashOfSigned } from '../chains/broadcast.js'

const account = user.addresses.eip155
const hex = (value: bigint | number) => `0x${value.toString(16)}`
const price = 2_100_000_000n
const ether = 10n ** 18n
const payment = { from: account, to: other, value: hex(7n) }
/** A call of a token: so much to somebody. */
const transfer = `0xa9059cbb${other.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
const contract = '0x00000000000000000000000000000000c0ffee02'
const send = (rpc: ReturnType<typeof openMemoryRpc>, more: object = {}) =>
  rpc.request('eth_sendTransaction', [{ ...payment, ...more }])
const silent = ({ screens, wallet, node }: ReturnType<typeof openMemoryRpc>) =>
  [screens.asked, wallet.signed, node.of('eth_sendRawTransaction')].map(({ length }) => length)

describe('a transaction', () => {
  it('is completed by what the network says of this account, and sent as it was signed', async () => {
    const rpc = openMemoryRpc()
    const hash = await send(rpc)
    expect(rpc.signed()).toEqual([
      {
        chainId: 31_337,
        nonce: 5,
        gas: 21_000n,
        fees: { maxFeePerGas: price, maxPriorityFeePerGas: 100_000_000n },
        to: other,
        value: 7n,
        data: new Uint8Array(),
        accessList: [],
      },
    ])
    const { node, screens, shown } = rpc
    const sent = node.of('eth_sendRawTransaction').map(({ params }) => hashOfSigned(String(params)))
    expect(sent).toEqual([hash])
    expect(node.asked[0]?.method).toBe('eth_chainId')
    const pending = { params: [account, 'pending'] }
    expect(node.of('eth_getTransactionCount', 'eth_getBalance')).toMatchObject([pending, pending])
    expect(node.of('eth_estimateGas')).toMatchObject([{ params: [{ ...payment, data: '0x' }] }])
    expect(node.of('eth_simulateV1', 'eth_call')).toEqual([])
    expect(screens.asked).toMatchObject([{ kind: 'approve', what: 'evmTransaction', origin: context.origin }])
    expect(shown()[0]).toMatchObject({ account, warnings: [], danger: [], needsSecondLook: false })
  })

  it('takes what the page names for itself', async () => {
    const entry = { address: usdc, storageKeys: [hex(1).replace('0x', `0x${'0'.repeat(63)}`)] }
    const cases: [object, object][] = [
      [{ gas: '0x7530', gasLimit: '0x9c40' }, { gas: 30_000n }],
      [{ gasLimit: '0x9c40' }, { gas: 40_000n }],
      [{ nonce: '0x9' }, { nonce: 9 }],
      [{ nonce: hex(BigInt(Number.MAX_SAFE_INTEGER)) }, { nonce: Number.MAX_SAFE_INTEGER }],
      [{ value: undefined }, { value: 0n }],
      [{ data: '0x0102' }, { data: new Uint8Array([1, 2]) }],
      [{ input: '0x0304' }, { data: new Uint8Array([3, 4]) }],
      [{ accessList: [entry] }, { accessList: [entry] }],
      [{ chainId: '0x7a69', type: '0x2' }, { chainId: 31_337 }],
      [{ type: 0 }, { to: other }],
    ]
    for (const [more, outcome] of cases) {
      const rpc = openMemoryRpc()
      await send(rpc, more)
      expect(rpc.signed(), JSON.stringify(more)).toMatchObject([outcome])
    }
  })

  it('may take a fifth more gas than was estimated, but for a plain payment', async () => {
    for (const [estimate, gas] of [
      [20_999n, 25_198n],
      [21_000n, 21_000n],
      [50_000n, 60_000n],
    ] as const) {
      const rpc = openMemoryRpc({ answers: { eth_estimateGas: hex(estimate) } })
      await send(rpc)
      expect(rpc.signed()).toMatchObject([{ gas }])
    }
  })

  it('has one price and no access list where the network knows no base fee', async () => {
    const rpc = openMemoryRpc({ answers: { eth_getBlockByNumber: {}, eth_gasPrice: '0x3b9aca00' } })
    await send(rpc, { accessList: [{ address: usdc, storageKeys: [] }] })
    expect(rpc.signed()).toMatchObject([{ fees: { gasPrice: 1_000_000_000n }, accessList: [] }])
  })

  it('without a receiver makes a contract, which is not simulated', async () => {
    for (const to of [undefined, null]) {
      const rpc = openMemoryRpc()
      await send(rpc, { to, data: transfer })
      expect(rpc.signed()).toMatchObject([{ to: undefined }])
      const call = { from: account, value: '0x7', data: transfer }
      expect(rpc.node.of('eth_estimateGas').map(({ params }) => params)).toEqual([[call]])
      expect(rpc.node.of('eth_simulateV1', 'eth_call')).toEqual([])
    }
  })
})

describe('what is shown', () => {
  it('says what a call would change, as the node tried it out', async () => {
    const word = (value: string) => `0x${value.slice(2).toLowerCase().padStart(64, '0')}`
    const log = {
      address: usdc,
      topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', word(account), word(other)],
      data: word(hex(2_000_000n)),
    }
    const rpc = openMemoryRpc({
      answers: { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [log], gasUsed: '0x5208' }] }] },
    })
    await send(rpc, { to: usdc, data: transfer })
    const call = { from: account, to: usdc, value: '0x7', data: transfer }
    expect(rpc.node.of('eth_simulateV1')).toMatchObject([
      { params: [{ blockStateCalls: [{ calls: [call] }] }, 'latest'] },
    ])
    expect(rpc.shown()[0]?.rows).toContainEqual(
      expect.objectContaining({ label: 'You send (simulated)', value: '2 USDC' }),
    )
  })

  it('says what an unknown token claims of its decimals, and asks no token of the registry', async () => {
    const claim = `0x${'6'.padStart(64, '0')}`
    const asked = async (to: string, data: string) => {
      const rpc = openMemoryRpc({ answers: { eth_call: claim } })
      await send(rpc, { to, data })
      const row = rpc.shown()[0]?.rows.find(({ label }) => label.startsWith('Decimals'))
      return [rpc.node.of('eth_call').map(({ params }) => params), row?.value]
    }
    expect(await asked(contract, transfer)).toEqual([
      [[{ to: expect.stringMatching(/c0ffee02$/i), data: '0x313ce567' }, 'latest']],
      '6',
    ])
    expect((await asked(contract, '0x12345678'))[0]).toHaveLength(1)
    expect((await asked(contract, '0x123456'))[0]).toEqual([])
    expect(await asked(usdc, transfer)).toEqual([[], undefined])
    const rpc = openMemoryRpc()
    await send(rpc, { to: contract, data: transfer })
    expect(rpc.shown()[0]?.rows.some(({ label }) => label.startsWith('Decimals'))).toBe(false)
    const tokens = chain.tokens.map((token) => ({ ...token, address: token.address.toLowerCase() }))
    const small = openMemoryRpc({ chainOf: async () => ({ ...chain, tokens }), answers: { eth_call: claim } })
    await send(small, { to: usdc, data: transfer })
    expect(small.node.of('eth_call')).toEqual([])
    const two = [...chain.tokens, { ...chain.tokens[0], address: other }] as typeof chain.tokens
    const among = openMemoryRpc({ chainOf: async () => ({ ...chain, tokens: two }), answers: { eth_call: claim } })
    await send(among, { to: usdc, data: transfer })
    expect(among.node.of('eth_call')).toEqual([])
  })

  it('warns where a transaction of the same number waits already', async () => {
    for (const [nonce, isOne] of [
      ['0x4', true],
      ['0x5', false],
      ['0x6', false],
      [undefined, false],
    ] as const) {
      const rpc = openMemoryRpc()
      await send(rpc, { nonce })
      expect(rpc.shown()[0]?.warnings.some((text) => /takes the place/.test(text))).toBe(isOne)
    }
  })

  it('warns of a fee far above the usual, and of a payment of almost everything', async () => {
    const history = { baseFeePerGas: Array(21).fill('0x5f5e100'), reward: [['0x1']] }
    const warnings = async (value: bigint, eth_feeHistory?: unknown) => {
      const rpc = openMemoryRpc({ answers: { eth_feeHistory } })
      await send(rpc, { value: hex(value) })
      return rpc.shown()[0]?.warnings
    }
    expect(await warnings(1n, history)).toEqual(['The fee is more than five times what is usual now.'])
    expect(await warnings(1n)).toEqual([])
    expect(await warnings((ether * 9n) / 10n)).toEqual(['This sends more than four fifths of your ETH.'])
  })
})

describe('a transaction that would fail', () => {
  const reverted = (words = 'execution reverted') => ({ eth_estimateGas: new Error(words) })

  it('is refused before anything is shown, in the words of the node', async () => {
    const rpc = openMemoryRpc({ answers: reverted() })
    expect(await failure(send(rpc))).toMatchObject({ code: 'EXECUTION_REVERTED' })
    expect(silent(rpc)).toEqual([0, 0, 0])
  })

  it('is refused for want of money where it sends more than there is', async () => {
    const message = 'The account does not hold enough for the amount and the network fee.'
    const codes = async (value: bigint, answers = {}) => {
      const rpc = openMemoryRpc({ answers })
      const fault = await send(rpc, { value: hex(value) }).then(
        () => undefined,
        (error: { code: string; message: string }) => error,
      )
      if (fault) expect(silent(rpc)).toEqual([0, 0, 0])
      if (fault?.code === 'INSUFFICIENT_FUNDS') expect(fault.message).toBe(message)
      return fault?.code
    }
    expect(await codes(ether, reverted())).toBe('EXECUTION_REVERTED')
    expect(await codes(ether + 1n, reverted())).toBe('INSUFFICIENT_FUNDS')
    expect(await codes(ether - 21_000n * price)).toBeUndefined()
    expect(await codes(ether - 21_000n * price + 1n)).toBe('INSUFFICIENT_FUNDS')
  })

  it('is shown with a warning where the page names the gas itself', async () => {
    const first = async (words: string | undefined) => {
      const rpc = openMemoryRpc({ answers: words === undefined ? {} : reverted(words) })
      await send(rpc, { gas: '0x7530' })
      expect(rpc.shown()[0]?.needsSecondLook).toBe(words !== undefined)
      return rpc.shown()[0]?.warnings[0]
    }
    expect(await first('execution reverted')).toBe(
      'The network expects this to fail: The contract refused this transaction. The fee would still be paid.',
    )
    expect(await first('No. 1 is wrong')).toMatch(/expects this to fail: No\. 1 is wrong\. The fee/)
    expect((await first('x'.repeat(500)))?.length).toBeLessThan(300)
    expect(await first(undefined)).toBeUndefined()
  })

  it('is not even prepared over a node of another network', async () => {
    const rpc = openMemoryRpc({ answers: { eth_chainId: '0x1' } })
    expect(await failure(send(rpc))).toMatchObject({ code: 'CHAIN_MISMATCH' })
    expect([silent(rpc), rpc.node.asked.length]).toEqual([[0, 0, 0], 1])
  })
})

describe('a transaction that is refused', () => {
  it.each([
    ['for another account', { from: other }, 'UNAUTHORIZED', 4100, /does not belong/],
    ['for another network', { chainId: '0x1' }, 'INVALID_PARAMS', -32602, /^The transaction is for another network$/],
    ['that hands the account over', { authorizationList: [] }, 'INVALID_PARAMS', -32602, /hand its account over/],
    ['of the kind that does', { type: '0x4' }, 'INVALID_PARAMS', -32602, /hand its account over/],
    ['of that kind as a number', { type: 4 }, 'INVALID_PARAMS', -32602, /hand its account over/],
    ['with blobs', { blobVersionedHashes: [] }, 'INVALID_PARAMS', -32602, /^This kind of transaction is not sent$/],
    ['of the kind with blobs', { type: 3 }, 'INVALID_PARAMS', -32602, /^This kind of transaction is not sent$/],
    ['with a number beyond all', { nonce: hex(2n ** 53n) }, 'INVALID_PARAMS', -32602, /number of the transaction/],
  ])('%s asks no node and shows nothing', async (_, more, code, rpcCode, message) => {
    const rpc = openMemoryRpc()
    expect(await failure(send(rpc, more))).toEqual({ code, rpcCode, message: expect.stringMatching(message) })
    expect([silent(rpc), rpc.node.asked.length]).toEqual([[0, 0, 0], 0])
  })
})

describe('several at once', () => {
  it('are shown one after the other for one account and network, and beside each other on two', async () => {
    const rpc = openMemoryRpc()
    const go: (() => void)[] = []
    rpc.screens.answer = () => new Promise((resolve) => void go.push(resolve))
    const [first, second] = [send(rpc), send(rpc)]
    await expect.poll(() => go.length).toBe(1)
    expect(rpc.node.of('eth_getTransactionCount')).toHaveLength(1)
    go[0]?.()
    await first
    await expect.poll(() => go.length).toBe(2)
    go[1]?.()
    await second

    let at = 31_336
    const two = openMemoryRpc({
      chainOf: async () => ({ ...chain, id: `eip155:${++at}` }),
      answers: { eth_chainId: (_: unknown, url: string) => hex(Number(url.match(/eip155%3A(\d+)/)?.[1])) },
    })
    const both: (() => void)[] = []
    two.screens.answer = () => new Promise((resolve) => void both.push(resolve))
    const sent = Promise.all([send(two), send(two)])
    await expect.poll(() => both.length).toBe(2)
    for (const agree of both) agree()
    await sent
  })

  it('end where the page gives them up, with all that was asked for them', async () => {
    const rpc = openMemoryRpc({ answers: { eth_getBalance: () => new Promise(() => {}) } })
    const [one, two] = [new AbortController(), new AbortController()]
    const first = failure(rpc.request('eth_sendTransaction', [payment], { signal: one.signal }))
    const second = failure(rpc.request('eth_sendTransaction', [payment], { signal: two.signal }))
    await expect.poll(() => rpc.node.of('eth_estimateGas', 'eth_getBalance')).toHaveLength(2)
    two.abort()
    expect((await second).code).toBe('ABORTED')
    one.abort()
    expect((await first).code).toBe('ABORTED')
    expect(silent(rpc)).toEqual([0, 0, 0])
  })

  it('end all the questions that one of them asks', async () => {
    const rpc = openMemoryRpc()
    const controller = new AbortController()
    rpc.screens.answer = () => new Promise(() => {})
    const call = [{ ...payment, to: contract, data: transfer }]
    void rpc.request('eth_sendTransaction', call, { signal: controller.signal })
    await expect.poll(() => rpc.screens.asked.length).toBe(1)
    controller.abort()
    expect(new Set(rpc.node.asked.map(({ method }) => method))).toEqual(
      new Set([
        'eth_chainId',
        'eth_getTransactionCount',
        'eth_getBalance',
        'eth_getBlockByNumber',
        'eth_maxPriorityFeePerGas',
        'eth_feeHistory',
        'eth_estimateGas',
        'eth_call',
        'eth_simulateV1',
      ]),
    )
    expect(rpc.node.asked.filter(({ signal }) => !signal?.aborted)).toEqual([])
  })
})
