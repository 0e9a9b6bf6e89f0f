import {
  type Collectible,
  connect,
  createStorage,
  type HistoryEntry,
  localSignIn,
  saveContact,
  type WalletListing,
} from '@latchkey/core'
import { createFakeConnector, createFakeEmbedded, createFakePairing } from '@latchkey/core/testing'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { View } from '../src/modal/routes.js'
import { accountModal, alice, bob, holdings } from './accountModal.js'
import { base, mainnet, solana } from './chains.js'
import { directoryUrl, entries, idOf, serveDirectory } from './directory.js'
import { ada, embeddedModal } from './embeddedModal.js'
import { fakeCamera } from './fakeCamera.js'
import { setUp } from './setUp.js'

const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const dai = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F'
const fake = 'dev.latchkey.fake'
const api = { url: directoryUrl, projectId: 'p' }

/** A button of the page, by its name or a part of it. */
export const button = (name: string | RegExp) => page.getByRole('button', { name })
/** Waits until the modal shows a view. */
export const view = (name: View) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const text = (words: string) => expect.element(page.getByText(words).first()).toBeVisible()

/** What an account holds, did and can buy and swap, as the data API tells it. */
export const market: { readonly [path: string]: unknown } = {
  '/appkit/v1/config': {
    features: [
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'onramp', isEnabled: true, config: ['meld', 'coinbase'] },
    ],
  },
  '/v1/convert/tokens': {
    tokens: [
      { name: 'Ether', symbol: 'ETH', address: coin, decimals: 18, logoUri: null },
      { name: 'Test Dai', symbol: 'DAI', address: dai, decimals: 18, logoUri: null },
    ],
  },
  '/v1/convert/gas-price': { standard: '1000000000', fast: '1', instant: '1' },
  '/v1/convert/allowance': { allowance: '0' },
  '/v1/convert/quotes': {
    quotes: [
      {
        ...{ id: null, fromAmount: `5${'0'.repeat(17)}`, fromAccount: coin, toAmount: `1${'0'.repeat(21)}` },
        ...{ toAccount: dai, priceImpact: 0.04, route: [coin, dai], gas: '250000' },
      },
    ],
  },
  '/v1/onramp/options': {
    paymentCurrencies: ['USD', 'EUR'].map((id) => ({
      id,
      payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }],
    })),
    purchaseCurrencies: ['ETH', 'USDC'].map((symbol) => ({
      ...{ id: symbol, name: symbol, symbol },
      networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: 'eip155:1', contract_address: '' }],
    })),
  },
  '/v1/onramp/quote': {
    ...{ paymentTotal: { amount: '100', currency: 'USD' }, paymentSubtotal: { amount: '98.5', currency: 'USD' } },
    ...{ networkFee: { amount: '0.1', currency: 'USD' }, purchaseAmount: { amount: '0.0394', currency: 'ETH' } },
    quoteId: 'q',
  },
  '/v1/onramp/purchases/p1': {
    ...{ id: 'p1', provider: 'coinbase', chainId: 'eip155:1', address: alice, createdAt: 1 },
    ...{ state: 'opened', symbol: 'ETH', amount: null, hash: null },
  },
}

