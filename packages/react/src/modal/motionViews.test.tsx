import { addRecentListing, type Collectible, type HistoryEntry, localSignIn } from '@latchkey/core'
import { createFakeConnector, createFakeEmbedded, createFakePairing } from '@latchkey/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../test/accountModal.js'
import { mainnet, solana } from '../../test/chains.js'
import { directoryUrl, entries, idOf, serveDirectory } from '../../test/directory.js'
import { embeddedModal } from '../../test/embeddedModal.js'
import { expectSmooth, expectStill, film, heightsOf } from '../../test/film.js'
import { makeConfig, setUp } from '../../test/setUp.js'

const sizes = [
  ['desktop', 1280, 800],
  ['phone', 390, 844],
] as const
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
/** Something that is awaited until the test lets it go on. */
function gate() {
  let open = () => {}
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, until }
}
/** Holds back what the directory answers. */
function delayDirectory(wallets = entries(100)) {
  serveDirectory(wallets)
  const { open, until } = gate()
  const answer = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    if (String(input instanceof Request ? input.url : input).startsWith(directoryUrl)) await until
    return answer(input, init)
  }
  return open
}
const api = { url: directoryUrl, projectId: 'p' }
const installed = () => createFakeConnector({ name: 'Installed', rdns: 'com.installed' })

afterEach(() => page.viewport(1280, 800))

