import { connect, isUnsupportedChain, toChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { base, mainnet, sepolia, solana } from '../../../../test/chains.js'
import { dialogOf, setUp } from '../../../../test/setUp.js'
import { ChainButton } from '../../../components/ChainButton.js'

const id = 'dev.latchkey.fake'
const row = (name: string) => page.getByRole('button', { name })
const say = (text: string) => expect.element(page.getByRole('status').getByText(text)).toBeVisible()
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const switches = ({ calls }: { calls: string[] }) => calls.filter((call) => call === 'switchNetwork')

async function connected(options: Parameters<typeof setUp>[0] = {}) {
  const app = await setUp({ children: <ChainButton />, chains: [mainnet, base, sepolia, solana], ...options })
  await connect(app.config, { connector: id })
  return app
}

/** Connected and at the list of networks. */
async function choosing(options?: Parameters<typeof setUp>[0]) {
  const app = await connected(options)
  await page.getByRole('button', { name: 'Network: Ethereum' }).click()
  await view('Networks')
  await expect.element(row('Base')).toBeVisible()
  return app
}

describe('Networks', () => {
  it('[S2-26] another network of the family opens SwitchNetwork with it, which starts the switch by itself', async () => {
    const app = await choosing()
    app.wallet.switches.neverAnswer = true
    await row('Base').click()
    await say('Switching to Base')
    expect(app.modal.getState().stack.at(-1)).toMatchObject({ view: 'SwitchNetwork', data: { network: base } })
    await vi.waitFor(() => expect(switches(app.wallet)).toHaveLength(1))
  })

  it('[S1-15] the button that shows the network changes it, and shows the new one', async () => {
    const app = await choosing()
    await row('Base').click()
    await view('Account')
    expect(app.config.state.chainIds.eip155).toBe('eip155:8453')
    expect(switches(app.wallet)).toHaveLength(1)
    app.modal.close()
    await expect.element(page.getByRole('button', { name: 'Network: Base' })).toBeVisible()
  })

  it('behavior: the present network is marked and choosing it does nothing; a test network says so', async () => {
    const app = await choosing()
    await expect
      .element(page.getByRole('dialog').getByRole('button', { name: 'Ethereum' }))
      .toHaveAttribute('aria-current', 'true')
    await page.getByRole('dialog').getByRole('button', { name: 'Ethereum' }).click()
    expect(app.modal.getState().stack).toHaveLength(1)
    await expect.element(row('Sepolia Test')).toBeVisible()
  })

  it('behavior: what the wallet did not approve cannot be chosen and says why', async () => {
    await choosing({ wallets: [createFakeConnector({ approved: ['eip155:1'] })] })
    await expect.element(row('Base Not offered by this wallet')).toBeDisabled()
  })

  it('behavior: more than ten have a search, by name or id', async () => {
    const many = Array.from({ length: 10 }, (_, index) =>
      toChain({ ...mainnet, id: 100 + index, caipNetworkId: `eip155:${100 + index}`, name: `Chain ${index}` }),
    )
    await choosing({ chains: [mainnet, base, ...many] })
    const search = page.getByRole('searchbox', { name: 'Search by name or chain ID' })
    await userEvent.fill(search, ' chain 7')
    await expect.element(row('Chain 7')).toBeVisible()
    await expect.element(row('Base')).not.toBeInTheDocument()
    await userEvent.fill(search, '8453')
    await expect.element(row('Base')).toBeVisible()
    await userEvent.fill(search, 'nowhere')
    await say('No network found')
  })

  it('behavior: ten fit without a search', async () => {
    await choosing()
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  })

  it('behavior: by keyboard alone', async () => {
    const app = await choosing()
    while (document.activeElement?.textContent?.includes('Base') !== true) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(app.config.state.chainIds.eip155).toBe('eip155:8453'))
  })

  it.each(['light', 'dark'] as const)('behavior: nobody is shut out, %s', async (themeMode) => {
    await choosing({ themeMode })
    await expectAccessible()
  })
})

