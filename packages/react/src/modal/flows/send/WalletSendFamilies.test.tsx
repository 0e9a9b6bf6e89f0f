import { bitcoin as bitcoinFamily } from '@latchkey/bitcoin'
import { createFakeBitcoin } from '@latchkey/bitcoin/testing'
import { type Chain, connect, toChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { solana, solanaDevnet } from '@latchkey/solana'
import { createFakeSolana } from '@latchkey/solana/testing'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { esploraLedger } from '../../../../../bitcoin/test/esploraLedger.js'
import { solanaNode } from '../../../../../solana/test/solanaNode.js'
import { bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { makeConfig, setUp } from '../../../../test/setUp.js'

const amount = page.getByLabelText('Amount')
const receiver = page.getByLabelText('To', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const fact = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent

const bitcoin = toChain({
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Local Bitcoin',
  chainNamespace: 'bip122',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['http://bitcoin.test'] } },
  testnet: true,
})
const sol: Chain = { ...solanaDevnet, rpcUrls: { default: { http: ['http://solana.test'] } } }
const [solanaGenesis, toSol] = [
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
]
const toBtc = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Answers the requests to one host; all others go where they went. */
function answerAt(host: string, serve: (request: Request) => Promise<Response>): void {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    return request.url.startsWith(host) ? serve(request) : before(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}

async function open(chain: Chain, address: string, provider: unknown) {
  const fake = createFakeConnector({
    id: 'wallet',
    name: 'Coin Wallet',
    namespaces: [chain.chainNamespace],
    chainId: chain.caipNetworkId,
    addresses: [address],
    getProvider: async () => provider,
  })
  const config = makeConfig({
    chains: [chain],
    namespaces: [bitcoinFamily({ wallets: false }), solana()],
    connectors: [fake.create],
    debug: false,
  })
  await connect(config, { connector: 'wallet' })
  const { modal } = await setUp({ config, queryClient: new QueryClient(), children: null })
  modal.open({ view: 'WalletSend' })
  await view('WalletSend')
  await expect.element(amount).toBeVisible()
}

async function bitcoinForm({ coins = [100_000n], isOrdinal = false }: { coins?: bigint[]; isOrdinal?: boolean } = {}) {
  const ledger = esploraLedger({ 3: 4 })
  answerAt('http://bitcoin.test', async (request) => {
    const { status, text } = ledger.serve(request.method, new URL(request.url).pathname, await request.text())
    return new Response(text, { status })
  })
  const wallet = await createFakeBitcoin()
  const address = isOrdinal ? wallet.ordinalAddress : wallet.address
  for (const coin of coins) ledger.pay(address, coin)
  await open(bitcoin, address, wallet.provider)
  return { ledger, wallet }
}

async function solanaForm() {
  const node = solanaNode(solanaGenesis)
  answerAt('http://solana.test', async (request) => new Response(node.serve(await request.text())))
  const wallet = await createFakeSolana({ chainId: sol.caipNetworkId as `solana:${string}` })
  node.balances.set(wallet.address, 2_000_000_000n)
  await open(sol, wallet.address, wallet.provider)
  return { node, wallet }
}

async function review(text: string, to: string, symbol: string) {
  await amount.fill(text)
  await receiver.fill(to)
  await button('Review').click()
  await view('WalletSendPreview')
  await expect.element(button(`Send ${text} ${symbol}`)).toBeVisible()
}

describe('WalletSend on Bitcoin', () => {
  it('behavior: sends what was shown, at the fee that was shown', async () => {
    const { ledger } = await bitcoinForm()
    await expect.element(page.getByText('0.001 BTC available')).toBeVisible()
    await review('0.0005', toBtc, 'BTC')
    expect(fact('Network fee, at most')).toBe('0.00000564 BTC')
    await expectAccessible()
    await button('Send 0.0005 BTC').click()
    await view('WalletSendConfirmed')
    expect(ledger.accepted).toHaveLength(1)
    expect(ledger.read(ledger.accepted[0] ?? '')).toMatchObject({
      fee: 564n,
      outputs: [[toBtc, 50_000n], expect.anything()],
    })
  })

  it.each([
    ['of another family', bob, 'This is an Ethereum address. You are sending on Bitcoin.'],
    ['with a wrong character', toBtc.replace('080', '088'), 'This is not a Bitcoin address.'],
  ])('error: an address %s is refused', async (_, to, said) => {
    await bitcoinForm()
    await amount.fill('0.0005')
    await receiver.fill(to)
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(button('Invalid address')).toBeDisabled()
  })

  it('error: an address of the main network is refused with its name', async () => {
    const { wallet } = await bitcoinForm()
    await amount.fill('0.0005')
    await receiver.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    await expect.element(page.getByText(/to the Bitcoin main network, not to Local Bitcoin/)).toBeVisible()
    await expect.element(button('Invalid address')).toBeDisabled()
    expect(wallet.calls).toEqual([])
  })

  it.each([
    ['0.001', 'Not enough BTC for the network fee'],
    ['0.0011', 'Not enough BTC'],
  ])('error: the amount %s is answered with "%s"', async (text, said) => {
    await bitcoinForm()
    await receiver.fill(toBtc)
    await amount.fill(text)
    await expect.element(button(said)).toBeDisabled()
  })

  it('error: so little that the network does not carry it is refused before the wallet is asked', async () => {
    const { wallet } = await bitcoinForm()
    await review('0.00000293', toBtc, 'BTC')
    await button('Send 0.00000293 BTC').click()
    await expect.element(page.getByText(/The least is 294 satoshi\. Nothing was sent\./)).toBeVisible()
    await view('WalletSendPreview')
    expect(wallet.calls).toEqual([])
  })

  it('error: coins that may carry an inscription stay, and the form says why', async () => {
    const { wallet } = await bitcoinForm({ coins: [546n, 10_000n, 20_000n], isOrdinal: true })
    await receiver.fill(toBtc)
    await amount.fill('0.00025')
    await expect.element(page.getByText(/may carry an inscription\. Send less, or choose the coins/)).toBeVisible()
    await expect.element(button('This cannot be sent')).toBeDisabled()
    await expectAccessible()
    await amount.fill('0.0001')
    await button('Review').click()
    await view('WalletSendPreview')
    await expect.element(button('Send 0.0001 BTC')).toBeVisible()
    expect(fact('Cannot be spent now')).toBe('0.00010546 BTC')
    expect(wallet.calls).toEqual([])
  })

  it('behavior: a fee that rose is shown before the wallet is asked', async () => {
    const { ledger, wallet } = await bitcoinForm()
    await review('0.0005', toBtc, 'BTC')
    ledger.state.estimates = { 3: 40 }
    await button('Send 0.0005 BTC').click()
    await expect
      .element(page.getByText('The network fee has risen above the 0.00000564 BTC that were shown. Nothing was sent.'))
      .toBeVisible()
    expect(fact('Network fee, at most')).toBe('0.0000564 BTC')
    expect(wallet.calls).toEqual([])
    await button('Send 0.0005 BTC').click()
    await view('WalletSendConfirmed')
    expect(wallet.calls).toEqual(['signPsbt'])
  })
})

describe('WalletSend on Solana', () => {
  it('behavior: sends what was shown, and tells of the block', async () => {
    const { node } = await solanaForm()
    await expect.element(page.getByText('2 SOL available')).toBeVisible()
    await review('0.5', toSol, 'SOL')
    expect(fact('Network fee, at most')).toBe('0.000005 SOL')
    expect(fact('Held back for rent')).toBe('0.00089088 SOL')
    await expectAccessible()
    await button('Send 0.5 SOL').click()
    await view('WalletSendConfirmed')
    await expect.element(page.getByText(/^Confirmed on Solana/)).toBeVisible()
    expect(node.landed.size).toBe(1)
  })

  it.each([
    ['of another family', bob, 'This is an Ethereum address. You are sending on Solana.'],
    ['of Bitcoin', toBtc, 'This is a Bitcoin address. You are sending on Solana.'],
    ['that is too short', toSol.slice(4), 'This is not a Solana address.'],
  ])('error: an address %s is refused', async (_, to, said) => {
    await solanaForm()
    await amount.fill('0.5')
    await receiver.fill(to)
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(button('Invalid address')).toBeDisabled()
  })

  it.each([
    ['2', 'Not enough SOL for the fee and what must stay'],
    ['1.9995', 'Not enough SOL for the fee and what must stay'],
    ['2.1', 'Not enough SOL'],
    ['0.0001', 'Check the amount'],
  ])('error: the amount %s is answered with "%s"', async (text, said) => {
    await solanaForm()
    await receiver.fill(toSol)
    await amount.fill(text)
    await expect.element(button(said)).toBeDisabled()
  })

  it('error: too little for a receiver without an account is said with the least that can be sent', async () => {
    await solanaForm()
    await receiver.fill(toSol)
    await amount.fill('0.0001')
    await expect.element(page.getByText(/send at least 0\.00089088 SOL/)).toBeVisible()
  })

  it('behavior: a transaction that expired while the wallet asked is priced anew and can be sent again', async () => {
    const { node, wallet } = await solanaForm()
    await review('0.5', toSol, 'SOL')
    const { signTransaction } = wallet.provider
    let turns = 0
    Object.assign(wallet.provider, {
      async signTransaction(request: Parameters<typeof signTransaction>[0]) {
        const signed = await signTransaction(request)
        turns += 1
        if (turns === 1) {
          node.forget()
          node.bid(1_000_000n)
        }
        return signed
      },
    })
    await button('Send 0.5 SOL').click()
    await expect.element(page.getByText(/was not sent in time and has expired\. Nothing was sent\./)).toBeVisible()
    expect(fact('Network fee, at most')).toBe('0.000005619 SOL')
    expect(node.landed.size).toBe(0)
    await button('Send 0.5 SOL').click()
    await view('WalletSendConfirmed')
    expect([node.landed.size, wallet.calls]).toEqual([1, ['signTransaction', 'signTransaction']])
  })

  it('behavior: a fee that rose is shown before the wallet is asked', async () => {
    const { node, wallet } = await solanaForm()
    await review('0.5', toSol, 'SOL')
    node.bid(2_000_000n)
    await button('Send 0.5 SOL').click()
    await expect.element(page.getByText(/has risen above the 0\.000005 SOL that were shown/)).toBeVisible()
    expect(wallet.calls).toEqual([])
    expect(fact('Network fee, at most')).toBe('0.000006238 SOL')
    await button('Send 0.5 SOL').click()
    await view('WalletSendConfirmed')
    expect(node.landed.size).toBe(1)
  })
})
