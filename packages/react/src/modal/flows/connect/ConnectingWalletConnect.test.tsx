import type { Connector, WalletListing } from '@latchkey/core'
import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { base, mainnet } from '../../../../test/chains.js'
import { directoryUrl, idOf, serveDirectory } from '../../../../test/directory.js'
import { dialogOf, setUp } from '../../../../test/setUp.js'

const until = (check: () => void) => vi.waitFor(check)
const code = () => page.getByRole('img', { name: 'QR code that connects a wallet' })
const pathOf = () => code().element().querySelector('path')?.getAttribute('d')

const harbour: WalletListing = {
  id: idOf(1),
  name: 'Harbour',
  imageUrl: undefined,
  isCertified: false,
  rdns: undefined,
  homepage: 'https://harbour.example/',
  links: { mobile: 'harbour://', desktop: 'harbour-desktop://', web: 'https://app.harbour.example' },
  stores: { apple: 'https://apps.example/harbour', google: 'https://play.example/harbour' },
  chains: [],
}

async function open(wallet?: WalletListing, fake = createFakePairing()) {
  const app = await setUp({ wallets: [], connectors: [fake.create], debug: false })
  app.modal.open({ view: 'Connect' })
  app.modal.push({ view: 'ConnectingWalletConnect', data: wallet && { wallet } })
  const connector = app.config.connectors[0] as ReturnType<typeof fake.create>
  return { ...app, fake, modal: app.modal, state: () => connector.pairing.getState() }
}

/** What is copied, without the permission that a real clipboard asks for. */
function watchClipboard() {
  const copied: string[] = []
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text)
  })
  onTestFinished(() => spy.mockRestore())
  return copied
}

/** Has the browser say that it is a phone's, and whether what happens is the doing of a person. */
function beOnPhone(isActive: boolean) {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Mobile')
  const before = window.matchMedia
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query.includes('coarse') ? ({ matches: true } as MediaQueryList) : before.call(window, query),
    )
  const activation = vi.spyOn(navigator, 'userActivation', 'get')
  activation.mockReturnValue({ isActive, hasBeenActive: true })
  onTestFinished(() => {
    activation.mockRestore()
    agent.mockRestore()
    media.mockRestore()
  })
  return activation
}

/** The links that were followed; none of them leads anywhere. */
function watchLinks() {
  const followed: string[] = []
  const stay = (event: Event) => {
    const link = (event.target as Element).closest('a')
    if (!link) return
    event.preventDefault()
    followed.push(link.href)
  }
  document.addEventListener('click', stay)
  onTestFinished(() => document.removeEventListener('click', stay))
  return followed
}

