import { type ChainId, type ChainInput, connect, createSentTransactions } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { edgeOf, forceColors } from '../../../../test/forceColors.js'
import { permitNode } from '../../../../test/permitNode.js'
import { makeConfig, setUp } from '../../../../test/setUp.js'

const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = 'eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F'
const strange = '0x1111111111111111111111111111111111111111'
const tokens = [
  { name: 'Ether', symbol: 'ETH', address: coin, decimals: 18, logoUri: null },
  { name: 'Test USD Coin', symbol: 'USDC', address: usdc, decimals: 6, logoUri: null },
  { name: 'Test Dai', symbol: 'DAI', address: dai, decimals: 18, logoUri: null },
]
const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const pays = page.getByRole('textbox', { name: 'You pay' })
const receives = page.getByRole('textbox', { name: 'You receive' })

let impact: number | undefined
let quoteStatus: number
let asked: URL[]
let remote: unknown
/** Where the data API says that it fills swaps; undefined where it says nothing. */
let filled: readonly string[] | undefined

/** Speaks the `convert` wire with one price: 2,000 USDC or DAI for an ether. */
beforeEach(() => {
  impact = undefined
  quoteStatus = 200
  asked = []
  filled = undefined
  remote = [{ id: 'swap', isEnabled: true, config: ['1inch'] }]
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input))
    if (url.pathname === '/appkit/v1/config') return new Response(JSON.stringify({ features: remote }))
    if (filled && url.pathname === '/v1/supported-chains')
      return new Response(JSON.stringify({ http: ['eip155:1'], ws: [], swaps: filled }))
    if (!url.pathname.startsWith('/v1/convert/')) return before(input, init)
    asked.push(url)
    const query = Object.fromEntries(url.searchParams)
    if (url.pathname.endsWith('/quotes') && quoteStatus !== 200) return new Response('{}', { status: quoteStatus })
    const answers: { readonly [path: string]: () => unknown } = {
      tokens: () => ({
        tokens: query.address
          ? [{ name: 'Strange', symbol: 'ODD', address: `eip155:1:${strange}`, decimals: 2, logoUri: null }]
          : tokens,
      }),
      'gas-price': () => ({ standard: '1000000000', fast: '1', instant: '1' }),
      allowance: () => ({ allowance: '0' }),
      quotes: () => {
        const [from, to] = [query.from, query.to].map((id) => tokens.find(({ address }) => address === id))
        const units = Number(query.amount) / 10 ** (from?.decimals ?? 0)
        const worth = units * (from?.symbol === 'ETH' ? 2000 : 1)
        const toAmount =
          BigInt(Math.round((worth / (to?.symbol === 'ETH' ? 2000 : 1)) * 1e6)) * 10n ** BigInt((to?.decimals ?? 6) - 6)
        return {
          quotes: [
            {
              id: null,
              fromAmount: query.amount,
              fromAccount: query.from,
              toAmount: String(toAmount),
              toAccount: query.to,
              priceImpact: impact,
              route: [query.from, usdc, query.to],
              gas: '250000',
            },
          ],
        }
      },
    }
    return new Response(JSON.stringify(answers[url.pathname.slice('/v1/convert/'.length)]?.() ?? {}))
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
})

async function form(more: Parameters<typeof accountModal>[0] = {}) {
  const app = await accountModal(more)
  await button('Swap').click()
  await view('Swap')
  await expect.element(button('ETH change token')).toBeVisible()
  return app
}

async function choose(symbol: string) {
  await button('Choose token').first().click()
  await view('SwapSelectToken')
  await button(new RegExp(symbol)).click()
  await view('Swap')
}

async function priced(amount = '0.5') {
  const app = await form()
  await choose('Test Dai')
  await pays.fill(amount)
  return app
}

