import type { TokenBalance } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { jsonOf } from './jsonOf.js'
import { connect, connectApp } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const balanceRoute = '**/v1/account/*/balance*'
const unavailable = 'Token Balance Unavailable'

describe('what the page asks the data API', () => {
  it('[S7-04][S7-39][S7-40][S7-41] the chains it serves, then the balances in usd of the active chain', async () => {
    const site = await visit()
    // Found among all requests, however early the page made them.
    const answerTo = async (path: string) => {
      const made = () => site.requests.find((one) => one.url().includes(path))
      await eventually(() => made()?.url()).toBeDefined()
      const response = await made()?.response()
      if (!response) throw new Error(`Nobody answered ${path}`)
      return response
    }
    await connect(site)
    const served = await answerTo('/v1/supported-chains')
    expect(served.request().method()).toBe('GET')
    expect(await jsonOf(served)).toMatchObject({ http: expect.arrayContaining(['eip155:31337', 'eip155:31338']) })
    const answer = await answerTo(`/v1/account/${owner}/balance`)
    expect(answer.status()).toBe(200)
    const { searchParams } = new URL(answer.url())
    expect(searchParams.get('currency')).toBe('usd')
    expect(searchParams.get('chainId')).toBe('eip155:31337')
    expect(searchParams.get('projectId')).toBeTruthy()
    expect(Object.keys((await jsonOf(answer)) as object)).toEqual(['balances'])
  })

  it('[S7-19][S7-20][S7-21][S7-22] prices: currency, tokens and project in the body of a POST', async () => {
    const { page, app } = await visit({ app: { projectId: 'p-1' } })
    const asked = page.waitForRequest((request) => request.url().includes('/v1/fungible/price'))
    const token = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const prices = await app.getPrices([token])
    expect((await asked).method()).toBe('POST')
    expect(JSON.parse((await asked).postData() ?? '')).toEqual({
      currency: 'usd',
      addresses: [token],
      projectId: 'p-1',
    })
    expect(prices).toEqual([expect.objectContaining({ symbol: 'ETH', price: 2500 })])
  })

  it('[S3-33][S3-34] tokens for pickers have the icon of the answer as logoUri, and its decimals as a number', async () => {
    const { page, app } = await visit({ app: {} })
    const answered = page.waitForResponse((response) => response.url().includes(`/v1/account/${owner}/balance`))
    const tokens = await app.getSwapTokens(`eip155:31337:${owner}`)
    const { balances } = (await jsonOf(await answered)) as { balances: readonly TokenBalance[] }
    expect(tokens.length).toBeGreaterThan(1)
    expect(tokens.map(({ symbol, logoUri, decimals }) => ({ symbol, logoUri, decimals }))).toEqual(
      balances
        .filter(({ quantity }) => quantity.decimals !== '0')
        .map(({ symbol, iconUrl, quantity }) => ({
          symbol,
          logoUri: iconUrl,
          decimals: Number(quantity.decimals),
        })),
    )
    expect(tokens.find(({ symbol }) => symbol === 'USDC')).toMatchObject({ decimals: 6 })
    expect(tokens.every(({ logoUri }) => URL.canParse(logoUri))).toBe(true)
  })

  it('[S7-04] the chains are asked for once, however often balances are read', async () => {
    const site = await visit()
    await connect(site)
    await site.wallet.selectChain(31338)
    await eventually(() => site.requests.some((one) => one.url().includes('chainId=eip155%3A31338'))).toBe(true)
    const asked = site.requests.filter((request) => request.url().includes('/v1/supported-chains'))
    expect(asked.length).toBe(1)
  })
})

