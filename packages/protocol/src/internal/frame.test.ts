import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { namespaces } from '../caip.js'
import { type AppEventName, appEventOf, appEvents, frameEventType, frameSocialUser, frameUser } from './frame.js'
import { issuesOf } from './issues.js'

const ada = { address: '0x0000000000000000000000000000000000000001', chainId: 1 }
const siwx = { accountAddress: 'a', chainId: 'eip155:1', domain: 'd', uri: 'u', version: '1', nonce: 'n' }

function kinds(schema: z.ZodMiniType, value: unknown): string[] {
  const result = z.safeParse(schema, value)
  return result.success ? [] : issuesOf(result.error).map(({ kind, path }) => `${kind} ${path}`.trim())
}
const of = (name: AppEventName, payload: unknown) => kinds(appEvents[name].payload, payload)
const answers = (name: AppEventName, payload: unknown) => kinds(appEvents[name].answer, payload)

describe('issuesOf', () => {
  it('[S8-93] names a wrong type', () => expect(kinds(z.string(), 1)).toEqual(['invalid_type']))
  it('[S8-94] names what is too small', () => {
    expect(kinds(z.array(z.string()).check(z.minLength(1)), [])).toEqual(['too_small'])
  })
  it('[S8-95] names what is too big', () => {
    expect(of('connectOtp', { otp: '1'.repeat(65) })).toEqual(['too_big otp'])
  })
  it('[S8-96] names a value outside a list', () => {
    expect(of('getSocialRedirectUri', { provider: 'myspace' })).toEqual(['invalid_enum_value provider'])
  })
  it('[S8-97] names a value that no variant fits', () => {
    expect(of('switchNetwork', { chainId: true })).toEqual(['invalid_union chainId'])
  })
  it('[S8-98] names extra keys of a strict object', () => {
    expect(kinds(z.strictObject({ a: z.string() }), { a: '', b: 1 })).toEqual(['unrecognized_keys'])
  })
  it('names a wrong literal and whatever else there is', () => {
    expect(kinds(z.literal(1), 2)).toEqual(['invalid_literal'])
    expect(of('updateEmail', {})).toEqual(['custom'])
  })
})

describe('the user', () => {
  it('[S3-01] may have an e-mail, or null, or none', () => {
    for (const email of [undefined, null, 'ada@example.com']) expect(kinds(frameUser, { ...ada, email })).toEqual([])
    expect(kinds(frameUser, ada)).toEqual([])
  })
  it('[S3-02] has an address', () => {
    expect(kinds(frameUser, { chainId: 1 })).toEqual(['invalid_type address'])
    expect(kinds(frameUser, { ...ada, address: 1 })).toEqual(['invalid_type address'])
  })
  it('[S3-03] has a chain as a number or a text', () => {
    expect(kinds(frameUser, { ...ada, chainId: 'eip155:1' })).toEqual([])
    expect(kinds(frameUser, { address: ada.address })).toEqual(['invalid_union chainId'])
  })
  it('[S3-04][S3-11] may have accounts of the two types and no other', () => {
    expect(
      kinds(frameUser, {
        ...ada,
        accounts: [
          { address: 'a', type: 'eoa' },
          { address: 'b', type: 'smartAccount' },
        ],
      }),
    ).toEqual([])
    expect(kinds(frameUser, { ...ada, accounts: [{ address: 'a', type: 'foo' }] })).toEqual([
      'invalid_enum_value accounts.0.type',
    ])
  })
  it('[S3-05] may have a name after a social sign-in only', () => {
    for (const userName of [undefined, null, 'Ada']) expect(kinds(frameSocialUser, { ...ada, userName })).toEqual([])
    expect(z.parse(frameSocialUser, { ...ada, userName: 'Ada', email: 'odd' })).toMatchObject({
      userName: 'Ada',
      email: 'odd',
    })
    expect(z.parse(frameUser, { ...ada, userName: 'Ada' })).toEqual(ada)
  })
  it.each([
    ['[S3-06] preferredAccountType', { preferredAccountType: 'eoa' }, { preferredAccountType: 1 }],
    ['[S3-07] smartAccountDeployed', { smartAccountDeployed: true }, { smartAccountDeployed: 'yes' }],
    ['[S3-08] signature', { signature: '0x' }, { signature: 1 }],
    ['[S3-09] message', { message: 'm' }, { message: 1 }],
    ['[S3-10] siwxMessage', { siwxMessage: siwx }, { siwxMessage: 'text' }],
  ])('%s is optional and typed', (_, good, bad) => {
    expect(z.parse(frameUser, { ...ada, ...good })).toEqual({ ...ada, ...good })
    expect(kinds(frameUser, { ...ada, ...bad })).toEqual([`invalid_type ${Object.keys(bad)[0]}`])
  })
})

