import { type AminoSignResponse, Secp256k1HdWallet } from '@cosmjs/amino'
import { coins, type OfflineSigner } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cosmosAccounts, cosmosAddress } from '../../chains/cosmos/cosmosAccounts.js'
import { cosmosChain } from '../../chains/cosmos/cosmosNetwork.js'
import { writeProto } from '../../chains/cosmos/protobuf.js'
import { startCosmosLedger } from '../../chains/cosmos/startCosmosLedger.js'
import { mnemonic } from '../../chains/evm/accounts.js'
import type { FamilyChain } from '../../chains/familyChain.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { describeApproval } from '../describeApproval.js'
import type { FamilyWalletOptions } from '../family/familyWallet.js'
import { arbitraryDoc } from './cosmosSigning.js'
import { createCosmosTestWallet } from './createCosmosTestWallet.js'

const [first, second] = cosmosAccounts(2)
if (!first || !second) throw new Error('There are two accounts')
const fee = { amount: coins(500, 'uatom'), gas: '100000' }
const osmosis = {
  chainId: 'osmosis-1',
  chainName: 'Osmosis',
  rest: 'https://node.example',
  bech32Config: { bech32PrefixAccAddr: 'osmo' },
}

describe('createCosmosTestWallet', () => {
  let chain: FamilyChain
  beforeAll(async () => {
    chain = await startCosmosLedger()
  })
  afterAll(() => chain.stop())

  const make = (options: Partial<FamilyWalletOptions> = {}) => createCosmosTestWallet({ chain, ...options })
  const connected = async (options: Partial<FamilyWalletOptions> = {}) => {
    const wallet = make(options)
    await wallet.keplr.enable(cosmosChain)
    return wallet
  }
  const send = (to: string, amount: string) => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: first.address, toAddress: to, amount: coins(amount, 'uatom') },
  })
  /** Signs as CosmJS does with the wallet beneath it, and sends by the wallet. */
  const pay = async (signer: OfflineSigner, wallet: ReturnType<typeof make>, sequence: number) => {
    const client = await SigningStargateClient.offline(signer)
    const data = { accountNumber: 0n, sequence, chainId: cosmosChain }
    const { bodyBytes, authInfoBytes, signatures } = await client.sign(
      first.address,
      [send(second.address, '1500000')],
      fee,
      '',
      data,
    )
    const raw = writeProto([
      [1, bodyBytes],
      [2, authInfoBytes],
      [3, signatures[0] ?? new Uint8Array()],
    ])
    return wallet.keplr.sendTx(cosmosChain, raw, 'sync')
  }

  it('behavior: stands at window.keplr unless another is there, tells when the account changes, and leaves', async () => {
    const page = new EventTarget() as EventTarget & { keplr?: unknown; getOfflineSigner?: unknown }
    const heard = vi.fn()
    page.addEventListener('keplr_keystorechange', heard)
    const wallet = await connected()
    const stop = wallet.announce({ target: page })
    make().announce({ target: page })
    expect(page.keplr).toBe(wallet.keplr)
    wallet.selectAccount(1)
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    wallet.selectAccount(0)
    expect(heard).toHaveBeenCalledTimes(1)
    expect([page.keplr, page.getOfflineSigner]).toEqual([undefined, undefined])
  })

  it('behavior: gives the key of the selected account, and asks once', async () => {
    const asked: ApprovalRequest[] = []
    const wallet = make({ approve: async (request) => asked.push(request) > 0 })
    const key = await wallet.keplr.getKey(cosmosChain)
    expect(key).toMatchObject({ algo: 'secp256k1', bech32Address: first.address, isNanoLedger: false })
    expect(cosmosAddress(key.pubKey)).toBe(first.address)
    expect(key.address).toHaveLength(20)
    wallet.selectAccount(1)
    expect((await wallet.keplr.getKey(cosmosChain)).bech32Address).toBe(second.address)
    expect(asked.map(({ kind }) => kind)).toEqual(['connect'])
    await wallet.keplr.disable()
    expect(wallet.permitted).toBe(false)
  })

  it('behavior: CosmJS pays with it in both forms, and the ledger takes it', async () => {
    const wallet = await connected()
    const signer = wallet.keplr.getOfflineSigner(cosmosChain)
    const amino = { getAccounts: signer.getAccounts, signAmino: signer.signAmino }
    for (const [sequence, one] of [signer, amino].entries()) {
      const hash = await pay(one as unknown as OfflineSigner, wallet, sequence)
      expect(hash).toHaveLength(32)
    }
    const response = await fetch(`${chain.url}/cosmos/bank/v1beta1/balances/${second.address}`)
    expect(await response.json()).toMatchObject({ balances: [{ amount: '103000000' }] })
    await expect(pay(signer as unknown as OfflineSigner, wallet, 5)).rejects.toThrow('sequence mismatch')
  })

  it('behavior: signs messages by ADR-36 as CosmJS does, and knows its signatures again', async () => {
    const wallet = await connected()
    const theirs = await Secp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'cosmos' })
    for (const data of ['Hello', 'Grüße, <b>&</b>', Uint8Array.of(0, 255, 1)]) {
      const signature = await wallet.keplr.signArbitrary(cosmosChain, first.address, data)
      const { signature: expected }: AminoSignResponse = await theirs.signAmino(
        first.address,
        arbitraryDoc(first.address, data),
      )
      expect(signature).toEqual(expected)
      const verify = (signer: string, text: string | Uint8Array) =>
        wallet.keplr.verifyArbitrary(cosmosChain, signer, text, signature)
      expect(await verify(first.address, data)).toBe(true)
      expect(await verify(first.address, 'other')).toBe(false)
      expect(await verify(second.address, data)).toBe(false)
      expect(await wallet.keplr.verifyArbitrary(cosmosChain, first.address, data, {} as never)).toBe(false)
    }
  })

  it('behavior: knows other chains once they were suggested, under their own addresses', async () => {
    const wallet = await connected()
    await expect(wallet.keplr.getKey('osmosis-1')).rejects.toThrow('There is no chain info for osmosis-1')
    await wallet.keplr.experimentalSuggestChain(osmosis)
    await wallet.keplr.experimentalSuggestChain(osmosis)
    expect((await wallet.keplr.getKey('osmosis-1')).bech32Address).toMatch(/^osmo1/)
    await expect(wallet.keplr.experimentalSuggestChain({ chainId: 'x' })).rejects.toThrow('bech32Config')
    const strict = make({ switches: { unknownChain: true } })
    await expect(strict.keplr.enable(cosmosChain)).rejects.toThrow('no chain info')
    const wrong = make({ switches: { wrongChain: true } })
    expect((await wrong.keplr.getKey('osmosis-1')).bech32Address).toBe(first.address)
  })

  it('error: other signers, other chains and documents that do not fit are refused', async () => {
    const wallet = await connected()
    const { signDirect, signAmino, signArbitrary } = wallet.keplr
    const doc = {
      bodyBytes: new Uint8Array(),
      authInfoBytes: new Uint8Array(),
      chainId: cosmosChain,
      accountNumber: 0n,
    }
    await expect(signArbitrary(cosmosChain, second.address, 'x')).rejects.toThrow('Signer mismatched')
    await expect(signDirect(cosmosChain, second.address, doc)).rejects.toThrow('Signer mismatched')
    await expect(signDirect(cosmosChain, first.address, { ...doc, chainId: 'x' })).rejects.toThrow('Unmatched chain id')
    await expect(signDirect(cosmosChain, first.address, { chainId: cosmosChain })).rejects.toThrow('bodyBytes')
    await expect(signDirect(cosmosChain, first.address, { ...doc, accountNumber: 'x' })).rejects.toThrow('not a number')
    const amino = { chain_id: 'x', account_number: '0', sequence: '0', fee, msgs: [], memo: '' }
    await expect(signAmino(cosmosChain, first.address, amino)).rejects.toThrow('Unmatched chain id')
  })

  it('behavior: what a person is asked can be read: payments, what cannot be read, messages and networks', async () => {
    const asked: ApprovalRequest[] = []
    const approve = async (request: ApprovalRequest) => asked.push(request) > 0
    const wallet = await connected({ approve, origin: 'https://app.example' })
    const signer = wallet.keplr.getOfflineSigner(cosmosChain)
    const client = await SigningStargateClient.offline(signer as unknown as OfflineSigner)
    const data = { accountNumber: 0n, sequence: 9, chainId: cosmosChain }
    await client.sign(first.address, [send(second.address, '1500000')], fee, 'for lunch', data)
    const vote = { typeUrl: '/cosmos.gov.v1beta1.MsgVote', value: { proposalId: 1n, voter: first.address, option: 1 } }
    await client.sign(first.address, [vote], fee, '', data)
    await wallet.keplr.signArbitrary(cosmosChain, first.address, 'Hello')
    await wallet.keplr.experimentalSuggestChain(osmosis)
    const [, payment, unreadable, message, network] = asked.map(describeApproval)
    expect(payment).toMatchObject({
      title: 'Send',
      hero: '1.5 ATOM',
      rows: [
        { label: 'To', whole: second.address },
        { label: 'Network', value: 'Local Cosmos' },
        { label: 'Network fee', value: '0.0005 ATOM' },
        { label: 'Memo', value: 'for lunch' },
      ],
    })
    expect(unreadable?.warning).toContain('cannot read')
    expect(message?.body).toBe('Hello')
    expect(network).toMatchObject({ title: 'Add this network?', rows: [{ value: 'Osmosis' }, {}, {}] })
  })

  it('behavior: switches hold: reject, pending, nonsense, neverAnswer and disconnected', async () => {
    const wallet = await connected()
    const sign = () => wallet.keplr.signArbitrary(cosmosChain, first.address, 'x')
    wallet.set({ reject: true })
    await expect(sign()).rejects.toThrow(/^Request rejected$/)
    wallet.set({ reject: false, pending: true })
    await expect(sign()).rejects.toThrow('already open')
    wallet.set({ pending: false, nonsense: true })
    expect(await sign()).toEqual(['banana', { banana: true }])
    wallet.set({ nonsense: false, disconnected: true })
    await expect(sign()).rejects.toThrow('disconnected')
    wallet.set({ disconnected: false, neverAnswer: true })
    const settled = vi.fn()
    void sign().then(settled, settled)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(settled).not.toHaveBeenCalled()
  })
})