describe('SwitchNetwork', () => {
  it('[S2-11] opens under its name, shows the pending switch, and offers the retry after a refusal', async () => {
    const app = await connected()
    app.wallet.switches.reject = true
    app.modal.open({ view: 'SwitchNetwork', data: { network: base } })
    await view('SwitchNetwork')
    await say('Switch declined')
    await say('You declined in the wallet. You are still on the network you were on.')
    await expectAccessible()
    app.wallet.switches.reject = false
    await row('Try again').click()
    await view('Account')
    expect(app.config.state.chainIds.eip155).toBe('eip155:8453')
    expect(switches(app.wallet)).toHaveLength(2)
  })

  it('error: what the wallet cannot do is said', async () => {
    const app = await connected()
    app.wallet.switches.refuseSwitch = true
    app.modal.open({ view: 'SwitchNetwork', data: { network: base } })
    await say('Could not switch')
    await expect.element(page.getByText('The wallet does not support this network.')).toBeVisible()
    expect(app.config.state.chainIds.eip155).toBe('eip155:1')
  })

  it('behavior: opening it for another network asks for that one', async () => {
    const app = await connected()
    app.wallet.switches.neverAnswer = true
    app.modal.open({ view: 'SwitchNetwork', data: { network: base } })
    await say('Switching to Base')
    app.modal.open({ view: 'SwitchNetwork', data: { network: sepolia } })
    await say('Switching to Sepolia')
    await vi.waitFor(() => expect(switches(app.wallet)).toHaveLength(2))
  })

  it('behavior: cancel goes back to the list, and closing ends the asking', async () => {
    const app = await choosing()
    app.wallet.switches.neverAnswer = true
    await row('Base').click()
    await say('Switching to Base')
    await row('Cancel').click()
    await view('Networks')
    expect(app.config.state.chainIds.eip155).toBe('eip155:1')
    await vi.waitFor(() =>
      expect([...app.config._internal.inFlight.keys()].filter((flight) => flight.startsWith('switch'))).toEqual([]),
    )
  })

  it('behavior: without a wallet the network is chosen at once and the modal closes', async () => {
    const app = await setUp({ children: <ChainButton /> })
    await page.getByRole('button', { name: 'Network: Ethereum' }).click()
    await row('Base').click()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    expect(app.config.state.chainIds.eip155).toBe('eip155:8453')
  })
})

describe('SwitchActiveChain', () => {
  it('[S2-12][S2-29] a network of a family without a wallet asks for one, and leads to wallets of that family', async () => {
    await choosing({
      wallets: [
        createFakeConnector(),
        createFakeConnector({ id: 'sol', name: 'Solana Wallet', namespaces: ['solana'] }),
      ],
    })
    await row('Solana').click()
    await view('SwitchActiveChain')
    await expect.element(page.getByText('Connect a Solana wallet')).toBeVisible()
    await expectAccessible()
    await row('Choose a wallet').click()
    await view('Connect')
    await expect.element(row('Solana Wallet')).toBeVisible()
    await expect.element(row('Fake Wallet')).not.toBeInTheDocument()
    await row('Back').click()
    await view('Networks')
  })

  it('[S2-12] opens under its name', async () => {
    const app = await connected()
    app.modal.open({
      view: 'SwitchActiveChain',
      data: { switchToChain: 'solana', navigateTo: 'Connect', navigateWithReplace: true, network: solana },
    })
    await view('SwitchActiveChain')
    await expect.element(page.getByText('To use Solana, connect a wallet for it.', { exact: false })).toBeVisible()
  })
})

describe('UnsupportedChain', () => {
  it('[S2-13][S2-32] opens by itself on a chain that is not listed, even from closed, and leads out by a switch', async () => {
    const app = await connected()
    app.wallet.say({ chainId: 'eip155:5' })
    await view('UnsupportedChain')
    await expect.element(row('Disconnect')).toBeVisible()
    for (const name of ['Ethereum', 'Base', 'Sepolia Test']) await expect.element(row(name)).toBeVisible()
    await expect.element(row('Solana')).not.toBeInTheDocument()
    await row('Base').click()
    await view('Account')
    expect(isUnsupportedChain(app.config)).toBe(false)
    expect(app.modal.close()).toBe(true)
  })

  it.each([
    ['switching is off', { enableNetworkSwitch: false }],
    ['such chains are allowed', { allowUnsupportedChain: true }],
  ])('[S2-32] does not open when %s', async (_, options) => {
    const app = await connected(options)
    app.wallet.say({ chainId: 'eip155:5' })
    await expect.element(page.getByRole('button', { name: 'Network: Unknown network' })).toBeVisible()
    expect(app.modal.getState().open).toBe(false)
  })

  it('behavior: disconnecting leads out, and a failure to do so is said', async () => {
    const app = await connected()
    app.wallet.say({ chainId: 'eip155:5' })
    app.wallet.switches.failDisconnect = true
    await row('Disconnect').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(app.modal.getState().open).toBe(true)
    app.wallet.switches.failDisconnect = false
    await row('Disconnect').click()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    expect(app.config.state.status).toBe('disconnected')
  })

  it('behavior: closes by itself once the wallet is back on a listed chain, or is gone', async () => {
    const app = await connected()
    app.wallet.say({ chainId: 'eip155:5' })
    await view('UnsupportedChain')
    app.wallet.say({ chainId: 'eip155:1' })
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    app.wallet.say({ chainId: 'eip155:5' })
    await vi.waitFor(() => expect(dialogOf().open).toBe(true))
    app.wallet.say('disconnect')
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
  })

  it.each(['light', 'dark'] as const)('behavior: nobody is shut out, %s', async (themeMode) => {
    const app = await connected({ themeMode })
    app.wallet.say({ chainId: 'eip155:5' })
    await expect.element(row('Disconnect')).toBeVisible()
    await expectAccessible()
  })
})
