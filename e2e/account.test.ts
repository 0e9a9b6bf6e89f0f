import { describe, expect, inject, it } from 'vitest'
import { cut, shownAmount } from './amounts.js'
import { useBrowser } from './browser.js'
import { forgetBalances, readChain } from './chain.js'
import { eventually } from './eventually.js'
import { settle } from './settle.js'
import { connect, connectApp } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('the account', () => {
  it('[S2-04][S1-16] shows who, how much, what can be done, and the way out', async () => {
    await forgetBalances(owner)
    const site = await visit({ app: {} })
    const { app, modal, wallet } = site
    await connectApp(site)
    await app.open('Account')
    await eventually(() => app.view.textContent()).toBe('Account')
    await modal.shows('Account')
    await modal.dialog.getByText('0x7099…79C8').first().waitFor()
    for (const name of ['Send', 'Receive', 'Disconnect', wallet.name]) await modal.button(name).waitFor()
    await modal.token('USDC').waitFor()
    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const held = await readChain(ethereum).token('USDC', owner)
    await eventually(() => shownAmount(modal.token('USDC').first(), 'USDC')).toBe(cut(held, 6))
  })

  it('[S2-20][S2-21][S2-22] has the tabs Tokens, NFTs and Activity, each with its panel', async () => {
    const site = await visit()
    const { modal } = site
    await connect(site, { keepOpen: true })
    const tabs = modal.dialog.getByRole('tab')
    await tabs.first().waitFor()
    expect(await tabs.allTextContents()).toEqual(['Tokens', 'NFTs', 'Activity'])
    for (const [index, said] of [
      'Test USD Coin',
      'Star',
      /Nothing sent from here yet|Minted .*USDC|Received .*USDC/,
    ].entries()) {
      await tabs.nth(index).click()
      await modal.panel.getByText(said).first().waitFor()
      expect(await tabs.evaluateAll((all) => all.findIndex((tab) => tab.ariaSelected === 'true'))).toBe(index)
      expect(await modal.panel.getAttribute('aria-labelledby')).toBe(await tabs.nth(index).getAttribute('id'))
    }
  })

  it('[S2-22] without the feature there is no Activity', async () => {
    const site = await visit({ app: { options: { features: { activity: false } } } })
    await connectApp(site)
    await site.app.open()
    await site.modal.tab('NFTs').waitFor()
    expect(await site.modal.dialog.getByRole('tab').allTextContents()).toEqual(['Tokens', 'NFTs'])
  })

  it('[S2-09] ProfileWallets lists the connected wallets and those used recently, and can leave one', async () => {
    const other = { id: 'com.example.other', kind: 'external', name: 'Other Wallet' } as const
    const site = await visit({ app: { wallets: [other] } })
    const { app, modal, wallet } = site
    await app.open('Connect')
    await modal.button('Other Wallet').click()
    await modal.button('Disconnect').click()
    await modal.isGone()
    await connectApp(site)
    await app.open('ProfileWallets')
    await eventually(() => app.view.textContent()).toBe('ProfileWallets')
    const list = (name: string) => modal.dialog.getByRole('list', { name })
    await list('Connected').getByText(wallet.name).waitFor()
    await list('Recent').getByText('Other Wallet').waitFor()
    expect(await list('Connected').getByText('Other Wallet').count()).toBe(0)
    await modal.button(`Disconnect ${wallet.name}`).click()
    await eventually(() => app.address.textContent()).toBe('none')
  })

  it('[S1-20][S1-21][S9-70][S9-71] offers send and receive by default, and not where they are off', async () => {
    const on = await visit({ app: {} })
    await connectApp(on)
    await on.app.open('Account')
    await on.modal.button('Send').click()
    await on.modal.dialog.getByRole('textbox', { name: 'Amount' }).waitFor()
    await on.modal.backButton.click()
    await on.modal.button('Receive').click()
    await on.modal.dialog.getByRole('img', { name: `QR code of the address ${owner}` }).waitFor()
    expect((await on.modal.dialog.textContent())?.replace(/\s/g, '')).toContain(owner)

    const off = await visit({ app: { options: { features: { send: false, receive: false } } } })
    await connectApp(off)
    await off.app.open('Account')
    await off.modal.tab('Tokens').waitFor()
    expect(await off.modal.button('Send').count()).toBe(0)
    expect(await off.modal.button('Receive').count()).toBe(0)
  })

  it('[S1-21] receive copies the whole address', async () => {
    const site = await visit()
    const { page, modal } = site
    await connect(site, { keepOpen: true })
    await modal.button('Receive').click()
    await Promise.all([modal.glimpses('Copied'), modal.button('Copy address').click()])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(owner)
  })

  it('[S6-01][S1-01] everybody sees the same actions, none of which is for staff, and no request carries a role', async () => {
    const site = await visit()
    const { page, home, modal, wallet, requests } = site
    await connect(site, { keepOpen: true })
    await modal.token('Test USD Coin').waitFor()
    // The amounts are those of each account; what can be pressed is the same.
    const actions = async () =>
      (await modal.dialog.getByRole('button').allTextContents())
        .filter((text) => !text.includes('0x'))
        .map((text) => text.replace(/[\d$].*$/, ''))
        .sort()
    await settle(page)
    const first = await actions()
    expect(first.join()).not.toMatch(/admin|staff|operator|sign.?up|role|project/i)
    await modal.closeButton.click()
    await wallet.selectAccount(1)
    await eventually(() => home.address.textContent()).not.toBe(owner)
    await home.accountButton.click()
    await modal.token('Test USD Coin').waitFor()
    await eventually(actions).toEqual(first)
    for (const request of requests) {
      const headers = await request.allHeaders()
      expect(headers.authorization, request.url()).toBeUndefined()
      expect(headers.cookie, request.url()).toBeUndefined()
    }
    expect(await page.context().cookies()).toEqual([])
  })
})

describe('views', () => {
  it('[S2-24] a step back from the first view closes: by the app and by Escape', async () => {
    const { page, app, modal } = await visit({ app: {} })
    await app.open('Connect')
    await modal.shows('Connect a wallet')
    await app.back()
    await modal.isGone()
    await eventually(() => app.view.textContent()).toBe('none')
    await app.open('Networks')
    await modal.shows('Choose a network')
    await page.keyboard.press('Escape')
    await modal.isGone()
  })

  it('[S2-25] back to the wallets shows the account to who is connected', async () => {
    const site = await visit({ app: {} })
    const { app, modal, wallet } = site
    await connectApp(site)
    await wallet.set({ neverAnswer: true })
    await app.open('Connect')
    await modal.button(wallet.name).click()
    await eventually(() => app.view.textContent()).toBe('ConnectingExternal')
    await modal.backButton.click()
    await eventually(() => app.view.textContent()).toBe('Account')
    await modal.shows('Account')
  })
})
