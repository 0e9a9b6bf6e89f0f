import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { connect, connectApp } from './steps.js'
import { tour } from './tour.js'

const { visit } = useBrowser()

describe('the page', () => {
  it('[S2-01] no view changes its URL or its history', { timeout: 300_000 }, async () => {
    const site = await visit({ reducedMotion: true, expects: [/status of 503/, /\[latchkey\] Data API Not Reachable/] })
    const place = () => site.page.evaluate(() => ({ url: location.href, entries: history.length }))
    const before = await place()
    const seen: string[] = []
    await tour(site, async (state) => {
      seen.push(state)
      expect(await place(), state).toEqual(before)
    })
    expect(new Set(seen.map((state) => state.split(' ')[0])).size).toBeGreaterThan(10)
  })

  it('is served under a policy that allows nothing inline, and keeps to it', async () => {
    const { page } = await visit({ expects: [/policy violated: script-src/, /Content Security Policy/] })
    const answer = await page.reload()
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    // Every other journey fails on a violation; this one shows that a violation would be heard.
    const violation = page.waitForEvent('console', (message) => message.text().startsWith('policy violated'))
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.head.append(script)
    })
    await violation
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  })

  it('asks nobody but its own server, the wallet host and the nodes', async () => {
    const site = await visit()
    await connect(site)
    await site.page.getByRole('heading', { name: 'Make it yours' }).waitFor()
    for (const request of site.requests)
      expect(request.url()).toMatch(/^(http:\/\/(localhost|127\.0\.0\.1):\d+\/|data:)/)
  })
})

it('is at most 4,200 px long on a phone', async () => {
  const { page } = await visit({ size: 'phone', families: true })
  await page.getByRole('heading', { name: 'Make it yours' }).waitFor()
  await eventually(() => page.evaluate(() => document.querySelectorAll('.family').length)).toBeGreaterThan(3)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_200)
})

describe('the list of wallets', () => {
  // Nor a way to one on another device.
  const noWallet = { testWalletUrl: '', relayUrl: '' }

  it.each(['phone', 'desktop'] as const)(
    '[S6-10] a Browser Wallet is listed only when there is one, on a %s',
    async (size) => {
      const none = await visit({ size, settings: noWallet })
      await none.home.connectButton.click()
      await none.modal.dialog.getByText('No wallet found in this browser').waitFor()
      expect(await none.modal.button('Browser Wallet').count()).toBe(0)

      const one = await visit({
        size,
        settings: noWallet,
        before: (context) =>
          context.addInitScript(() => {
            Object.assign(window, { ethereum: { request: () => new Promise(() => {}) } })
          }),
      })
      await one.home.connectButton.click()
      await one.modal.button('Browser Wallet').waitFor()
    },
  )

  it('[S9-77] is in the order walletConnect, recent, injected, external by default', async () => {
    const kinds = [
      { id: 'x', kind: 'external', name: 'External' },
      { id: 'm', kind: 'multiChain', name: 'Merged' },
      { id: 'r', kind: 'external', name: 'Recent' },
      { id: 'w', kind: 'walletConnect', name: 'By link' },
    ] as const
    const site = await visit({ app: { wallets: kinds } })
    const { app, modal, wallet } = site
    await app.open('Connect')
    await modal.button('Recent').click()
    await modal.button('Disconnect').click()
    await modal.isGone()
    await app.open('Connect')
    await modal.button(wallet.name).waitFor()
    const order = ['By link', 'Recent', 'Merged', wallet.name, 'External']
    // What the directory recommends comes after all of them.
    const rows = async () => (await modal.dialog.getByRole('listitem').allTextContents()).slice(0, order.length)
    // A row begins with a letter that stands in for its picture, and a badge may end it.
    await eventually(async () => (await rows()).map((row) => order.find((name) => row.includes(name)))).toEqual(order)
  })

  it('offers a wallet that announces itself while the list is open', async () => {
    const { page, home, modal, wallet } = await visit({
      settings: noWallet,
    })
    await home.connectButton.click()
    await modal.dialog.getByText('No wallet found in this browser').waitFor()
    expect(await modal.button(wallet.name).count()).toBe(0)
    await page.evaluate(() => {
      const info = { uuid: crypto.randomUUID(), name: 'Late Wallet', rdns: 'com.example.late', icon: '' }
      const detail = { info, provider: { request: () => new Promise(() => {}) } }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
    await modal.button('Late Wallet').waitFor()
  })
})

describe('the playground', () => {
  it('signs a message and structured data, and recovers the signer from both', async () => {
    const site = await visit()
    const { page, wallet } = site
    await connect(site)
    const message = page.getByRole('region', { name: 'Sign a message' })
    await message.getByRole('button', { name: 'Sign message' }).click()
    await wallet.window.getByText('Hello from Latchkey').waitFor()
    await wallet.approve()
    await message.getByText(/^Verified: signed by 0x7099…79C8/).waitFor()
    const data = page.getByRole('region', { name: 'Sign structured data' })
    await data.getByRole('button', { name: 'Sign booking' }).click()
    await wallet.approve()
    await data.getByText(/^Verified: signed by 0x7099…79C8/).waitFor()
    await message.getByRole('button', { name: 'Sign message' }).click()
    await wallet.reject()
    await message.getByText(/declined|rejected/i).waitFor()
  })

  it('keeps the connection while features change, and the modal follows', async () => {
    const site = await visit()
    const { page, home, modal } = site
    await connect(site)
    await page.getByRole('switch', { name: 'Send', exact: true }).click()
    await home.accountButton.waitFor()
    await home.accountButton.click()
    await modal.button('Receive').waitFor()
    expect(await modal.button('Send').count()).toBe(0)
  })

  it('wears the theme that was chosen, after a reload too', async () => {
    const { page } = await visit({ colorScheme: 'light' })
    const ink = () => page.evaluate(() => getComputedStyle(document.body).color)
    const light = await ink()
    await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).check({ force: true })
    await eventually(ink).not.toBe(light)
    const dark = await ink()
    await page.reload()
    await eventually(ink).toBe(dark)
  })
})

it('the small app connects by its own five lines', async () => {
  const site = await visit({ app: {} })
  await connectApp(site)
  await eventually(() => site.app.address.textContent()).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
})