describe('ConnectingWalletConnect', () => {
  it('[S2-07] shows the pairing as a code and as a link to copy, and the account once a wallet has approved', async () => {
    const copied = watchClipboard()
    const { fake, state, config } = await open()
    await expect.element(code()).toBeVisible()
    expect(dialogOf().dataset.view).toBe('ConnectingWalletConnect')
    await expectAccessible()
    await page.getByRole('button', { name: 'Copy link' }).click()
    expect(copied).toEqual([state().uri])
    expect(state().uri).toMatch(/^wc:/)
    expect(fake.calls.filter((call) => call === 'connect')).toHaveLength(1)
    fake.approve()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(config.state.connections.get('walletConnect')?.phase).toBe('live')
  })

  it('is where the row of Connect leads', async () => {
    const { modal } = await open()
    modal.back()
    await expect.element(page.getByText('No wallet found in this browser.')).toBeVisible()
    await page.getByRole('button', { name: 'WalletConnect' }).click()
    await expect.element(code()).toBeVisible()
  })

  it('behavior: is made ready when a pointer or the focus comes to its row, and not before', async () => {
    const fake = createFakePairing()
    const { modal } = await setUp({ wallets: [], connectors: [fake.create], debug: false })
    // Where an earlier test left the pointer, the row may be what appears beneath it.
    await page.elementLocator(document.documentElement).hover({ position: { x: 1, y: 1 } })
    modal.open({ view: 'Connect' })
    const row = page.getByRole('button', { name: 'WalletConnect' })
    await expect.element(row).toBeVisible()
    expect([fake.calls, modal.getState().near]).toEqual([[], []])
    row.element().focus()
    expect(fake.calls).toEqual(['prepare'])
    expect(modal.getState().near).toEqual(['ConnectingWalletConnect'])
  })

  it('shows the fresh code in the place of the old one, and none with 10 s or less to live', async () => {
    const { fake } = await open()
    await expect.element(code()).toBeVisible()
    const first = pathOf()
    fake.renew()
    await until(() => expect(pathOf()).not.toBe(first))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 230_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await until(() => expect(code().query()).toBeNull())
    await expect.element(page.getByText('Preparing the code…')).toBeVisible()
    fake.renew()
    await expect.element(code()).toBeVisible()
  })

  it('error: says that the wallet declined, and offers a fresh code at the next try', async () => {
    const { fake } = await open(harbour)
    await expect.element(code()).toBeVisible()
    fake.reject()
    await expect.element(page.getByText('Connection declined')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(code()).toBeVisible()
    fake.approve()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
  })

  it('error: says that the relay cannot be reached', async () => {
    const fake = createFakePairing()
    fake.switches.noRelay = true
    await open(undefined, fake)
    await expect.element(page.getByText('The connection service could not be reached.')).toBeVisible()
    expect(dialogOf().textContent).not.toContain('relay')
  })

  it('error: says that the page is not set up for it', async () => {
    const app = await setUp()
    app.modal.open({ view: 'ConnectingWalletConnect' })
    await expect.element(page.getByText('This page cannot reach wallets on other devices')).toBeVisible()
  })

  it.each(['back', 'close'] as const)('takes the offer back on %s', async (way) => {
    const { modal, state } = await open()
    await expect.element(code()).toBeVisible()
    modal[way]()
    await until(() => expect(state().status).toBe('idle'))
  })

  it('[S2-07] opens a wallet of the directory on this computer and on the web by a link that holds the pairing', async () => {
    const { state, modal } = await open(harbour)
    await expect.element(page.getByText('Scan this with Harbour on your phone.')).toBeVisible()
    await page.getByRole('tab', { name: 'Desktop' }).click()
    const uri = encodeURIComponent(state().uri ?? '')
    const link = page.getByRole('link', { name: 'Open Harbour' })
    await expect.element(link).toHaveAttribute('href', `harbour-desktop://wc?uri=${uri}`)
    await expectAccessible()
    await page.getByRole('tab', { name: 'Web' }).click()
    await expect.element(link).toHaveAttribute('href', `https://app.harbour.example/wc?uri=${uri}`)
    await expect.element(link).toHaveAttribute('target', '_blank')
    await page.getByRole('button', { name: 'Don’t have Harbour?' }).click()
    await expect.element(page.getByRole('link', { name: 'App Store' })).toBeVisible()
    expect(modal.getState().stack.map(({ view }) => view)).toContain('WalletDetails')
    await page.getByRole('button', { name: 'Connect with Harbour' }).click()
    await expect.element(code()).toBeVisible()
  })

  it('says after 3 s that nothing opened, unless the page was put away meanwhile', async () => {
    const { mobile: _, ...links } = harbour.links
    await open({ ...harbour, links })
    const link = page.getByRole('link', { name: 'Open Harbour' })
    await expect.element(link).toBeVisible()
    // No such app is asked for: what follows the click is what is looked at.
    const stay = (event: Event) => event.preventDefault()
    document.addEventListener('click', stay)
    onTestFinished(() => document.removeEventListener('click', stay))
    const clickAndWait = (meanwhile: () => void) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      ;(link.element() as HTMLElement).click()
      meanwhile()
      vi.advanceTimersByTime(3_000)
      vi.useRealTimers()
    }
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    onTestFinished(() => visibility.mockRestore())
    clickAndWait(() => {
      visibility.mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      visibility.mockReturnValue('visible')
    })
    await new Promise(requestAnimationFrame)
    const said = page.getByText('Nothing opened. Is Harbour on this device?')
    expect(said.query()).toBeNull()
    clickAndWait(() => {})
    await expect.element(said).toBeVisible()
  })

  it('a wallet that is a page of this machine opens beside this one', async () => {
    const { state } = await open({ ...harbour, links: { desktop: 'http://localhost:4405' } })
    const link = page.getByRole('link', { name: 'Open Harbour' })
    await expect.element(link).toHaveAttribute('target', '_blank')
    const uri = encodeURIComponent(state().uri ?? '')
    await expect.element(link).toHaveAttribute('href', `http://localhost:4405/wc?uri=${uri}`)
  })

  it('on a phone opens the wallet first, and shows the code to whom nothing opened', async () => {
    beOnPhone(false)
    const { state } = await open(harbour)
    const link = page.getByRole('link', { name: 'Open Harbour' })
    await expect.element(link).toBeVisible()
    expect(page.getByRole('tab', { name: 'Web' }).query()).not.toBeNull()
    expect(page.getByRole('tab', { name: 'Desktop' }).query()).toBeNull()
    await expect.element(link).toHaveAttribute('href', `harbour://wc?uri=${encodeURIComponent(state().uri ?? '')}`)
    expect(code().query()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    watchLinks()
    await link.click()
    const show = page.getByRole('button', { name: 'Show the QR code' })
    await expect.element(show).toBeVisible()
    await show.click()
    await expect.element(code()).toBeVisible()
    // It cannot be scanned by the phone that shows it.
    await expect.element(page.getByText(/^Scan this with a wallet on another device/)).toBeVisible()
  })
})

describe('a wallet on this phone', () => {
  it('is opened by the press that chose it as soon as the link is there, and not again by who comes back', async () => {
    const followed = watchLinks()
    const activation = beOnPhone(true)
    const { state, modal } = await open(harbour)
    await until(() => expect(followed).toEqual([`harbour://wc?uri=${encodeURIComponent(state().uri ?? '')}`]))
    await page.getByRole('button', { name: 'Don’t have Harbour?' }).click()
    await expect.element(page.getByRole('link', { name: 'App Store' })).toBeVisible()
    modal.back()
    await expect.element(page.getByRole('link', { name: 'Open Harbour' })).toBeVisible()
    expect(followed).toHaveLength(1)

    // Nobody pressed anything for so long that the browser would not allow it.
    activation.mockReturnValue({ isActive: false, hasBeenActive: true })
    modal.back()
    modal.push({ view: 'ConnectingWalletConnect', data: { wallet: harbour } })
    await expect.element(page.getByRole('link', { name: 'Open Harbour' })).toBeVisible()
    expect(followed).toHaveLength(1)
  })

  it('has its link before it is pressed, and the press joins that offer', async () => {
    beOnPhone(true)
    const followed = watchLinks()
    const fake = createFakePairing()
    serveDirectory()
    const app = await setUp({
      wallets: [],
      connectors: [fake.create],
      api: { url: directoryUrl, projectId: 'p' },
      debug: false,
    })
    const { pairing } = app.config.connectors[0] as ReturnType<typeof fake.create>
    expect(pairing.getState().status).toBe('idle')
    app.modal.open({ view: 'Connect' })
    await until(() => expect(pairing.getState().status).toBe('waiting'))
    const { uri } = pairing.getState()
    app.modal.push({ view: 'ConnectingWalletConnect', data: { wallet: harbour } })
    await until(() => expect(followed).toEqual([`harbour://wc?uri=${encodeURIComponent(uri ?? '')}`]))
    // The list withdraws its part of the offer a moment after it has left.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(pairing.getState()).toMatchObject({ status: 'waiting', uri })
    app.modal.close()
    await until(() => expect(pairing.getState().status).toBe('idle'))
  })

  it('has a link of its own where another family is wanted', async () => {
    beOnPhone(true)
    watchLinks()
    const fake = createFakePairing()
    serveDirectory()
    const api = { url: directoryUrl, projectId: 'p' }
    const app = await setUp({ wallets: [], connectors: [fake.create], chains: [mainnet, base], api, debug: false })
    const { pairing } = app.config.connectors[0] as ReturnType<typeof fake.create>
    app.modal.open({ view: 'Connect' })
    await until(() => expect(pairing.getState().status).toBe('waiting'))
    const { uri } = pairing.getState()
    app.modal.push({ view: 'ConnectingWalletConnect', data: { wallet: harbour, chainId: 'eip155:8453' } })
    await expect.element(page.getByRole('link', { name: 'Open Harbour' })).toBeVisible()
    expect(pairing.getState().uri).not.toBe(uri)
  })
})

describe('ConnectingMultiChain', () => {
  it('asks which family to begin with, and connects the wallet on a network of it', async () => {
    const wallet = createFakeConnector({ kind: 'multiChain', name: 'Merged', namespaces: ['eip155', 'solana'] })
    const solana = {
      ...mainnet,
      id: 'sol1',
      caipNetworkId: 'solana:sol1',
      chainNamespace: 'solana',
      name: 'Sol',
    } as const
    const { modal, config } = await setUp({ wallets: [wallet], chains: [mainnet, solana], debug: false })
    const connect = vi.spyOn(config.connectors[0] as Connector, 'connect')
    modal.open({ view: 'Connect' })
    await page.getByRole('button', { name: 'Merged' }).click()
    await expect.element(page.getByRole('heading', { name: 'Where to use Merged' })).toBeVisible()
    await expectAccessible()
    await expect.element(page.getByRole('button', { name: 'Solana' })).toBeVisible()
    await page.getByRole('button', { name: 'Ethereum' }).click()
    await until(() => expect(connect).toHaveBeenCalledOnce())
    expect(connect.mock.calls[0]?.[0].chainId).toBe('eip155:1')
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
  })
})
