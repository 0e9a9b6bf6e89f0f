import { describe, expect, it, vi } from 'vitest'
import { solanaChainId } from '../chains/solana/localSolana.js'
import type { ApprovalRequest, FamilyWalletChain } from './approvalRequest.js'
import { createCompanions } from './createCompanions.js'
import { createTestWallet } from './evm/createTestWallet.js'

const url = 'http://127.0.0.1:9'
const chains: readonly FamilyWalletChain[] = [
  { chainId: solanaChainId, url, name: 'Local Solana' },
  { chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', url, name: 'Local Bitcoin' },
  { chainId: 'polkadot:906d57c7639442cceb7f44d208ccd513', url, name: 'Local Polkadot' },
  { chainId: 'cosmos:latchkey-1', url, name: 'Local Cosmos' },
]
const evm = [{ chainId: 31337, url, name: 'Local Ethereum' }]

describe('a wallet of several families', () => {
  it('behavior: is one name and icon at every door, and leaves them all', () => {
    const wallet = createTestWallet({ chains: evm, families: createCompanions([...chains, ...chains], {}) })
    expect(Object.keys(wallet.families)).toEqual(['solana', 'bip122', 'polkadot', 'cosmos'])
    for (const { info } of Object.values(wallet.families)) {
      expect(info).toMatchObject({ name: wallet.info.name, icon: wallet.info.icon })
    }
    const page = new EventTarget() as EventTarget & { injectedWeb3?: object; keplr?: unknown; unisat?: unknown }
    const names: string[] = []
    page.addEventListener('eip6963:announceProvider', (event) => names.push((event as CustomEvent).detail.info.name))
    const leave = vi.fn()
    const register = vi.fn((..._wallets: { name: string; chains: readonly string[] }[]) => leave)
    page.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail({ register }))
    const stop = wallet.announce(page)
    expect(names).toEqual(['Latchkey Test Wallet'])
    expect(register.mock.calls.map(([one]) => one?.name)).toEqual(['Latchkey Test Wallet', 'Latchkey Test Wallet'])
    expect(register.mock.calls.map(([one]) => one?.chains[0]?.split(':')[0])).toEqual(['solana', 'bitcoin'])
    expect(Object.keys(page.injectedWeb3 ?? {})).toHaveLength(1)
    expect([page.keplr, page.unisat]).toEqual([expect.anything(), undefined])
    stop()
    expect(leave).toHaveBeenCalledTimes(2)
    expect(Object.keys(page.injectedWeb3 ?? {})).toEqual([])
    expect([page.keplr, page.unisat]).toEqual([undefined, undefined])
  })

  it('behavior: a switch that is thrown on the wallet is thrown for every family, and so with what a person does', async () => {
    const asked: ApprovalRequest[] = []
    const approve = async (request: ApprovalRequest) => asked.push(request) > 0
    const wallet = createTestWallet({ chains: evm, approve, families: createCompanions(chains, { approve }) })
    const { solana } = wallet.families
    const connect = async () => {
      const { wallet: standard } = solana as unknown as {
        wallet: { features: { 'standard:connect': { connect(): Promise<{ accounts: unknown[] }> } } }
      }
      return (await standard.features['standard:connect'].connect()).accounts.length
    }
    wallet.set({ reject: true })
    await expect(connect()).rejects.toMatchObject({ code: 4001 })
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    expect(Object.values(wallet.families).map(({ switches }) => switches.reject)).toEqual([true, true, true, true])
    wallet.set({ reject: false })
    expect(await connect()).toBe(2)
    expect(asked.map(({ kind, chain }) => [kind, chain.name])).toEqual([['connect', 'Local Solana']])
    wallet.selectAccount(1)
    expect(Object.values(wallet.families).map(({ selected }) => selected)).toEqual([1, 1, 1, 1])
    wallet.revoke()
    expect(solana?.permitted).toBe(false)
  })
})
