import { type Collectible, type HistoryEntry, localSignIn } from '@latchkey/core'
import { createFakeConnector, createFakeEmbedded, createFakePairing } from '@latchkey/core/testing'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../test/accountModal.js'
import { expectAccessible } from '../../test/axe.js'
import { directoryUrl, entries, serveDirectory } from '../../test/directory.js'
import { ada, embeddedModal } from '../../test/embeddedModal.js'
import { setUp } from '../../test/setUp.js'

const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const button = (name: string | RegExp) => page.getByRole('button', { name })

// The tours of e2e/axe.test.ts do not come by these views.
describe.each(['light', 'dark'])('axe finds nothing, in %s, in', (scheme) => {
  beforeEach(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
    onTestFinished(async () => {
      await cdp().send('Emulation.setEmulatedMedia', { features: [] })
    })
  })

  it('Connect that leads to a first wallet, and GetWallet', async () => {
    serveDirectory(entries(6))
    const api = { url: directoryUrl, projectId: 'p' }
    const { modal } = await setUp({ connectors: [createFakePairing().create], api, debug: false })
    modal.open()
    await expect.element(button(/^Wallet 0/)).toBeVisible()
    await expectAccessible()
    await userEvent.click(button('Get a wallet'))
    await view('GetWallet')
    await expect.element(page.getByRole('heading', { name: 'Get Wallet 0' })).toBeVisible()
    await expectAccessible()
  })

  it('a code whose link is not there yet, with the mark of the wallet in its middle', async () => {
    serveDirectory(entries(6))
    const pairing = createFakePairing()
    const api = { url: directoryUrl, projectId: 'p' }
    const { modal } = await setUp({ wallets: [], connectors: [pairing.create], api, debug: false })
    modal.open()
    await userEvent.click(button(/^Wallet 0/))
    await view('ConnectingWalletConnect')
    await expect.element(page.getByRole('dialog')).toHaveTextContent('Wallet 0')
    await expectAccessible()
  })

  it('what was declined in the wallet', async () => {
    const wallet = createFakeConnector({ autoApprove: false })
    const { modal } = await setUp({ wallets: [wallet], debug: false })
    modal.open()
    await userEvent.click(button('Fake Wallet'))
    await view('ConnectingExternal')
    wallet.reject()
    await expect.element(page.getByRole('heading', { name: 'Connection declined' })).toBeVisible()
    await expectAccessible()
  })

  it('SIWXSignMessage', async () => {
    const { modal } = await setUp({ wallets: [createFakeConnector()], siwx: localSignIn(), debug: false })
    modal.open()
    await userEvent.click(button('Fake Wallet'))
    await view('SIWXSignMessage')
    await expectAccessible()
  })

  it('ActivityDetails and Collectible', async () => {
    const { modal } = await accountModal({ history: () => [[sent]] })
    await userEvent.click(page.getByRole('tab', { name: 'Activity' }))
    await userEvent.click(button(/^Sent 1\.5 ETH/))
    await view('ActivityDetails')
    await expectAccessible()
    modal.push({ view: 'Collectible', data: { collectible } })
    await view('Collectible')
    await expect.element(page.getByText('Opens nothing.')).toBeVisible()
    await expectAccessible()
  })

  it('EmailLogin, EmailVerifyDevice and EmailVerifyOtp', async () => {
    const { modal } = await embeddedModal({ fake: createFakeEmbedded() })
    for (const route of [
      { view: 'EmailLogin' },
      { view: 'EmailVerifyDevice', data: { email: ada } },
      { view: 'EmailVerifyOtp', data: { email: ada } },
    ] as const) {
      modal.open(route)
      await view(route.view)
      await expectAccessible()
    }
  })

  it.each(['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'] as const)('%s', async (name) => {
    const { modal } = await embeddedModal({ as: ada })
    modal.open({ view: name, data: { newEmail: 'ada@lovelace.example' } })
    await view(name)
    await expectAccessible()
  })
})

const sent: HistoryEntry = {
  id: '1',
  metadata: {
    operationType: 'send',
    hash: `0x${'7'.repeat(64)}`,
    minedAt: '2026-03-15T12:00:00.000Z',
    sentFrom: alice,
    sentTo: bob,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
  },
  transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' } }],
}
const collectible: Collectible = {
  chainId: 'eip155:1',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  tokenId: '1',
  standard: 'erc721',
  amount: '1',
  name: 'Key #1',
  description: 'Opens nothing.',
  collection: { name: 'Keys', symbol: 'KEY' },
  image: null,
  link: 'https://keys.example/1',
  isSpam: false,
}
