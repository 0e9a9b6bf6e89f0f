import { describe, expect, it, vi } from 'vitest'
import { typedData } from '../../test/typedData.js'
import { walletKit } from '../../test/walletKit.js'
import { localTokens } from '../chains/evm/contractAddresses.js'

describe('switches', () => {
  const { ask, chains, connected, heard, make, second, visitor } = walletKit()

  it('behavior: reject says 4001 to what a person approves, and reads go on', async () => {
    const wallet = make({ switches: { reject: true } })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    expect(await ask(wallet, 'eth_blockNumber')).toMatch(/^0x/)
    wallet.set({ reject: false })
    await ask(wallet, 'eth_requestAccounts')
    wallet.set({ reject: true })
    for (const [method, ...params] of [
      ['personal_sign', '0x00', visitor.address],
      ['eth_signTypedData_v4', visitor.address, typedData],
      ['eth_sendTransaction', { from: visitor.address, to: second.address }],
      ['wallet_switchEthereumChain', { chainId: '0x7a6a' }],
      [
        'wallet_watchAsset',
        { type: 'ERC20', options: { address: localTokens[0].address, symbol: 'USDC', decimals: 6 } },
      ],
    ] as const) {
      await expect(ask(wallet, method, ...params)).rejects.toMatchObject({ code: 4001 })
    }
  })

  it('behavior: neverAnswer leaves requests open', async () => {
    const wallet = make({ switches: { neverAnswer: true } })
    const settled = vi.fn()
    void ask(wallet, 'eth_accounts').then(settled, settled)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(settled).not.toHaveBeenCalled()
    expect(wallet.requests).toEqual([{ method: 'eth_accounts', params: [] }])
  })

  it('behavior: wrongChain says that it switched, and stays', async () => {
    const wallet = await connected({ switches: { wrongChain: true } })
    const events = heard(wallet)
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
    expect(events).toEqual([])
  })

  it('behavior: unknownChain answers 4902 until the network is added', async () => {
    const wallet = await connected({ switches: { unknownChain: true } })
    const { url, name } = chains()[1]
    await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({
      code: 4902,
    })
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    await ask(wallet, 'wallet_addEthereumChain', {
      chainId: '0x7a6a',
      chainName: name,
      rpcUrls: [url],
      nativeCurrency,
    })
    expect(wallet.chainId).toBe(31338)
    wallet.selectChain(31337)
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
  })

  it('behavior: disconnected is 4900 to everything and is told, and open questions end with it', async () => {
    const wallet = await connected({ approve: async ({ kind }) => kind === 'connect' || new Promise(() => {}) })
    const events = heard(wallet)
    const open = ask(wallet, 'personal_sign', '0x00', visitor.address)
    await new Promise((resolve) => setTimeout(resolve, 10))
    wallet.set({ disconnected: true })
    await expect(open).rejects.toMatchObject({ code: 4900 })
    await expect(ask(wallet, 'eth_chainId')).rejects.toMatchObject({ code: 4900 })
    expect(wallet.provider.isConnected()).toBe(false)
    wallet.set({ disconnected: true })
    wallet.set({ disconnected: false })
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
    expect(events).toEqual([
      ['disconnect', expect.objectContaining({ code: 4900 })],
      ['connect', { chainId: '0x7a69' }],
    ])
  })

  it('behavior: slow waits before each answer', async () => {
    const wallet = make({ switches: { slow: 120 } })
    const begin = performance.now()
    await ask(wallet, 'eth_chainId')
    expect(performance.now() - begin).toBeGreaterThanOrEqual(115)
  })

  it('behavior: nonsense answers and tells values of the wrong type', async () => {
    const wallet = await connected()
    const events = heard(wallet)
    wallet.set({ nonsense: true })
    expect(await ask(wallet, 'eth_accounts')).toEqual({})
    expect(await ask(wallet, 'eth_chainId')).toBe('banana')
    expect(await ask(wallet, 'personal_sign', '0x00', visitor.address)).toBe(42)
    expect(await ask(wallet, 'eth_getBalance')).toEqual(['banana', { banana: true }])
    wallet.selectAccount(1)
    wallet.selectChain(31338)
    expect(events).toEqual([
      ['accountsChanged', {}],
      ['chainChanged', 'banana'],
    ])
  })

  it('behavior: pending is -32002, and so is a second connect while the first is open', async () => {
    const pending = make({ switches: { pending: true } })
    await expect(ask(pending, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })

    let answer = (_approved: boolean) => {}
    const wallet = make({
      approve: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const first = ask(wallet, 'eth_requestAccounts')
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    answer(true)
    expect(await first).toHaveLength(2)
    wallet.revoke()
    const refused = ask(wallet, 'eth_requestAccounts')
    answer(false)
    await expect(refused).rejects.toMatchObject({ code: 4001 })
  })

  it('behavior: autoApprove asks nobody, and off without anybody there is a no', async () => {
    const approve = vi.fn(async () => false)
    await connected({ approve, switches: { autoApprove: true } })
    expect(approve).not.toHaveBeenCalled()
    await expect(connected({ switches: { autoApprove: false } })).rejects.toMatchObject({ code: 4001 })
  })
})
