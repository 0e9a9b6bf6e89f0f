import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const account1 = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('connect', () => {
  it('[S0-01][S0-06] the page is a connect button, a network button and a read-out around one modal dialog', async () => {
    const { home, modal } = await visit()
    await home.networkButton.waitFor()
    expect(await home.address.textContent()).toBe('none')
    await home.connectButton.click()
    await modal.shows('Connect a wallet')
    expect(await modal.dialog.getAttribute('aria-modal')).toBe('true')
  })

  it('[S1-02] an announced wallet is listed by its name, and connects', async () => {
    const { home, modal, wallet } = await visit()
    await home.connectButton.click()
    await modal.button(wallet.name).click()
    await modal.shows(wallet.name)
    await wallet.approve()
    await modal.shows('Account')
    await eventually(() => home.address.textContent()).toBe(account1)
  })

  it('a reload finds the visitor still connected, without asking the wallet for approval', async () => {
    const site = await visit()
    await connect(site)
    await site.page.reload()
    await site.home.accountButton.waitFor()
    await eventually(() => site.home.address.textContent()).toBe(account1)
    expect(await site.wallet.asked()).not.toContain('eth_requestAccounts')
    expect(inject('world').chains).toHaveLength(2)
  })
})
