import { describe, expect, it } from 'vitest'
import { failure } from '../../../test/failure.js'
import { context, other } from '../../../test/signingContext.js'
import { readParams } from './evmParams.js'

const { account } = context
const invalid = (at?: string) =>
  expect.objectContaining({ code: 'INVALID_PARAMS', ...(at ? { message: expect.stringContaining(`at '${at}'`) } : {}) })
const send = (more: object) => readParams('eth_sendTransaction', [{ from: account, to: other, ...more }])[0]
const refuses = (...bad: readonly object[]) => {
  for (const each of bad) expect(() => send(each)).toThrow(invalid())
}

describe('parameters that are not valid', () => {
  it('are refused with the code of JSON-RPC, and with the place where there is one', async () => {
    const refusal = (params: unknown) => failure(Promise.resolve().then(() => readParams('personal_sign', params)))
    const words = { code: 'INVALID_PARAMS', rpcCode: -32602 }
    expect(await refusal(undefined)).toEqual({ ...words, message: 'The parameters of personal_sign are not valid' })
    expect(await refusal(['a', 1])).toEqual({
      ...words,
      message: "The parameters of personal_sign are not valid at '1'",
    })
  })
})

describe('the parameters of a transaction', () => {
  it('are read without what is not known', () => {
    const key = `0x${'0A'.repeat(32)}`
    expect(
      send({
        data: '0x00fF',
        value: '0x10',
        gas: 21_000,
        gasLimit: '21000',
        nonce: 0,
        chainId: '0x7a69',
        type: '0x2',
        accessList: [{ address: other.toLowerCase(), storageKeys: [key], foreign: 1 }],
        foreign: 1,
      }),
    ).toEqual({
      from: account,
      to: other,
      data: '0x00fF',
      value: 16n,
      gas: 21_000n,
      gasLimit: 21_000n,
      nonce: 0n,
      chainId: 31_337n,
      type: '0x2',
      accessList: [{ address: other, storageKeys: [key] }],
    })
    for (const to of [undefined, null]) expect(send({ to }).to).toBe(to)
    expect(send({ type: 2, authorizationList: 1, blobVersionedHashes: 2 })).toMatchObject({
      type: 2,
      authorizationList: 1,
      blobVersionedHashes: 2,
    })
  })

  it('hold addresses whose checksum is right, and tell where one is not', () => {
    expect(() => send({ to: account.replace('C5', 'c5') })).toThrow(invalid('0.to'))
    refuses({ from: undefined }, { from: 1 }, { to: `${other}0` }, { to: 'anna.eth' })
  })

  it('hold quantities: hex, digits or a number, and no sum beyond a word', () => {
    const most = 2n ** 256n - 1n
    for (const [value, read] of [
      ['0', 0n],
      ['007', 7n],
      [`0x${'f'.repeat(64)}`, most],
      [`${most}`, most],
      [0, 0n],
      [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    ] as const)
      expect(send({ value }).value).toBe(read)
    for (const bad of [
      '',
      '0x',
      '-1',
      '1.5',
      '0xg',
      '1 ',
      ' 1',
      '0x1 ',
      'a1',
      '1a',
      `0x${'f'.repeat(65)}`,
      '1'.repeat(79),
    ])
      refuses({ value: bad })
    for (const bad of [-1, 0.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, true, {}]) refuses({ value: bad })
    for (const name of ['value', 'gas', 'gasLimit']) refuses({ [name]: `${most + 1n}` })
  })

  it('hold whole bytes, of one name or of two that agree', () => {
    expect(send({ data: '0x' }).data).toBe('0x')
    expect(send({ input: '0xab' }).input).toBe('0xab')
    expect(send({ data: '0xAB', input: '0xab' })).toMatchObject({ data: '0xAB' })
    expect(send({ data: `0x${'00'.repeat(131_072)}` }).data).toHaveLength(262_146)
    for (const bad of ['', '0', '0x0', '0xgg', '0x00 ', ' 0x00', '00', `0x${'00'.repeat(131_073)}`])
      refuses({ data: bad }, { input: bad })
    refuses({ data: '0xab', input: '0xac' }, { data: '0x', input: '0xab' })
  })

  it('hold a list of what is touched, not longer than it may be', () => {
    const key = `0x${'00'.repeat(32)}`
    const list = (places: number, keys: number) => ({
      accessList: Array.from({ length: places }, () => ({
        address: other,
        storageKeys: Array.from({ length: keys }, () => key),
      })),
    })
    expect(send(list(256, 0)).accessList).toHaveLength(256)
    expect(send(list(1, 256)).accessList?.[0]?.storageKeys).toHaveLength(256)
    refuses(list(257, 0), list(1, 257), { accessList: [{ address: other }] }, { accessList: [{ storageKeys: [] }] })
    for (const bad of [`${key}0`, key.slice(0, -1), `1${key}`, `0x${'g'.repeat(64)}`])
      refuses({ accessList: [{ address: other, storageKeys: [bad] }] })
  })
})

describe('the parameters of a bundle', () => {
  const read = (more: object = {}) => readParams('wallet_sendCalls', [{ calls: [{ to: other }], ...more }])[0]

  it('are read without what is not known', () => {
    const whole = {
      version: '2.0.0',
      id: 'a'.repeat(4_096),
      from: account,
      atomicRequired: true,
      capabilities: { one: 1 },
      calls: [{ to: other, data: '0x12', capabilities: { two: 2 } }],
    }
    expect(read({ ...whole, chainId: '0x1', foreign: 1 })).toEqual({ ...whole, chainId: 1n })
    expect(read()).toEqual({ calls: [{ to: other }] })
  })

  it('name for each call whom it goes to', () => {
    for (const calls of [[], [{}], [{ to: null }], [{ to: other, data: '0xab', input: '0xac' }], undefined])
      expect(() => read({ calls })).toThrow(invalid())
    for (const bad of [
      { id: 'a'.repeat(4_097) },
      { atomicRequired: 1 },
      { capabilities: 1 },
      { version: 1 },
      { from: 'a' },
    ])
      expect(() => read(bad)).toThrow(invalid())
  })
})

describe('the parameters of what is signed', () => {
  it('are two texts for a message', () => {
    expect(readParams('personal_sign', ['a', 'b', 1])).toEqual(['a', 'b', 1])
    for (const bad of [[], ['a'], ['a', 1], undefined])
      expect(() => readParams('personal_sign', bad)).toThrow(invalid())
  })

  it('are an account and typed data, as JSON or as they are', () => {
    const types = { Mail: [{ name: 'to', type: 'string' }] }
    const data = { types, primaryType: 'Mail', domain: { name: 'Mail' }, message: { to: 'Anna' } }
    for (const each of [data, JSON.stringify(data), { ...data, foreign: 1 }])
      expect(readParams('eth_signTypedData_v4', [account.toLowerCase(), each])).toEqual([account, data])
    const { domain, ...bare } = data
    expect(readParams('eth_signTypedData_v4', [account, bare])[1].domain).toEqual({})
    for (const bad of [
      '{',
      '5',
      undefined,
      { ...data, message: 1 },
      { ...data, primaryType: 1 },
      { ...data, types: { A: [{}] } },
    ])
      expect(() => readParams('eth_signTypedData_v4', [account, bad])).toThrow(invalid())
  })
})

describe('the parameters of questions', () => {
  it('are a name that is not too long', () => {
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'] as const) {
      expect(readParams(method, ['a'.repeat(4_096)])).toEqual(['a'.repeat(4_096)])
      for (const bad of [['a'.repeat(4_097)], [], [1]]) expect(() => readParams(method, bad)).toThrow(invalid())
    }
    for (const good of [undefined, null, [account]]) expect(readParams('wallet_getCapabilities', good)).toEqual(good)
    expect(() => readParams('wallet_getCapabilities', 'all')).toThrow(invalid())
  })

  it('are an account and at most fifty networks for what it holds', () => {
    const read = (params: unknown) => readParams('wallet_getAssets', params)
    const names = (count: number, length = 66) => Array.from({ length: count }, () => 'a'.repeat(length))
    for (const params of [{ account }, [{ account }]]) expect(read(params)).toEqual({ account })
    expect(read({ account, chainFilter: names(50) }).chainFilter).toHaveLength(50)
    for (const bad of [names(51), names(1, 67), [1]])
      expect(() => read({ account, chainFilter: bad })).toThrow(invalid())
  })
})