describe('without balances', () => {
  it('[S8-01] a failed request shows the toast, offers another try, and recovers', async () => {
    const site = await visit({ expects: [/status of 500/, /\[latchkey\] Data API Not Reachable/] })
    const { page, home, modal, requests } = site
    await page.route(balanceRoute, (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.clock.install()
    await home.connectButton.click()
    await modal.button(site.wallet.name).click()
    await eventually(async () => {
      await page.clock.runFor(200)
      return site.wallet.approveButton.isVisible()
    }).toBe(true)
    const failed = eventually(async () => {
      await page.clock.runFor(200)
      return modal.dialog.getByText('Balances are not available now').count()
    })
    await Promise.all([modal.glimpses(unavailable), site.wallet.approveButton.click(), failed.toBe(1)])
    const before = requests.length
    await page.unroute(balanceRoute)
    // The gate of 30 s holds back the next try.
    expect(await modal.button(/^Try again/).isDisabled()).toBe(true)
    expect(requests.slice(before).filter((request) => request.url().includes('/balance'))).toEqual([])
    await page.clock.runFor(31_000)
    await modal.button('Try again').click()
    await eventually(async () => {
      await page.clock.runFor(200)
      return modal.token('Test USD Coin').count()
    }).toBe(1)
  })

  it('[S8-02] a chain that the data API does not serve shows the same toast, and an empty list', async () => {
    const site = await visit()
    const { page, modal } = site
    await page.route('**/v1/supported-chains*', (route) => route.fulfill({ json: { http: ['eip155:31338'], ws: [] } }))
    await Promise.all([modal.glimpses(unavailable), connect(site, { keepOpen: true })])
    await modal.dialog.getByText('Balances are not available now').waitFor()
    expect(await modal.panel.getByRole('listitem').count()).toBe(0)
  })

  it('with the data API out of reach the wallet still connects, signs out and switches', async () => {
    const site = await visit({ expects: [/ERR_CONNECTION_REFUSED/, /\[latchkey\] Data API Not Reachable/] })
    const { page, home, modal, wallet } = site
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'))
    await Promise.all([modal.glimpses(unavailable), connect(site, { keepOpen: true })])
    await modal.button(/^Network: /).click()
    await modal.button(/Local Base/).click()
    await wallet.approve()
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
    await modal.button('Disconnect').click()
    await home.connectButton.waitFor()
  })

  it('offline: the page stays, says what it cannot read, and reads it when it is back', async () => {
    const site = await visit({ expects: [/ERR_INTERNET_DISCONNECTED/] })
    const { context, home, modal, wallet } = site
    await connect(site)
    await context.setOffline(true)
    await wallet.selectAccount(1)
    await eventually(() => home.address.textContent()).toMatch(/^0x3C44/)
    await home.accountButton.click()
    await modal.button('Disconnect').waitFor()
    expect(await modal.dialog.textContent()).not.toContain('10,000 ETH')
    await context.setOffline(false)
    await modal.token('Test USD Coin').waitFor()
  })

  it('nonsense of the data API is not shown', async () => {
    const site = await visit()
    const { page, modal } = site
    await page.route(balanceRoute, (route) => route.fulfill({ json: { balances: [{ name: { a: 1 }, price: 'NaN' }] } }))
    await Promise.all([modal.glimpses(unavailable), connect(site, { keepOpen: true })])
    expect(await modal.dialog.textContent()).not.toMatch(/NaN|object Object|undefined/)
  })

  it('HTML in the name of a token is text', async () => {
    const site = await visit({ app: {} })
    const { page, app, modal } = site
    const name = '<img src=x onerror="globalThis.ran=true">'
    const token = {
      name,
      symbol: name,
      chainId: 'eip155:31337',
      address: `eip155:31337:0x${'1'.repeat(40)}`,
      value: 1,
      price: 1,
      quantity: { decimals: '18', numeric: '1' },
      iconUrl: 'javascript:globalThis.ran=true',
    }
    await page.route(balanceRoute, (route) => route.fulfill({ json: { balances: [token] } }))
    await connectApp(site)
    await app.open('Account')
    await modal.panel.getByText(name).first().waitFor()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  })
})