describe('Swap', () => {
  it('[S1-19] opens the form with the most valuable token that the account holds', async () => {
    await form()
    await expect.element(page.getByText('Balance 1.234')).toBeVisible()
    await expect.element(button('Choose token').last()).toBeDisabled()
    await expectAccessible()
  })

  it('a transfer that no block holds yet lowers what is available', async () => {
    const { config } = await form()
    const where = { hash: '0x07', chainId: 'eip155:1', from: alice, to: bob } as const
    createSentTransactions(config).add({ ...where, amount: '0.5', symbol: 'ETH', at: Date.now(), status: 'pending' })
    await expect.element(page.getByText('Balance 0.734')).toBeVisible()
    await expect.element(page.getByText('0.5 ETH pending')).toBeVisible()
    await pays.fill('1')
    await expect.element(page.getByText('You have 0.734 ETH.')).toBeVisible()
    await expectAccessible()
  })

  it('behavior: tells the chosen slippage from the others in forced colours', async () => {
    await forceColors()
    await priced()
    await expect.element(page.getByRole('radio', { name: '1%' })).toBeChecked()
    expect(edgeOf('.lk-slippage-option:has(:checked)')).toBeGreaterThan(edgeOf('.lk-slippage-option'))
  })

  it('[S2-17] goes from the form to the tokens and to the preview, and back', async () => {
    await priced()
    await expect.element(receives).toHaveValue('1000')
    await expect.element(page.getByText('1 ETH = 2,000 DAI')).toBeVisible()
    await expect.element(page.getByText('990 DAI')).toBeVisible()
    await expect.element(page.getByText('ETH → USDC → DAI')).toBeVisible()
    await expect.element(page.getByText('0.00025 ETH')).toBeVisible()
    await expect.element(page.getByText('($0.50)')).toBeVisible()
    await expectAccessible()
    await button('Review swap').click()
    await view('SwapPreview')
    await expect.element(page.getByText('0.00025 ETH')).toBeVisible()
    await expect.element(page.getByText('($0.50)')).toBeVisible()
    await expect.element(button('Swap').last()).toBeVisible()
    await expectAccessible()
    await button('Back').click()
    await view('Swap')
    await expect.element(pays).toHaveValue('0.5')
    await button('Back').click()
    await view('Account')
  })

  it('shows what comes in the same digits in form and review, with all of them behind, and what goes whole', async () => {
    await priced('0.1234567')
    await expect.element(receives).toHaveValue('246.913')
    await expect.element(receives).toHaveAttribute('title', '246.9134 DAI')
    await button('Review swap').click()
    await expect.element(page.getByTitle('246.9134 DAI')).toHaveTextContent('246.913 DAI')
    await expect.element(page.getByText('0.1234567 ETH')).toBeVisible()
  })

  it('finds what is to be paid for what is to be received', async () => {
    await form()
    await choose('Test Dai')
    await receives.fill('500')
    await expect.element(pays).toHaveValue('0.25')
  })

  it('turns the two sides around', async () => {
    await priced()
    await button('Swap the two tokens').click()
    await expect.element(button('DAI change token')).toBeVisible()
    await expect.element(pays).toHaveValue('')
    await pays.fill('2')
    await expect
      .element(page.getByText('You have 0.001 DAI.').or(page.getByText('You have < 0.001 DAI.')))
      .toBeVisible()
    await expect.element(button('Not enough DAI')).toBeDisabled()
  })

  it('warns of a price impact of 3 %, and wants a second click from 15 % on', async () => {
    impact = 0.04
    await priced()
    await button('Review swap').click()
    await expect.element(page.getByText(/moves the price by 4%/)).toBeVisible()
    await expect.element(button('Swap').last()).toHaveTextContent('Swap')
    await button('Back').click()
    impact = 0.2
    await pays.fill('0.6')
    await expect.element(page.getByText('20%')).toBeVisible()
    await button('Review swap').click()
    await button('Swap anyway, 20% below the market price').click()
    await expect.element(button('Swap anyway, 20% below the market price')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('asks for the exact approval first where a token is paid', async () => {
    await form()
    await choose('Test USD Coin')
    await button('Swap the two tokens').click()
    await pays.fill('20')
    await button('Review swap').click()
    await expect.element(button('Approve 20 USDC')).toBeVisible()
    await expectAccessible()
  })

  it('asks for one signature in place of an approval where the token and the router take permits', async () => {
    const { requests } = await form({ swapRouters: { 'eip155:1': [bob] } })
    permitNode('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
    await choose('Test USD Coin')
    await button('Swap the two tokens').click()
    await pays.fill('20')
    await button('Review swap').click()
    await expect.element(button('Sign and swap')).toBeVisible()
    await expect
      .element(page.getByText(/One signature lets the swap contract take exactly 20 USDC, without an approval/))
      .toBeVisible()
    await expect.element(button(/^Approve/)).not.toBeInTheDocument()
    await expectAccessible()
    // What the server writes cannot be read, so that nobody is asked to sign.
    await button('Sign and swap').click()
    await expect.element(page.getByText(/Nothing was swapped/)).toBeVisible()
    await expect.element(button('Sign and swap')).toBeVisible()
    expect(requests).toEqual([])
  })

  it('takes a custom tolerance, within bounds', async () => {
    await priced()
    const own = page.getByLabelText('Custom slippage in per cent')
    await own.fill('60')
    await expect.element(page.getByText('Between 0.05 and 50 per cent.')).toBeVisible()
    await own.fill('10')
    await expect.element(page.getByText('A high tolerance lets others take a part of your swap.')).toBeVisible()
    await expect.element(page.getByText('900 DAI')).toBeVisible()
    await page.getByText('0.5%').click()
    await expect.element(page.getByText('995 DAI')).toBeVisible()
  })

  it('says that there is no route, and asks again', async () => {
    quoteStatus = 400
    await priced()
    await expect.element(page.getByText('No route for this amount. Try another amount or token.')).toBeVisible()
    await expectAccessible()
    quoteStatus = 200
    await button('Try again').click()
    await expect.element(receives).toHaveValue('1000')
  })

  it('finds a token by its address, and warns of one that is not listed', async () => {
    await form()
    await button('Choose token').first().click()
    await page.getByRole('searchbox').fill(strange)
    await expect.element(page.getByText(/Anyone can create a token with any name/)).toBeVisible()
    await expectAccessible()
    await button(/Strange/).click()
    await expect.element(button('ODD change token')).toBeVisible()
    expect(asked.some(({ searchParams }) => searchParams.get('address') === strange)).toBe(true)
  })

  it('is filled in by the keyboard alone', async () => {
    await form()
    await userEvent.keyboard('{Tab}')
    ;(page.getByRole('textbox', { name: 'You pay' }).element() as HTMLElement).focus()
    await userEvent.keyboard('1{Tab}')
    expect(document.activeElement?.textContent).toContain('ETH')
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('Max')
  })
})

/** A connected modal on one chain. */
async function onChain(
  chainId: ChainId,
  more: {
    features?: { swaps: boolean }
    isAlone?: boolean
    swapRouters?: { [chainId: ChainId]: `0x${string}`[] }
  } = {},
) {
  const chain = (id: number): ChainInput => ({
    id,
    name: `Chain ${id}`,
    chainNamespace: 'eip155',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['http://node.test'] } },
  })
  const fake = createFakeConnector({ addresses: [alice, bob], chainId })
  const config = makeConfig({
    chains: [chain(Number(chainId.split(':')[1])), chain(1), chain(10)].filter(
      ({ id }, at, all) => all.findIndex((other) => other.id === id) === at,
    ) as never,
    wallets: [fake],
    ...(more.isAlone ? {} : { api: { url: 'http://api.test' } }),
    ...(more.features ? { features: more.features } : {}),
    ...(more.swapRouters ? { swapRouters: more.swapRouters } : {}),
    debug: false,
  })
  await connect(config, { connector: 'dev.latchkey.fake', chainId: chainId as never })
  const app = await setUp({ config, queryClient: new QueryClient(), children: null })
  app.modal.open({ view: 'Account' })
  await view('Account')
}

describe('the networks of swaps', () => {
  it('option swapRouters: a network for which the app names a router opens the form', async () => {
    await onChain('eip155:42220', { swapRouters: { 'eip155:42220': [bob] } })
    await button('Swap').click()
    await view('Swap')
    await expect.element(pays).toBeVisible()
  })

  it.each([
    ['S9-44', 'eip155:1'],
    ['S9-45', 'eip155:42161'],
    ['S9-46', 'eip155:10'],
    ['S9-47', 'eip155:324'],
    ['S9-48', 'eip155:8453'],
    ['S9-49', 'eip155:56'],
    ['S9-50', 'eip155:137'],
    ['S9-51', 'eip155:100'],
    ['S9-52', 'eip155:43114'],
  ] as const)('[%s] %s opens the form', async (_, chainId) => {
    await onChain(chainId)
    await button('Swap').click()
    await view('Swap')
    await expect.element(pays).toBeVisible()
  })

  it.each([
    ['S9-53', 'eip155:250'],
    ['S9-54', 'eip155:8217'],
    ['S9-55', 'eip155:1313161554'],
  ] as const)(
    '[%s] %s opens the form where the app names its router, as the package knows none',
    async (_, chainId) => {
      await onChain(chainId, { swapRouters: { [chainId]: [bob] } })
      await button('Swap').click()
      await view('Swap')
      await expect.element(pays).toBeVisible()
    },
  )

  it.each(['eip155:250', 'eip155:8217', 'eip155:1313161554'] as const)(
    'on %s nothing can be swapped without one',
    async (chainId) => {
      await onChain(chainId)
      await button('Swap').click()
      await view('UnsupportedChain')
    },
  )

  it('are those that the data API fills: on another the filled ones are offered', async () => {
    filled = ['eip155:10']
    await onChain('eip155:1')
    await button('Swap').click()
    await view('UnsupportedChain')
    await expect.element(button(/Chain 10$/)).toBeVisible()
    await expect.element(button(/Chain 1$/)).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('[S9-56] on another the swap networks of the page are offered, and no others', async () => {
    await onChain('eip155:42220')
    await button('Swap').click()
    await view('UnsupportedChain')
    await expect.element(button(/Chain 1$/)).toBeVisible()
    await expect.element(button(/Chain 10$/)).toBeVisible()
    await expect.element(button(/Chain 42220/)).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('option features.swaps: are not offered where the app switches them off and the data API leaves it to the app', async () => {
    remote = [{ id: 'swap', isEnabled: true, config: null }]
    await onChain('eip155:1', { features: { swaps: false } })
    await expect.element(button('Receive')).toBeVisible()
    await expect.element(button('Swap')).not.toBeInTheDocument()
  })

  it.each([
    ['off', [{ id: 'swap', isEnabled: false, config: [] }], false],
    ['on', [{ id: 'swap', isEnabled: true, config: ['1inch'] }], true],
    ['missing', [], false],
  ])('[S1-23] by a remote feature that is %s', async (_, features, isOffered) => {
    remote = features
    await onChain('eip155:1')
    await expect.element(button('Receive')).toBeEnabled()
    if (isOffered) await expect.element(button('Swap')).toBeEnabled()
    else await expect.element(button('Swap')).not.toBeInTheDocument()
  })

  it('are not offered without a data API', async () => {
    await onChain('eip155:1', { isAlone: true })
    await expect.element(button('Receive')).toBeVisible()
    await expect.element(button('Swap')).not.toBeInTheDocument()
  })
})