/** Something that an account has once and can send. */
export const collectible: Collectible = {
  ...{ chainId: 'eip155:1', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', tokenId: '1' },
  ...{ standard: 'erc721', amount: '1', name: 'Key #1', description: 'Opens nothing.' },
  collection: { name: 'Keys', symbol: 'KEY' },
  image: null,
  link: 'https://keys.example/1',
  isSpam: false,
}

/** A payment that the account has made. */
export const sent: HistoryEntry = {
  id: '1',
  metadata: {
    ...{ operationType: 'send', hash: `0x${'7'.repeat(64)}`, minedAt: '2026-03-15T12:00:00.000Z' },
    ...{ sentFrom: alice, sentTo: bob, status: 'confirmed', nonce: 0, chain: 'eip155:1' },
  },
  transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' } }],
}

/** A swap that was sent and waits for its block. */
const swap = {
  ...{ hash: `0x${'ab'.repeat(32)}`, kind: 'swap', account: `eip155:1:${alice}`, at: Date.now() },
  from: { token: coin, symbol: 'ETH', decimals: 18, amount: `5${'0'.repeat(17)}` },
  to: { token: dai, symbol: 'DAI', decimals: 18, amount: `1${'0'.repeat(21)}` },
  ...{ status: 'pending', isMeasured: false, isLeft: false },
}

const harbour: WalletListing = {
  ...{ id: idOf(1), name: 'Harbour', imageUrl: undefined, isCertified: false, rdns: undefined },
  homepage: 'https://harbour.example/',
  links: { mobile: 'harbour://', desktop: 'harbour-desktop://', web: 'https://app.harbour.example' },
  stores: { apple: 'https://apps.example/harbour', google: 'https://play.example/harbour' },
  chains: [],
}

/** An account with something in every view: tokens, an NFT, a payment, and what can be swapped and bought. */
export function richModal(parameters: Parameters<typeof accountModal>[0] = {}) {
  const collectibles = { data: [collectible], next: null, index: { state: 'current' } }
  return accountModal({
    history: () => [[sent]],
    onramp: { ...market, [`/v1/account/${alice}/collectibles`]: collectibles },
    ...parameters,
  })
}

/** A page that nobody is connected to, with a wallet of this browser and a list of others. */
export async function listModal(options: Parameters<typeof setUp>[0] = {}) {
  serveDirectory(entries(30))
  const wallets = [createFakeConnector()]
  const app = await setUp({ wallets, connectors: [createFakePairing().create], api, debug: false, ...options })
  app.modal.open()
  await expect.element(button('Fake Wallet')).toBeVisible()
  return app
}

/** Somebody who signed in by e-mail, with a few browsers. */
function emailModal() {
  const seen = { lastSeenAt: Date.now(), isThis: false }
  const devices = ['Firefox on a laptop', 'Chrome on Linux'].map((name) => ({ id: name, name, ...seen }))
  return embeddedModal({ as: ada, security: { restorers: ['operator'], devices } })
}

async function sending() {
  const app = await richModal({ route: { view: 'WalletSend' } })
  await page.getByLabelText('Amount').fill('0.5')
  await page.getByLabelText('To', { exact: true }).fill(bob)
  await expect.element(button('Review')).toBeEnabled()
  return app
}

async function sendPreview() {
  const app = await sending()
  await button('Review').click()
  await view('WalletSendPreview')
  await expect.element(button('Send 0.5 ETH')).toBeVisible()
  return app
}

async function swapping() {
  const app = await richModal({ route: { view: 'Account' } })
  await button('Swap').click()
  await expect.element(button('ETH change token')).toBeVisible()
  await button('Choose token').first().click()
  await button(/Test Dai/).click()
  await page.getByRole('textbox', { name: 'You pay' }).fill('0.5')
  await expect.element(button('Review swap')).toBeEnabled()
  return app
}

async function swapPreview() {
  const app = await swapping()
  await button('Review swap').click()
  await view('SwapPreview')
  await expect.element(button('Swap').last()).toBeEnabled()
  return app
}

async function email(open: (app: Awaited<ReturnType<typeof embeddedModal>>) => void, name: View, isSignedIn = false) {
  const app = isSignedIn ? await emailModal() : await embeddedModal({ fake: createFakeEmbedded() })
  open(app)
  await view(name)
}

/** Opens each view with something in it, on a page of its own. A view that is added without a line here does not compile. */
export const everyView: { readonly [name in View]: () => Promise<unknown> } = {
  Connect: async () => {
    const app = await embeddedModal({ socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github'] })
    app.modal.open()
    await expect.element(button('Fake Wallet')).toBeVisible()
  },
  ConnectingExternal: async () => {
    const wallet = createFakeConnector({ autoApprove: false })
    const { modal } = await setUp({ wallets: [wallet], debug: false })
    modal.open()
    await button('Fake Wallet').click()
    await text('Continue in Fake Wallet')
  },
  ConnectingFarcaster: async () => {
    const app = await embeddedModal({ socials: ['farcaster'] })
    app.modal.open()
    app.modal.push({ view: 'ConnectingFarcaster' })
    await expect.element(button('Copy link')).toBeEnabled()
  },
  ConnectingMultiChain: async () => {
    const svm = { chainId: solana.caipNetworkId, addresses: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'] }
    const { modal } = await setUp({
      wallets: [
        createFakeConnector({ id: 'io.lark', name: 'Lark' }),
        createFakeConnector({ id: 'solana:lark', name: 'Lark', namespaces: ['solana'], ...svm }),
      ],
      ...{ chains: [mainnet, solana], debug: false },
    })
    modal.open()
    await button('Lark').click()
    await text('Where to use Lark')
  },
  ConnectingWalletConnect: async () => {
    const { modal } = await listModal()
    modal.push({ view: 'ConnectingWalletConnect', data: { wallet: harbour } })
    await view('ConnectingWalletConnect')
    await expect.element(button('Copy link')).toBeEnabled()
  },
  AllWallets: async () => {
    const { modal } = await listModal()
    modal.push({ view: 'AllWallets' })
    await expect.element(button(/^Wallet 7/)).toBeVisible()
  },
  WalletDetails: async () => {
    const { modal } = await listModal()
    modal.push({ view: 'WalletDetails', data: { wallet: harbour } })
    await view('WalletDetails')
  },
  GetWallet: async () => {
    const { modal } = await listModal()
    modal.push({ view: 'GetWallet' })
    await text('Get Wallet 0')
  },
  Account: async () => {
    await richModal()
    await text('Test USD Coin')
  },
  Networks: () => richModal({ route: { view: 'Networks' } }),
  SwitchNetwork: async () => {
    const { modal, fake } = await richModal()
    fake.switches.neverAnswer = true
    modal.push({ view: 'SwitchNetwork', data: { network: base } })
    await text('Switching to Base')
  },
  SwitchActiveChain: async () => {
    const { modal } = await richModal()
    const data = { switchToChain: 'solana', navigateTo: 'Connect', navigateWithReplace: true, network: solana } as const
    modal.push({ view: 'SwitchActiveChain', data })
    await text('Connect a Solana wallet')
  },
  UnsupportedChain: async () => {
    const app = await setUp({ debug: false })
    await connect(app.config, { connector: fake })
    app.wallet.say({ chainId: 'eip155:5' })
    await view('UnsupportedChain')
    await expect.element(button('Disconnect')).toBeVisible()
  },
  ActivityDetails: async () => {
    await richModal()
    await userEvent.click(page.getByRole('tab', { name: 'Activity' }))
    await button(/^Sent 1\.5 ETH/).click()
    await view('ActivityDetails')
  },
  TokenDetails: async () => {
    const { modal } = await richModal()
    const [token] = holdings
    if (token) modal.push({ view: 'TokenDetails', data: { token } })
    await view('TokenDetails')
    await text('Share of the account')
  },
  Currencies: () => richModal({ route: { view: 'Currencies' } }),
  ProfileWallets: async () => {
    await richModal({ others: [createFakeConnector({ id: 'b', name: 'Beta' })], route: { view: 'ProfileWallets' } })
    await expect.element(button('Disconnect Fake Wallet')).toBeVisible()
    await text('Beta')
  },
  Swap: swapping,
  SwapSelectToken: async () => {
    await richModal()
    await button('Swap').click()
    await button('Choose token').first().click()
    await view('SwapSelectToken')
    await expect.element(button(/Test Dai/)).toBeVisible()
  },
  SwapPreview: swapPreview,
  SwapProgress: async () => {
    const kept = new Map([[`@latchkey/swaps/eip155:1/${alice.toLowerCase()}`, JSON.stringify([swap])]])
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    await richModal({ storage: createStorage({ store }) })
    await button('Swap').click()
    await view('SwapProgress')
  },
  WalletReceive: async () => {
    await richModal({ route: { view: 'WalletReceive' } })
    await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  },
  OnRampProviders: async () => {
    await richModal()
    await button('Buy').click()
    await text('You get about 0.039 ETH')
  },
  BuyInProgress: async () => {
    const { modal } = await richModal()
    const data = { purchaseId: 'p1', url: 'https://api.test/v1/onramp/start/p1', provider: 'coinbase' }
    modal.push({ view: 'BuyInProgress', data })
    await text('Finish in the provider’s window')
  },
  Collectible: async () => {
    const { modal } = await richModal()
    modal.push({ view: 'Collectible', data: { collectible } })
    await text('Opens nothing.')
  },
  WalletSend: sending,
  WalletSendSelectToken: async () => {
    await richModal({ route: { view: 'WalletSend' } })
    await button('ETH change token').click()
    await view('WalletSendSelectToken')
    await expect.element(button(/Test USD Coin/)).toBeVisible()
  },
  WalletSendScan: async () => {
    fakeCamera()
    await richModal({ route: { view: 'WalletSend' } })
    await button('Scan').click()
    await view('WalletSendScan')
    await text('Hold the QR code of an address')
  },
  WalletSendPreview: sendPreview,
  WalletSendConfirmed: async () => {
    const { resolve, requests } = await sendPreview()
    await button('Send 0.5 ETH').click()
    await expect.poll(() => requests.length).toBe(1)
    resolve(`0x${'7'.repeat(64)}`)
    await text('Confirmed on Ethereum')
  },
  Contacts: async () => {
    const { config, modal } = await richModal()
    saveContact(config, { address: bob, name: 'Bob' })
    modal.push({ view: 'Contacts' })
    await text('Bob')
  },
  EditContact: async () => {
    const { modal } = await richModal()
    modal.push({ view: 'EditContact', data: { namespace: 'eip155', address: bob, name: 'Bob' } })
    await view('EditContact')
    await expect.element(page.getByLabelText('Name')).toBeVisible()
  },
  EmailLogin: () => email(({ modal }) => modal.open({ view: 'EmailLogin' }), 'EmailLogin'),
  EmailVerifyDevice: () =>
    email(({ modal }) => modal.open({ view: 'EmailVerifyDevice', data: { email: ada } }), 'EmailVerifyDevice'),
  EmailVerifyOtp: () =>
    email(({ modal }) => modal.open({ view: 'EmailVerifyOtp', data: { email: ada } }), 'EmailVerifyOtp'),
  UpdateEmailWallet: () => email(({ modal }) => modal.open({ view: 'UpdateEmailWallet' }), 'UpdateEmailWallet', true),
  UpdateEmailPrimaryOtp: () =>
    email(
      ({ modal }) => modal.open({ view: 'UpdateEmailPrimaryOtp', data: { newEmail: 'ada@lovelace.example' } }),
      'UpdateEmailPrimaryOtp',
      true,
    ),
  UpdateEmailSecondaryOtp: () =>
    email(
      ({ modal }) => modal.open({ view: 'UpdateEmailSecondaryOtp', data: { newEmail: 'ada@lovelace.example' } }),
      'UpdateEmailSecondaryOtp',
      true,
    ),
  ApproveTransaction: () =>
    email(({ modal }) => modal.open({ view: 'ApproveTransaction' }), 'ApproveTransaction', true),
  AccountSettings: () => email(({ modal }) => modal.open({ view: 'AccountSettings' }), 'AccountSettings', true),
  RegisterAccountName: () =>
    email(({ modal }) => modal.open({ view: 'RegisterAccountName' }), 'RegisterAccountName', true),
  RegisterAccountNameSuccess: () =>
    email(
      ({ modal }) => modal.open({ view: 'RegisterAccountNameSuccess', data: { name: 'ada.names.example' } }),
      'RegisterAccountNameSuccess',
      true,
    ),
  SIWXSignMessage: async () => {
    const { modal } = await setUp({ wallets: [createFakeConnector()], siwx: localSignIn(), debug: false })
    modal.open()
    await button('Fake Wallet').click()
    await view('SIWXSignMessage')
  },
}

/** The names of all views. */
export const viewNames = Object.keys(everyView) as readonly View[]