describe('what comes late to Connect', () => {
  it.each(sizes)('behavior: social accounts move nothing, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { open, until } = gate()
    const app = await embeddedModal({ socials: ['google', 'x', 'apple'], others: [installed()] })
    const { getSocials } = app.embedded
    app.embedded.getSocials = async () => {
      await until
      return getSocials()
    }
    app.modal.open()
    await expect.element(button('Installed')).toBeVisible()
    await film(() => {})
    const frames = await film(async () => {
      open()
      await expect.element(button('Continue with Apple')).toBeVisible()
    }, ['Installed'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Installed')
    expect(heightsOf(frames)).toHaveLength(1)
  })

  it('behavior: social accounts that the server does not take leave their place free', async () => {
    const { open, until } = gate()
    const app = await embeddedModal({ socials: [], others: [installed()] })
    app.embedded.getSocials = async () => {
      await until
      return []
    }
    app.modal.open()
    await expect.element(button('Installed')).toBeVisible()
    await film(() => {})
    const frames = await film(open, ['Installed'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Installed')
  })

  it.each(sizes)('behavior: recent, featured and recommended wallets move nothing, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const arrive = delayDirectory()
    const pairing = createFakePairing()
    const config = makeConfig({
      wallets: [installed()],
      connectors: [pairing.create],
      api,
      debug: false,
      featuredWalletIds: [idOf(50), idOf(51)],
    })
    addRecentListing(config.storage, idOf(60))
    addRecentListing(config.storage, idOf(61))
    const { modal } = await setUp({ config })
    modal.open()
    await expect.element(button(/^All wallets/)).toBeVisible()
    await film(() => {})
    const frames = await film(async () => {
      arrive()
      await expect.element(button(/^Wallet 60/)).toBeVisible()
    }, ['Installed', 'All wallets'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Installed', 'All wallets')
    expect(heightsOf(frames)).toHaveLength(1)
    const shown = [...document.querySelectorAll('.lk-row-name')].map(({ textContent }) => textContent)
    expect(shown.filter((name) => name?.startsWith('Wallet '))).toEqual(
      [61, 60, 50, 51, 0, 1, 2, 3].map((id) => `Wallet ${id}`),
    )
  })

  it.each([
    ['a directory of two wallets', entries(2)],
    ['a directory that fails', undefined],
  ])('behavior: %s leaves what stands below in its place', async (_, wallets) => {
    const arrive = delayDirectory(wallets ?? entries(0))
    if (!wallets) {
      const answer = globalThis.fetch
      globalThis.fetch = async (input, init) => {
        const response = await answer(input, init)
        const isDirectory = String(input instanceof Request ? input.url : input).startsWith(directoryUrl)
        return isDirectory ? new Response('{}', { status: 500 }) : response
      }
    }
    const { modal } = await setUp({ wallets: [createFakeConnector()], api, debug: false })
    modal.open()
    await expect.element(button(/^All wallets/)).toBeVisible()
    await film(() => {})
    const frames = await film(arrive, ['All wallets'], 900)
    expectSmooth(frames)
    expectStill(frames, 'Close', 'All wallets')
    if (!wallets) await expect.element(page.getByText('The list of wallets did not load')).toBeVisible()
  })

  it('behavior: after a list that was shorter, the next visit keeps no more places than it needs', async () => {
    serveDirectory(entries(2))
    const config = makeConfig({ wallets: [createFakeConnector()], api, debug: false })
    const first = await setUp({ config })
    first.modal.open()
    await expect.element(button(/^Wallet 1/)).toBeVisible()
    await first.screen.unmount()
    const arrive = delayDirectory(entries(2))
    const { modal } = await setUp({
      config: makeConfig({ wallets: [createFakeConnector()], api, debug: false, storage: config.storage }),
    })
    modal.open()
    await expect.element(button(/^All wallets/)).toBeVisible()
    expect(document.querySelectorAll('.lk-connect .lk-skeleton-row')).toHaveLength(2)
    arrive()
  })
})

describe('the way from view to view', () => {
  /** Films what leads to a view, and fails where something leaps or the card is empty. */
  async function smooth(act: () => unknown, w: number, h: number, rest = 500) {
    const frames = await film(act, [], rest)
    expectSmooth(frames)
    if (w > h) expectStill(frames, 'Close')
    expect(heightsOf(frames).length).toBeLessThanOrEqual(2)
  }

  it.each(sizes)('behavior: Connect, waiting, account, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const wallet = createFakeConnector({ autoApprove: false })
    const { modal } = await setUp({ wallets: [wallet], debug: false })
    modal.open()
    await expect.element(button('Fake Wallet')).toBeVisible()
    await film(() => {})
    await smooth(() => userEvent.click(button('Fake Wallet')), w, h)
    await view('ConnectingExternal')
    await smooth(() => wallet.approve(), w, h, 900)
    await view('Account')
  })

  it.each(sizes)('behavior: Connect, QR code and back, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const pairing = createFakePairing()
    const { modal } = await setUp({ wallets: [installed()], connectors: [pairing.create], debug: false })
    modal.open()
    await expect.element(button('WalletConnect')).toBeVisible()
    await film(() => {})
    await smooth(() => userEvent.click(button('WalletConnect')), w, h, 900)
    await view('ConnectingWalletConnect')
    await smooth(() => userEvent.click(button('Back')), w, h)
  })

  it.each(sizes)('behavior: Connect, the families of a wallet, waiting, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const evm = createFakeConnector({ id: 'io.lark', name: 'Lark', autoApprove: false })
    const svm = createFakeConnector({
      id: 'solana:lark',
      name: 'Lark',
      namespaces: ['solana'],
      chainId: solana.caipNetworkId,
    })
    const { modal } = await setUp({ wallets: [evm, svm], chains: [mainnet, solana], debug: false })
    modal.open()
    await expect.element(button('Lark')).toBeVisible()
    await film(() => {})
    await smooth(() => userEvent.click(button('Lark')), w, h)
    await view('ConnectingMultiChain')
    await smooth(() => userEvent.click(button('Ethereum')), w, h)
    await view('ConnectingExternal')
  })

  it.each(sizes)('behavior: account, swap, buy and back, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { modal } = await accountModal({ onramp: shop })
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    await film(() => {})
    for (const name of ['Swap', 'OnRampProviders'] as const) {
      await smooth(() => modal.push({ view: name }), w, h, 900)
      await smooth(() => modal.back(), w, h)
    }
  })

  it.each(sizes)('behavior: account, a collectible, an activity and back, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { modal } = await accountModal({ history: () => [[sent]] })
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    await userEvent.click(page.getByRole('tab', { name: 'Activity' }))
    await expect.element(button(/^Sent 1\.5 ETH/)).toBeVisible()
    await film(() => {})
    await smooth(() => modal.push({ view: 'Collectible', data: { collectible } }), w, h)
    await smooth(() => modal.back(), w, h)
    await smooth(() => userEvent.click(button(/^Sent 1\.5 ETH/)), w, h)
    await view('ActivityDetails')
    await smooth(() => modal.back(), w, h)
  })

  it.each(sizes)('behavior: Connect, waiting, signing in to the site, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const wallet = createFakeConnector({ autoApprove: false })
    const { modal } = await setUp({ wallets: [wallet], siwx: localSignIn(), debug: false })
    modal.open()
    await expect.element(button('Fake Wallet')).toBeVisible()
    await userEvent.click(button('Fake Wallet'))
    await view('ConnectingExternal')
    await film(() => {}, [], 500)
    await smooth(() => wallet.approve(), w, h, 900)
    await view('SIWXSignMessage')
  })

  it.each(sizes)('behavior: the code from the mail, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { modal } = await embeddedModal({ fake: createFakeEmbedded() })
    modal.open({ view: 'EmailLogin' })
    await film(() => {})
    await smooth(() => modal.push({ view: 'EmailVerifyOtp', data: { email: 'ada@example.com' } }), w, h)
  })
})

const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
const money = (amount: string, currency: string) => ({ amount, currency })
const coin = { id: 'ETH', name: 'Ether', symbol: 'ETH' }
const network = { name: 'ethereum', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address: '' }
const shop = {
  '/appkit/v1/config': {
    features: [
      { id: 'onramp', isEnabled: true, config: ['meld', 'coinbase'] },
      { id: 'swap', isEnabled: true, config: ['1inch'] },
    ],
  },
  '/v1/onramp/options': {
    paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
    purchaseCurrencies: [{ ...coin, networks: [network] }],
  },
  '/v1/onramp/quote': {
    ...{ paymentTotal: money('100', 'USD'), paymentSubtotal: money('98.5', 'USD'), networkFee: money('0.1', 'USD') },
    ...{ purchaseAmount: money('0.0394', 'ETH'), quoteId: 'q' },
  },
}
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
