import { describe, expect, it } from 'vitest'
import { askRpcMethods, bitcoinRpcMethods, callsStatusMethod, rpcPolicy, safeRpcMethods } from './frameRpc.js'

describe('rpcPolicy', () => {
  it('passes the 41 safe methods and asks for the 11 that a person decides', () => {
    expect([new Set(safeRpcMethods).size, new Set(askRpcMethods).size]).toEqual([41, 11])
    expect(safeRpcMethods.every((method) => rpcPolicy(method) === 'safe')).toBe(true)
    expect([...askRpcMethods, callsStatusMethod].every((method) => rpcPolicy(method) === 'ask')).toBe(true)
  })

  it('refuses whatever is not on a list, however it is written', () => {
    const tricks = safeRpcMethods.flatMap((method) => [` ${method}`, `${method} `, method.toUpperCase(), `${method}\0`])
    const refused = [
      'eth_sign',
      'eth_requestAccounts',
      'wallet_exportKey',
      'debug_traceCall',
      'toString',
      '',
      ...tricks,
    ]
    for (const method of refused) expect([method, rpcPolicy(method)]).toEqual([method, 'refuse'])
  })

  it('knows the methods of Bitcoin for Bitcoin alone, and no others there', () => {
    for (const [method, policy] of Object.entries(bitcoinRpcMethods))
      expect([method, rpcPolicy(method, 'bip122'), rpcPolicy(method)]).toEqual([method, policy, 'refuse'])
    for (const method of [...askRpcMethods, ...safeRpcMethods, 'SignPsbt', 'toString', '__proto__'])
      expect([method, rpcPolicy(method, 'bip122')]).toEqual([method, 'refuse'])
  })
})
