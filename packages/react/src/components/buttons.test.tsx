import { connect, setAddressLabel, switchChain, type TokenBalance } from '@latchkey/core'
import { getBalancesQueryOptions, getIdentityQueryOptions } from '@latchkey/core/query'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { makeQueryClient, setUp } from '../../test/setUp.js'
import { AccountButton } from './AccountButton.js'
import { ChainButton } from './ChainButton.js'
import { ConnectButton } from './ConnectButton.js'

const id = 'dev.latchkey.fake'
const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ether = (numeric: string): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: '18', numeric },
  iconUrl: '',
  price: 0,
})
const button = () => document.querySelector('.lk-connect-button, .lk-account-button') as HTMLElement

describe('ConnectButton', () => {
  it.each(['sm', 'md', 'lg'] as const)('behavior: its states have one width, %s', async (size) => {
    const queryClient = makeQueryClient()
    const app = await setUp({ children: <ConnectButton size={size} />, queryClient })
    const widths = [button().offsetWidth]
    const measure = () => widths.push(button().offsetWidth)
    app.wallet.switches.neverAnswer = true
    const controller = new AbortController()
    const asked = connect(app.config, { connector: id, signal: controller.signal }).catch(() => {})
    await expect.element(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
    measure()
    controller.abort()
    await asked
    app.wallet.switches.neverAnswer = false
    await connect(app.config, { connector: id })
    await expect.element(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    measure()
    for (const numeric of ['0', '1.5', '0.0000001', '999.999', '123456.789']) {
      queryClient.setQueryData(getBalancesQueryOptions(app.config, { account }).queryKey, [ether(numeric)])
      await new Promise((resolve) => setTimeout(resolve, 30))
      if (numeric === '123456.789' && size !== 'sm')
        await expect
          .poll(() => document.querySelector('.lk-account-button-balance')?.textContent)
          .toMatch(/^123[.,]4\D/)
      measure()
    }
    expect(new Set(widths).size, widths.join(' ')).toBe(1)
    expect(button().scrollWidth).toBeLessThanOrEqual(button().clientWidth)
    const balance = document.querySelector('.lk-account-button-balance')
    if (size === 'sm') return expect(balance).toBeNull()
    expect(balance?.textContent).toMatch(/^123[.,]4\D/)
    expect(balance?.scrollWidth).toBeLessThanOrEqual(balance?.clientWidth ?? 0)
  })

  it('behavior: shows the account with its balance, and opens it', async () => {
    const queryClient = makeQueryClient()
    const app = await setUp({ queryClient })
    await connect(app.config, { connector: id })
    queryClient.setQueryData(getBalancesQueryOptions(app.config, { account }).queryKey, [ether('1.23456')])
    await expect.element(page.getByText('1.234 ETH')).toBeVisible()
    await page.getByRole('button', { name: 'Account 0x7099…79C8' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(button().getAttribute('aria-expanded')).toBe('true')
  })

  it('behavior: who connected by the keyboard goes on from the account, which is where the button was', async () => {
    const app = await setUp()
    button().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    await connect(app.config, { connector: id })
    await vi.waitFor(() => expect(button().className).toBe('lk-account-button'))
    app.modal.close()
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(button())
  })

  it('behavior: the sign of intent fetches the modal and its pictures, without opening anything', async () => {
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
    const app = await setUp({ wallets: [createFakeConnector({ icon })] })
    const decoded = vi.spyOn(HTMLImageElement.prototype, 'decode')
    button().focus()
    await vi.waitFor(() => expect(decoded).toHaveBeenCalled())
    decoded.mockRestore()
    expect(app.modal.getState().open).toBe(false)
    expect(document.querySelector('dialog[open]')).toBeNull()
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull())
  })

  it('behavior: ConnectButton.Custom leaves the drawing to the app', async () => {
    await setUp({
      children: (
        <ConnectButton.Custom>
          {({ open, address, status, isConnected, isOpen, preload }) => (
            <button type="button" onClick={open} onPointerEnter={preload}>
              {[status, isConnected, isOpen, address ?? 'nobody'].join(' ')}
            </button>
          )}
        </ConnectButton.Custom>
      ),
    })
    await page.getByRole('button', { name: 'disconnected false false nobody' }).click()
    await page.getByRole('button', { name: 'Fake Wallet' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    await expect
      .element(page.getByText('connected true true 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'))
      .toBeInTheDocument()
  })

  it('behavior: ConnectButton.Custom knows the chain, and opens account, chains and wallets', async () => {
    const app = await setUp({
      children: (
        <ConnectButton.Custom>
          {({ chain, mounted, openAccountModal, openChainModal, openConnectModal }) => (
            <>
              <p>{`${mounted} ${chain?.name ?? 'another'}`}</p>
              <button type="button" onClick={openConnectModal}>
                Wallets
              </button>
              <button type="button" onClick={openAccountModal}>
                Mine
              </button>
              <button type="button" onClick={openChainModal}>
                Chains
              </button>
            </>
          )}
        </ConnectButton.Custom>
      ),
    })
    await expect.element(page.getByText('true Ethereum')).toBeVisible()
    const leadsTo = async (name: string, view: string) => {
      await page.getByRole('button', { name }).click()
      await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', view)
      app.modal.close()
      await vi.waitFor(() => expect(document.querySelector('dialog')?.open).toBe(false))
    }
    await leadsTo('Wallets', 'Connect')
    await connect(app.config, { connector: id })
    await leadsTo('Mine', 'Account')
    await leadsTo('Chains', 'Networks')
    await switchChain(app.config, { chainId: 'eip155:8453' })
    await expect.element(page.getByText('true Base')).toBeVisible()
  })

  it('behavior: preload() of ConnectButton.Custom says when everything is there', async () => {
    const done = vi.fn()
    await setUp({
      children: (
        <ConnectButton.Custom>
          {({ preload }) => (
            <button type="button" onClick={() => preload().then(done)}>
              Prepare
            </button>
          )}
        </ConnectButton.Custom>
      ),
    })
    await page.getByRole('button', { name: 'Prepare' }).click()
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  })
})

describe('AccountButton', () => {
  it('behavior: is not there without an account, and hides the balance when told', async () => {
    const app = await setUp({ children: <AccountButton showBalance={false} /> })
    expect(document.querySelector('.lk-account-button')).toBeNull()
    await connect(app.config, { connector: id })
    await expect.element(page.getByRole('button', { name: /^Account/ })).toBeVisible()
    expect(document.querySelector('.lk-account-button-balance')).toBeNull()
  })

  it('behavior: shows the name that is known, cut where it is long; the address is still told on hover', async () => {
    const queryClient = makeQueryClient()
    const app = await setUp({ queryClient })
    await connect(app.config, { connector: id })
    const identity = getIdentityQueryOptions(app.config, { address: account.slice(9), chainId: 'eip155:1' })
    for (const name of ['alice.eth', `${'very-'.repeat(12)}long.eth`]) {
      queryClient.setQueryData(identity.queryKey, { name, avatar: null })
      await expect.element(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
      await expect.element(page.getByText(name).last()).toBeVisible()
      expect(button().title).toBe(account.slice(9))
      expect(button().scrollWidth).toBeLessThanOrEqual(button().clientWidth)
    }
    setAddressLabel(app.config, { account, label: 'Savings' })
    await expect.element(page.getByRole('button', { name: 'Account Savings' })).toBeVisible()
  })

  it.each(['md', 'lg'] as const)('behavior: never cuts a balance, %s', async (size) => {
    const queryClient = makeQueryClient()
    const app = await setUp({ children: <AccountButton size={size} />, queryClient })
    await connect(app.config, { connector: id })
    const { queryKey } = getBalancesQueryOptions(app.config, { account })
    queryClient.setQueryData(queryKey, [{ ...ether('999.999'), symbol: 'WRAPPEDSTAKEDCOIN' }])
    await expect.element(page.getByText('999.999 WRAPPEDSTAKEDCOIN')).toBeVisible()
    const shown = document.querySelector('.lk-account-button-balance') as HTMLElement
    expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
    expect(button().scrollWidth).toBeLessThanOrEqual(button().clientWidth)
  })

  it('behavior: follows the wallet to another account', async () => {
    const app = await setUp()
    await connect(app.config, { connector: id })
    await expect.element(page.getByRole('button', { name: 'Account 0x7099…79C8' })).toBeVisible()
    app.wallet.say({ accounts: ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] })
    await expect.element(page.getByRole('button', { name: 'Account 0x3C44…93BC' })).toBeVisible()
    app.wallet.say('disconnect')
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })
})

describe('ChainButton', () => {
  it('option enableNetworkSwitch: cannot be used where switching is off', async () => {
    await setUp({ children: <ChainButton />, enableNetworkSwitch: false })
    await expect.element(page.getByRole('button', { name: 'Network: Ethereum' })).toBeDisabled()
  })

  it.each(['light', 'dark'] as const)('behavior: nobody is shut out by the buttons, %s', async (themeMode) => {
    const queryClient = makeQueryClient()
    const app = await setUp({
      queryClient,
      themeMode,
      children: (
        <div style={{ background: themeMode === 'dark' ? '#121816' : '#fff', padding: 8 }}>
          <ConnectButton />
          <ChainButton />
        </div>
      ),
    })
    await expectAccessible()
    await connect(app.config, { connector: id })
    queryClient.setQueryData(getBalancesQueryOptions(app.config, { account }).queryKey, [ether('1.5')])
    await expect.element(page.getByText('1.5 ETH')).toBeVisible()
    await expectAccessible()
  })
})
