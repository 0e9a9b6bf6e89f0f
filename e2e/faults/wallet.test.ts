import { describe, expect, it } from 'vitest'
import { useBrowser } from '../browser.js'
import { eventually } from '../eventually.js'
import { connect } from '../steps.js'

const { visit } = useBrowser()

describe('a wallet that does not connect', () => {
  it('declines: it says so, and the next try can succeed', async () => {
    const { home, modal, wallet } = await visit()
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await wallet.reject()
    await modal.dialog.getByText('Connection declined').waitFor()
    expect(await home.address.textContent()).toBe('none')
    await modal.button('Try again').click()
    await wallet.approve()
    await modal.shows('Account')
  })

  it('never answers: the visitor can leave, and the next try is a new one', async () => {
    const { home, modal, wallet } = await visit()
    await wallet.set({ neverAnswer: true })
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await modal.dialog.getByText(`Continue in ${wallet.name}`).waitFor()
    await modal.button('Cancel').click()
    await modal.button(wallet.name).waitFor()
    await wallet.set({ neverAnswer: false })
    await modal.button(wallet.name).click()
    await wallet.approve()
    await modal.shows('Account')
  })

  it('is busy with another request (-32002): it says where to answer', async () => {
    const { home, modal, wallet } = await visit()
    await wallet.set({ pending: true })
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await modal.dialog.getByText('A request is already open').waitFor()
    await wallet.set({ pending: false })
    await modal.button('Choose another wallet').click()
    await modal.button(wallet.name).click()
    await wallet.approve()
    await modal.shows('Account')
  })

  it('answers nonsense: nothing of it is believed', async () => {
    const { home, modal, wallet } = await visit()
    await wallet.set({ nonsense: true, autoApprove: true })
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await modal.dialog.getByText('Could not connect').waitFor()
    expect(await home.address.textContent()).toBe('none')
    expect(await modal.dialog.textContent()).not.toMatch(/undefined|object Object|banana/)
  })

  it('has lost its networks (4900): it says so', async () => {
    const { home, modal, wallet } = await visit()
    await wallet.set({ disconnected: true })
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await modal.dialog.getByText('Could not connect').waitFor()
    await wallet.set({ disconnected: false })
    await modal.button('Try again').click()
    await wallet.approve()
    await modal.shows('Account')
  })
})

describe('a wallet that does not switch', () => {
  it('does not know the network (4902): it is given the network, and then switches', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site)
    await wallet.set({ unknownChain: true })
    await home.networkButton.click()
    await modal.button(/Local Base/).click()
    await wallet.window.getByText('Add this network?').waitFor()
    await wallet.approveButton.click()
    // Whether it asks a second time, for the switch itself, is the wallet's affair.
    await eventually(async () => {
      if (await wallet.window.isVisible()) await wallet.approveButton.click({ timeout: 1000 }).catch(() => {})
      return home.fact('Network').textContent()
    }).toBe('Local Base')
    expect(await wallet.asked()).toContain('wallet_addEthereumChain')
  })

  it('says that it switched, and did not: the page does not believe it', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site)
    await wallet.set({ wrongChain: true })
    await home.networkButton.click()
    await modal.button(/Local Base/).click()
    await wallet.approve()
    await modal.dialog.getByText('Could not switch').waitFor()
    await modal.dialog.getByText(/still on another network/).waitFor()
    expect(await home.fact('Network').textContent()).toBe('Local Ethereum')
  })

  it('never answers: the visitor stays where they were', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site)
    await wallet.set({ neverAnswer: true })
    await home.networkButton.click()
    await modal.button(/Local Base/).click()
    await modal.dialog.getByText('Switching to Local Base').waitFor()
    await modal.button('Cancel').click()
    await modal.shows('Choose a network')
    expect(await home.fact('Network').textContent()).toBe('Local Ethereum')
  })
})

describe('a wallet that changes under us', () => {
  it('to another account: the page follows, balance included', async () => {
    const site = await visit()
    const { page, home, wallet } = site
    await connect(site)
    const [, second] = await wallet.accounts()
    const balance = page.waitForRequest((request) => request.url().includes(`/v1/account/${second}/balance`))
    await wallet.selectAccount(1)
    await eventually(() => home.address.textContent()).toBe(second)
    await balance
  })

  it('to another network: the page follows', async () => {
    const site = await visit()
    const { home, wallet } = site
    await connect(site)
    await wallet.selectChain(31338)
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
  })

  it('takes its permission back while the account is open: the modal says so and offers wallets', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site, { keepOpen: true })
    await Promise.all([modal.glimpses('The wallet disconnected'), wallet.revoke()])
    await modal.shows('Connect a wallet')
    expect(await home.address.textContent()).toBe('none')
  })

  it('takes its permission back while nobody looks: a reload finds nobody connected', async () => {
    const site = await visit()
    const { page, home, wallet } = site
    await connect(site)
    await wallet.revoke()
    await home.connectButton.waitFor()
    await page.reload()
    await home.connectButton.waitFor()
    expect(await home.address.textContent()).toBe('none')
    expect(await wallet.asked()).not.toContain('eth_requestAccounts')
  })

  it('is gone after a reload: the page does not wait for it for ever, and takes it up when it is back', async () => {
    const site = await visit()
    const { page, home } = site
    await connect(site)
    await page.route('**/test-wallet.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.reload()
    await eventually(() => home.status.textContent()).toBe('Not connected')
    await home.connectButton.waitFor()
    await page.unroute('**/test-wallet.js')
    await page.reload()
    await home.accountButton.waitFor()
  })
})
