import { describe, expect, it, vi } from 'vitest'
import { bitcoinChainId } from '../../chains/bitcoin/bitcoinNetwork.js'
import type { FamilyWalletOptions } from '../family/familyWallet.js'
import { createBitcoinTestWallet } from './createBitcoinTestWallet.js'

type Connect = (input?: object) => Promise<unknown>

describe('createBitcoinTestWallet, its switches and its memory', () => {
  // Nothing here reads the network.
  const chain = { chainId: bitcoinChainId, name: 'Local Bitcoin', url: 'http://127.0.0.1:9' } as const
  const make = (options: Partial<FamilyWalletOptions> = {}) => createBitcoinTestWallet({ chain, ...options })
  const connected = async (options: Partial<FamilyWalletOptions> = {}) => {
    const wallet = make(options)
    await wallet.unisat.requestAccounts()
    return wallet
  }
  const connectOf = (wallet: ReturnType<typeof make>, name: 'standard:connect' | 'bitcoin:connect') =>
    wallet.standard.features[name]?.connect as Connect

  it('behavior: switches hold in every way: reject, pending, nonsense, neverAnswer, disconnected, and a person who says no', async () => {
    const wallet = await connected()
    wallet.set({ reject: true })
    await expect(wallet.unisat.signMessage('x')).rejects.toMatchObject({ code: 4001 })
    wallet.set({ reject: false, pending: true })
    await expect(wallet.unisat.signMessage('x')).rejects.toMatchObject({ code: -32002 })
    wallet.set({ pending: false, nonsense: true })
    expect(await wallet.unisat.signMessage('x')).toEqual(['banana', { banana: true }])
    expect(await wallet.satsConnect.request('getInfo')).toMatchObject({ result: ['banana', { banana: true }] })
    wallet.set({ nonsense: false, disconnected: true })
    await expect(wallet.unisat.getChain()).rejects.toMatchObject({ code: 4900 })
    await expect(connectOf(wallet, 'standard:connect')()).rejects.toMatchObject({ code: 4900 })
    wallet.set({ disconnected: false, neverAnswer: true })
    const settled = vi.fn()
    void wallet.unisat.getChain().then(settled, settled)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(settled).not.toHaveBeenCalled()
    expect(wallet.requests.at(-1)).toEqual({ method: 'getChain', params: [] })
    const refusing = make({ approve: async () => false })
    await expect(refusing.unisat.requestAccounts()).rejects.toMatchObject({ code: 4001 })
    const waiting = make({ approve: () => new Promise(() => {}) })
    const open = waiting.unisat.requestAccounts()
    await expect(connectOf(waiting, 'bitcoin:connect')()).rejects.toMatchObject({ code: -32002 })
    waiting.set({ disconnected: true })
    await expect(open).rejects.toMatchObject({ code: 4900 })
  })

  it('param: accounts, storage and selectAccount; permission outlives a reload, broken storage does not matter', async () => {
    const values = new Map<string, string>()
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    }
    const before = await connected({ storage, accounts: 3 })
    before.selectAccount(2)
    expect(make({ storage, accounts: 3 })).toMatchObject({ permitted: true, selected: 2 })
    expect(make({ storage })).toMatchObject({ permitted: true, selected: 0 })
    expect(make({ storage: { ...storage, getItem: () => '{torn' } })).toMatchObject({ permitted: false, selected: 0 })
    for (const accounts of [0, 10, 1.5]) expect(() => make({ accounts })).toThrow('1 to 9 accounts')
    expect(() => before.selectAccount(7)).toThrow('no account 7')
  })
})
