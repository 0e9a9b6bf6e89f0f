import { describe, expect, it, vi } from 'vitest'
import { walletKit } from '../../../test/walletKit.js'

describe('createTestWallet', () => {
  const { ask, connected, heard, kept, make, second, third, visitor } = walletKit()

  describe('accounts and permission', () => {
    it('behavior: shows no account before it was allowed, the selected one first after', async () => {
      const wallet = make()
      const events = heard(wallet)
      expect(await ask(wallet, 'eth_accounts')).toEqual([])
      expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
      expect(await ask(wallet, 'eth_requestAccounts')).toEqual([visitor.address, second.address])
      expect(await ask(wallet, 'eth_accounts')).toEqual([visitor.address, second.address])
      wallet.selectAccount(1)
      expect(await ask(wallet, 'eth_accounts')).toEqual([second.address, visitor.address])
      expect(events).toEqual([
        ['accountsChanged', [visitor.address, second.address]],
        ['accountsChanged', [second.address, visitor.address]],
      ])
    })

    it('behavior: permissions are given by wallet_requestPermissions and taken by wallet_revokePermissions and revoke', async () => {
      const wallet = make({ origin: 'https://app.example' })
      const events = heard(wallet)
      expect(await ask(wallet, 'wallet_requestPermissions', { eth_accounts: {} })).toMatchObject([
        { parentCapability: 'eth_accounts', invoker: 'https://app.example' },
      ])
      expect(await ask(wallet, 'wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
      expect(await ask(wallet, 'eth_accounts')).toEqual([])
      await ask(wallet, 'eth_requestAccounts')
      wallet.revoke()
      wallet.revoke()
      expect(wallet.permitted).toBe(false)
      expect(events.map(([, value]) => (value as unknown[]).length)).toEqual([2, 0, 2, 0])
      await expect(ask(wallet, 'wallet_requestPermissions', { everything: {} })).rejects.toMatchObject({ code: -32602 })
    })

    it('behavior: permission, account and network outlive a reload', async () => {
      const storage = kept()
      const before = await connected({ storage })
      before.selectAccount(1)
      before.selectChain(31338)
      const after = make({ storage })
      expect(await ask(after, 'eth_accounts')).toEqual([second.address, visitor.address])
      expect(await ask(after, 'eth_chainId')).toBe('0x7a6a')
      expect(await ask(make({ storage: kept() }), 'eth_accounts')).toEqual([])
    })

    it('behavior: two tabs of a site are one wallet: what is allowed, chosen and taken back in one holds in the other', async () => {
      const storage = kept()
      const here = make({ storage })
      const there = await connected({ storage })
      expect(await ask(here, 'eth_accounts')).toEqual([visitor.address, second.address])
      there.selectAccount(1)
      there.selectChain(31338)
      expect(await ask(here, 'eth_accounts')).toEqual([second.address, visitor.address])
      expect(await ask(here, 'eth_chainId')).toBe('0x7a6a')
      there.revoke()
      expect(await ask(here, 'eth_accounts')).toEqual([])
    })

    it('behavior: a storage that is broken, denied or foreign reads as a fresh wallet', async () => {
      const refuse = () => {
        throw new Error('denied')
      }
      const broken = [
        { ...kept(), getItem: () => '{torn' },
        { ...kept(), getItem: () => '{"permitted":1,"account":7,"chainId":5,"added":[1,{}]}' },
        { getItem: refuse, setItem: refuse, removeItem: refuse },
      ]
      for (const storage of broken) {
        const wallet = make({ storage })
        expect(await ask(wallet, 'eth_accounts')).toEqual([])
        expect(await ask(wallet, 'eth_chainId')).toBe('0x7a69')
        expect(await ask(wallet, 'eth_requestAccounts')).toHaveLength(2)
      }
    })

    it('param: privateKey and accounts choose the keys', async () => {
      const wallet = await connected({ privateKey: third.privateKey, accounts: 3 })
      expect(wallet.accounts).toEqual([third.address, visitor.address, second.address])
      for (const count of [0, 10, 1.5]) expect(() => make({ accounts: count })).toThrow('1 to 9 accounts')
      expect(() => make({ chains: [] })).toThrow('at least one chain')
      expect(() => wallet.selectAccount(3)).toThrow('no account 3')
      expect(() => wallet.selectChain(5)).toThrow('does not know chain 5')
    })
  })

  it('error: methods that are not offered are 4200, eth_sign among them; requests without a method are -32600', async () => {
    const wallet = await connected()
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'anvil_setBalance',
      'wallet_nothing',
      'toString',
      'eth_subscribe',
    ]) {
      await expect(ask(wallet, method)).rejects.toMatchObject({ code: 4200, name: 'ProviderRpcError' })
    }
    for (const request of [undefined, {}, { method: 1 }]) {
      await expect(wallet.provider.request(request as never)).rejects.toMatchObject({ code: -32600 })
    }
  })

  it('behavior: listeners can be removed, and one that throws does not silence the others', async () => {
    const wallet = make()
    const thrown: unknown[] = []
    const onThrown = (error: unknown) => thrown.push(error)
    const handlers = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', onThrown)
    const quiet = vi.fn()
    const loud = vi.fn()
    wallet.provider.on('chainChanged', quiet).removeListener('chainChanged', quiet)
    wallet.provider.on('chainChanged', () => {
      throw new Error('a listener of the page')
    })
    wallet.provider.on('chainChanged', loud)
    wallet.selectChain(31338)
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.removeListener('uncaughtException', onThrown)
    for (const handler of handlers) process.on('uncaughtException', handler)
    expect(quiet).not.toHaveBeenCalled()
    expect(loud).toHaveBeenCalledWith('0x7a6a')
    expect(thrown).toHaveLength(1)
  })

  it('behavior: announces itself by EIP-6963 now, when asked, and no more when stopped', () => {
    const page = new EventTarget()
    const details: { info: { name: string; rdns: string; icon: string; uuid: string }; provider: unknown }[] = []
    page.addEventListener('eip6963:announceProvider', (event) => details.push((event as CustomEvent).detail))
    const wallet = make({ info: { name: 'Another name' } })
    const stop = wallet.announce(page)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    stop()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(2)
    expect(details[1]!.provider).toBe(details[0]!.provider)
    expect(details[0]!.info).toEqual({
      name: 'Another name',
      rdns: 'dev.latchkey.testwallet',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,PHN2Zy/),
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    })
    expect(details[0]!.provider).toBe(wallet.provider)
    expect(Object.isFrozen(details[0]) && Object.isFrozen(details[0]!.info)).toBe(true)
    expect(wallet.accounts[0]).toBe(visitor.address)
  })
})