describe('payloads', () => {
  it('[S5-01] connectEmail asks for a valid address, trimmed', () => {
    for (const email of ['nope', 'x@', '', 'a@b', 'a..b@c.io', `${'a'.repeat(250)}@b.io`]) {
      expect(of('connectEmail', { email })).not.toEqual([])
    }
    expect(of('connectEmail', { email: 'nope' })).toEqual(['invalid_string email'])
    expect(z.parse(appEvents.connectEmail.payload, { email: ' ada@example.com ' })).toEqual({
      email: 'ada@example.com',
    })
  })
  it('[S5-02][S7-96] updateEmail takes either name, valid and not two different ones', () => {
    const both = { newEmail: 'ada@example.com', email: 'ada@example.com' }
    for (const given of [{ newEmail: both.email }, { email: both.email }, both]) {
      expect(z.parse(appEvents.updateEmail.payload, given)).toEqual(both)
    }
    expect(of('updateEmail', { email: 'x@' })).toEqual(['invalid_string email'])
    expect(of('updateEmail', { ...both, email: 'eve@example.com' })).toEqual(['custom'])
  })
  it('[S5-03] answers carry valid addresses', () => {
    for (const email of ['', 'nope']) expect(answers('getUser', { ...ada, email })).toEqual(['invalid_string email'])
    expect(answers('updateEmailSecondaryOtp', { newEmail: 'x@' })).toEqual(['invalid_string newEmail'])
  })
  it('[S5-04] a code is a text, with its leading zeros', () => {
    for (const name of ['connectOtp', 'updateEmailPrimaryOtp', 'updateEmailSecondaryOtp'] as const) {
      expect(of(name, { otp: 123456 })).toEqual(['invalid_type otp'])
      expect(z.parse(appEvents[name].payload, { otp: '012345' })).toEqual({ otp: '012345' })
    }
  })
  it('[S5-29] unknown keys are removed, also inside', () => {
    expect(z.parse(appEvents.connectEmail.payload, { email: 'a@b.co', zz: 1 })).toEqual({ email: 'a@b.co' })
    expect(z.parse(appEvents.getUser.payload, { siwxMessage: { ...siwx, zz: 1 }, zz: 1 })).toEqual({
      siwxMessage: siwx,
    })
    expect(
      z.parse(appEvents.getUser.answer, { ...ada, zz: 1, accounts: [{ address: 'a', type: 'eoa', zz: 1 }] }),
    ).toEqual({
      ...ada,
      accounts: [{ address: 'a', type: 'eoa' }],
    })
  })
  it('[S3-57] an RPC request names one of the five namespaces, or means eip155', () => {
    expect(namespaces).toHaveLength(5)
    for (const chainNamespace of ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos']) {
      expect(of('rpcRequest', { method: 'eth_call', chainNamespace })).toEqual([])
    }
    expect(of('rpcRequest', { method: 'eth_call', chainNamespace: 'foo' })).toEqual([
      'invalid_enum_value chainNamespace',
    ])
    expect(z.parse(appEvents.rpcRequest.payload, { method: 'eth_call' })).toMatchObject({ chainNamespace: 'eip155' })
  })
  it('[S7-95] an RPC request carries big numbers as hex', () => {
    const payload = {
      method: 'm',
      params: [{ value: 255n, list: [0n] }],
      chainId: 1,
      chainNamespace: 'eip155' as const,
      rpcUrl: 'u',
    }
    expect(z.parse(appEvents.rpcRequest.payload, payload)).toEqual({
      ...payload,
      params: [{ value: '0xff', list: ['0x0'] }],
    })
  })
  it('[S3-59] a theme is light or dark', () => {
    for (const themeMode of ['light', 'dark', undefined]) expect(of('syncTheme', { themeMode })).toEqual([])
    expect(of('syncTheme', { themeMode: 'blue' })).toEqual(['invalid_enum_value themeMode'])
  })
  it('[S3-60] theme variables are texts or numbers by name', () => {
    expect(of('syncTheme', { themeVariables: { '--a': 'red', '--b': 1 } })).toEqual([])
    expect(of('syncTheme', { themeVariables: { '--a': {} } })).toEqual(['invalid_union themeVariables.--a'])
  })
  it('[S3-61] w3mThemeVariables are texts by name', () => {
    expect(of('syncTheme', { w3mThemeVariables: { '--w3m-accent': 'red' } })).toEqual([])
    expect(of('syncTheme', { w3mThemeVariables: { '--w3m-accent': 1 } })).toEqual([
      'invalid_type w3mThemeVariables.--w3m-accent',
    ])
  })
})

describe('appEvents', () => {
  const names = Object.keys(appEvents) as AppEventName[]

  it('[S7-103] each has its own name on the wire and both answers', () => {
    expect(new Set(names.map((name) => appEvents[name].wire)).size).toBe(names.length)
    for (const name of names) {
      expect(appEvents[name].wire).toBe(name.replace(/[A-Z]/g, '_$&').toUpperCase())
      expect(appEventOf(`@w3m-app/${appEvents[name].wire}`)).toBe(name)
      expect([frameEventType(name, 'SUCCESS'), frameEventType(name, 'ERROR')]).toEqual([
        `@w3m-frame/${appEvents[name].wire}_SUCCESS`,
        `@w3m-frame/${appEvents[name].wire}_ERROR`,
      ])
    }
    expect([appEventOf('@w3m-app/'), appEventOf('@w3m-frame/RELOAD'), appEventOf('toString')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('asks no more time than a person has, and none where a person decides', () => {
    const free = names.filter((name) => appEvents[name].timeout === undefined)
    expect(free).toEqual(['connectFarcaster', 'connectPasskey', 'getUser', 'rpcRequest', 'enterCode', 'showSecurity'])
    expect([appEvents.signOut.timeout, appEvents.connectEmail.timeout]).toEqual([3000, 120_000])
  })

  it('takes any own value without falling over', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(of('rpcRequest', { method: 'm', params: circle })).toEqual([])
  })
})
