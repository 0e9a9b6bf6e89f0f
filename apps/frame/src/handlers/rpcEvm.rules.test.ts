import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { other } from '../../test/signingContext.js'
import { user } from '../../test/signingWallet.js'
import type { Asking } from './approveAndSign.js'
import { askEvm } from './rpcEvm.js'

const account = user.addresses.eip155
const data = {
  types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  domain: { chainId: 31_337 },
  message: { text: 'Hello' },
}

describe('an EVM request', () => {
  it.each<[string, unknown[], string]>([
    ['personal_sign', ['0x48656c6c6f', account], 'evmMessage'],
    ['eth_signTypedData_v4', [account, JSON.stringify(data)], 'evmTypedData'],
    ['eth_sendTransaction', [{ from: account, to: other, value: '0x1' }], 'evmTransaction'],
  ])('%s is shown and signed as what it is, once', async (method, params, kind) => {
    const rpc = openMemoryRpc()
    expect(await rpc.request(method, params)).toMatch(/^0x[0-9a-f]+$/)
    expect(rpc.screens.asked.map((screen) => screen.kind === 'approve' && screen.what)).toEqual([kind])
    expect(rpc.wallet.signed.map((each) => each.kind)).toEqual([kind])
  })

  it.each<[string, unknown[]]>([
    ['personal_sign', ['0x48656c6c6f', other]],
    ['eth_signTypedData_v4', [other, JSON.stringify(data)]],
    ['eth_sendTransaction', [{ from: other, to: account }]],
  ])('%s of another form, or for another account, is refused before anything is shown', async (method, strange) => {
    const rpc = openMemoryRpc()
    for (const params of [[], {}, undefined])
      expect(await failure(rpc.request(method, params))).toMatchObject({ code: 'INVALID_PARAMS' })
    expect(await failure(rpc.request(method, strange))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect([rpc.screens.asked, rpc.wallet.signed]).toEqual([[], []])
  })

  it('of another method is refused, also when it comes this far', async () => {
    const rpc = openMemoryRpc()
    const asking = { ...rpc, user, params: [account, '0x00'] } as unknown as Asking
    expect(await failure(askEvm('eth_sign', asking))).toEqual({
      code: 'UNSUPPORTED_METHOD',
      message: 'Requested RPC call is not allowed',
      rpcCode: 4200,
    })
    expect([rpc.screens.asked, rpc.wallet.signed]).toEqual([[], []])
  })
})
