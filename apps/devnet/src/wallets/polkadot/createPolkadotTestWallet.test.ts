import { blake2AsU8a, decodeAddress, encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { hex } from '@scure/base'
import { describe, expect, it, vi } from 'vitest'
import { polkadotAccounts } from '../../chains/polkadot/polkadotAccounts.js'
import { polkadotChainId, polkadotGenesisHash } from '../../chains/polkadot/polkadotNetwork.js'
import { compact } from '../../chains/polkadot/scale.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { describeApproval } from '../describeApproval.js'
import type { FamilyWalletOptions } from '../family/familyWallet.js'
import { createPolkadotTestWallet } from './createPolkadotTestWallet.js'

const chain = { chainId: polkadotChainId, name: 'Local Polkadot', url: 'http://127.0.0.1:9' } as const
const [first, second] = polkadotAccounts(2)
if (!first || !second) throw new Error('There are two accounts')

// A remark, as an app builds it with the metadata of a runtime.
const payload = {
  address: first.address,
  blockHash: `0x${'11'.repeat(32)}`,
  blockNumber: '0x00000005',
  era: '0x5500',
  genesisHash: polkadotGenesisHash,
  method: '0x00000c010203',
  nonce: '0x00000041',
  specVersion: '0x000f4240',
  tip: '0x0000000000000000000000003b9aca00',
  transactionVersion: '0x0000001a',
  signedExtensions: [
    'CheckNonZeroSender',
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'CheckWeight',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ],
  version: 4,
}
// By hand: call, era, nonce 65, tip 10^9, mode; then versions, genesis, block, no metadata hash.
const expected = `00000c010203${'5500'}${'0501'}${'02286bee'}${'00'}40420f00${'1a000000'}${polkadotGenesisHash.slice(2)}${'11'.repeat(32)}00`

describe('createPolkadotTestWallet', () => {
  const make = (options: Partial<FamilyWalletOptions> = {}) => createPolkadotTestWallet({ chain, ...options })
  const connected = async (options: Partial<FamilyWalletOptions> = {}) => {
    const wallet = make(options)
    return { wallet, ...(await wallet.extension.enable('an app')) }
  }

  it('behavior: stands where pages look, gives its accounts once it was allowed, and leaves', async () => {
    const page = new EventTarget() as EventTarget & { injectedWeb3?: { [name: string]: unknown } }
    const wallet = make()
    const stop = wallet.announce({ target: page })
    make().announce({ target: page, name: 'another' })
    expect(page.injectedWeb3?.['latchkey-test-wallet']).toBe(wallet.extension)
    stop()
    expect(Object.keys(page.injectedWeb3 ?? {})).toEqual(['another'])
    const { accounts } = await wallet.extension.enable('an app')
    expect(await accounts.get()).toEqual([
      { address: first.address, genesisHash: null, name: 'Latchkey Test Wallet 1', type: 'sr25519' },
      expect.objectContaining({ address: second.address }),
    ])
    expect(wallet.permitted).toBe(true)
  })

  it('behavior: tells subscribers what is there, at once and when it changes', async () => {
    const { wallet, accounts } = await connected()
    const heard: string[][] = []
    const stop = accounts.subscribe((list) => heard.push(list.map(({ address }) => address)))
    wallet.selectAccount(1)
    wallet.revoke()
    stop()
    await wallet.extension.enable('an app')
    expect(heard).toEqual([[first.address, second.address], [second.address, first.address], []])
  })

  it("behavior: signs messages in their wrapping, as Polkadot's own library finds", async () => {
    const { signer } = await connected()
    for (const [data, signed] of [
      ['Hello', '<Bytes>Hello</Bytes>'],
      [`0x${hex.encode(new TextEncoder().encode('Grüße'))}`, '<Bytes>Grüße</Bytes>'],
      ['<Bytes>wrapped</Bytes>', '<Bytes>wrapped</Bytes>'],
    ] as const) {
      // Written for another network it is the same account.
      const address = encodeAddress(second.address, 0)
      const { signature } = await signer.signRaw({ address, data, type: 'bytes' })
      expect(signatureVerify(signed, signature, address)).toMatchObject({ isValid: true, crypto: 'sr25519' })
      expect(signatureVerify(`${signed}!`, signature, address).isValid).toBe(false)
    }
  })

  it('behavior: signs extrinsics over the bytes that the chain checks, hashed when they are long', async () => {
    const { signer } = await connected()
    const verify = (signature: string, bytes: Uint8Array) =>
      signatureVerify(bytes, `0x${signature.slice(4)}`, decodeAddress(first.address)).isValid
    const short = await signer.signPayload(payload)
    expect(short.signature.slice(0, 4)).toBe('0x01')
    expect(verify(short.signature, hex.decode(expected))).toBe(true)
    const method = `0x0000${'ab'.repeat(300)}`
    const long = await signer.signPayload({ ...payload, method })
    const bytes = hex.decode(`${method.slice(2)}${expected.slice(12)}`)
    expect(verify(long.signature, blake2AsU8a(bytes, 256))).toBe(true)
    expect(long.id).not.toBe(short.id)
    expect([0, 63, 64, 16_383, 2 ** 30 - 1, 2 ** 30, 2n ** 64n].map((value) => hex.encode(compact(value)))).toEqual([
      '00',
      'fc',
      '0101',
      'fdff',
      'feffffff',
      '0300000040',
      '17000000000000000001',
    ])
  })

  it('error: foreign accounts, unknown extensions and fields that do not fit are refused', async () => {
    const { wallet, signer } = await connected()
    const stranger = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
    await expect(signer.signRaw({ address: stranger, data: 'x', type: 'bytes' })).rejects.toThrow('may not use')
    await expect(signer.signRaw({ address: first.address, data: 'x', type: 'payload' })).rejects.toThrow('bytes')
    await expect(signer.signRaw({ address: first.address, data: 5 as never, type: 'bytes' })).rejects.toThrow('text')
    for (const [change, reason] of [
      [{ signedExtensions: ['CheckBanana'] }, 'CheckBanana'],
      [{ signedExtensions: ['toString'] }, 'toString'],
      [{ signedExtensions: undefined }, 'signedExtensions'],
      [{ version: 5 }, 'version 4'],
      [{ nonce: 'banana' }, 'nonce'],
      [{ blockHash: 'banana' }, 'blockHash'],
      [{ address: stranger }, 'may not use'],
    ] as const) {
      await expect(signer.signPayload({ ...payload, ...change })).rejects.toThrow(reason)
    }
    wallet.revoke()
    await expect(signer.signPayload(payload)).rejects.toThrow('may not use')
  })

  it('behavior: what a person is asked can be read', async () => {
    const asked: ApprovalRequest[] = []
    const approve = async (request: ApprovalRequest) => asked.push(request) > 0
    const { signer } = await connected({ approve, origin: 'https://app.example' })
    await signer.signRaw({ address: first.address, data: 'Hello', type: 'bytes' })
    await signer.signPayload(payload)
    const [connect, message, extrinsic] = asked.map(describeApproval)
    expect(connect?.rows.map(({ whole }) => whole)).toEqual([first.address, second.address])
    expect(message?.body).toBe('Hello')
    expect(extrinsic).toMatchObject({
      title: 'Sign an extrinsic?',
      warning: expect.stringContaining('cannot read'),
      rows: [{ value: 'Local Polkadot' }, { label: 'Number', value: '65' }, { value: '1000000000 plancks' }],
      body: '0x00000c010203',
    })
  })

  it('behavior: switches hold: reject, pending, nonsense, neverAnswer and disconnected', async () => {
    const { wallet, accounts, signer } = await connected()
    const raw = { address: first.address, data: 'x', type: 'bytes' } as const
    wallet.set({ reject: true })
    await expect(signer.signRaw(raw)).rejects.toThrow(/^Cancelled$/)
    await expect(make({ switches: { reject: true } }).extension.enable('x')).rejects.toThrow(/^Rejected$/)
    wallet.set({ reject: false, pending: true })
    await expect(signer.signRaw(raw)).rejects.toThrow('already open')
    wallet.set({ pending: false, nonsense: true })
    expect(await accounts.get()).toEqual(['banana', { banana: true }])
    wallet.set({ nonsense: false, disconnected: true })
    await expect(accounts.get()).rejects.toThrow('disconnected')
    wallet.set({ disconnected: false, neverAnswer: true })
    const settled = vi.fn()
    void accounts.get().then(settled, settled)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(settled).not.toHaveBeenCalled()
  })
})
