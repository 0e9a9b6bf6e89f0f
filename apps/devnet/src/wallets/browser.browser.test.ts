import { getWallets } from '@wallet-standard/app'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { solanaChainId } from '../chains/solana/localSolana.js'
import { startBrowserWallet } from './browser.js'
import type { TestWallet, WalletInfo } from './evm/testWallet.js'

const chains = [{ chainId: 31337, url: 'http://127.0.0.1:9', name: 'Local Ethereum' }]
const page = window as { latchkeyTestWallet?: TestWallet }

describe('startBrowserWallet', () => {
  afterEach(() => {
    delete page.latchkeyTestWallet
    localStorage.clear()
    document.getElementById('latchkey-test-wallet')?.remove()
  })

  it('behavior: announces itself, asks by its window, and remembers after a reload', async () => {
    const announced: { info: WalletInfo; provider: TestWallet['provider'] }[] = []
    const onAnnounce = (event: Event) => announced.push((event as CustomEvent).detail)
    window.addEventListener('eip6963:announceProvider', onAnnounce)
    const wallet = startBrowserWallet({ chains })
    window.removeEventListener('eip6963:announceProvider', onAnnounce)
    expect(announced).toHaveLength(1)
    expect(announced[0]?.info).toMatchObject({ name: 'Latchkey Test Wallet', rdns: 'dev.latchkey.testwallet' })
    expect(page.latchkeyTestWallet).toBe(wallet)
    expect(startBrowserWallet({ chains })).toBe(wallet)

    const answer = announced[0]?.provider.request({ method: 'eth_requestAccounts' })
    const root = () => document.querySelector('[data-latchkey-test-wallet]')?.shadowRoot
    await expect.poll(() => root()?.textContent).toContain(location.origin)
    await userEvent.click(root()?.querySelector('.approve') as HTMLElement)
    expect(await answer).toEqual(wallet.accounts)

    delete page.latchkeyTestWallet
    const after = startBrowserWallet({ chains })
    expect(await after.provider.request({ method: 'eth_accounts' })).toEqual(wallet.accounts)
    expect(after.info.uuid).not.toBe(wallet.info.uuid)
  })

  it('behavior: pages find its other families too, and one window asks for all', async () => {
    const families = [
      { chainId: solanaChainId, url: 'http://127.0.0.1:9', name: 'Local Solana' },
      { chainId: 'cosmos:latchkey-1', url: 'http://127.0.0.1:9', name: 'Local Cosmos' },
    ] as const
    const wallets = getWallets()
    const wallet = startBrowserWallet({ chains, families })
    const found = wallets.get().find(({ name }) => name === wallet.info.name)
    if (found === undefined) throw new Error('The wallet did not register')
    expect(found).toMatchObject({ icon: wallet.info.icon, chains: expect.arrayContaining(['solana:localnet']) })
    const { connect } = found.features['standard:connect'] as {
      connect(): Promise<{ accounts: { address: string }[] }>
    }
    const answer = connect()
    const also = wallet.provider.request({ method: 'eth_requestAccounts' })
    const root = () => document.querySelector('[data-latchkey-test-wallet]')?.shadowRoot
    await expect.poll(() => root()?.textContent).toContain('Local Solana')
    expect(root()?.textContent).toContain('1 more waiting')
    await userEvent.click(root()?.querySelector('.approve') as HTMLElement)
    expect((await answer).accounts.map(({ address }) => address)).toEqual(wallet.families.solana?.accounts)
    await expect.poll(() => root()?.textContent).toContain('Local Ethereum')
    wallet.set({ disconnected: true })
    await expect(also).rejects.toMatchObject({ code: 4900 })
    await expect(connect()).rejects.toMatchObject({ code: 4900 })
    wallet.revoke()
  })

  it('behavior: its icon is a picture that the browser can draw', async () => {
    const image = new Image()
    image.src = startBrowserWallet({ chains }).info.icon
    await image.decode()
    expect(image.naturalWidth).toBeGreaterThan(0)
  })

  it('param: the page may say its networks, accounts and switches', async () => {
    const script = document.createElement('script')
    script.type = 'application/json'
    script.id = 'latchkey-test-wallet'
    script.textContent = JSON.stringify({ accounts: 1, switches: { reject: true } })
    document.body.append(script)
    const wallet = startBrowserWallet({ chains })
    expect(wallet.accounts).toHaveLength(1)
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
  })
})
