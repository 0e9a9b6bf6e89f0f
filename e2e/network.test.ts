import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { connect, connectApp } from './steps.js'

const { visit } = useBrowser()

describe('choosing another network', () => {
  it('[S1-15][S2-11][S2-26][S0-03] opens the switch, which asks the wallet by itself, and everything follows', async () => {
    const site = await visit()
    const { page, home, modal, wallet } = site
    await connect(site)
    await home.networkButton.click()
    await modal.shows('Choose a network')
    await modal.button(/Local Base/).click()
    await modal.shows('Switch network')
    await modal.dialog.getByText('Switching to Local Base').waitFor()
    const balance = page.waitForRequest(
      (request) => request.url().includes('/balance') && request.url().includes('31338'),
    )
    await wallet.approve()
    await modal.shows('Account')
    await balance
    expect(await wallet.chainId()).toBe(31338)
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
    await eventually(() => home.fact('Chain id').textContent()).toBe('eip155:31338')
  })

  it('[S2-11] a switch that was declined can be tried again', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site)
    await home.networkButton.click()
    await modal.button(/Local Base/).click()
    await wallet.reject()
    await modal.dialog.getByText('Switch declined').waitFor()
    expect(await home.fact('Network').textContent()).toBe('Local Ethereum')
    await modal.button('Try again').click()
    await wallet.approve()
    await modal.shows('Account')
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
  })

  it('the network that is active already leads nowhere', async () => {
    const site = await visit()
    const { home, modal, wallet } = site
    await connect(site)
    await home.networkButton.click()
    const asked = (await wallet.asked()).length
    await modal.button(/Local Ethereum/).click()
    await modal.button(/Local Base/).waitFor()
    await modal.shows('Choose a network')
    expect((await wallet.asked()).length).toBe(asked)
  })

  it('who is not connected chooses without any wallet, and the choice outlives a reload', async () => {
    const { page, home, modal, wallet } = await visit()
    await home.networkButton.click()
    await modal.button(/Local Base/).click()
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
    await page.reload()
    await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
    expect(await wallet.asked()).not.toContain('wallet_switchEthereumChain')
  })
})

describe('a network that the app does not list', () => {
  it('[S2-13][S2-32] opens by itself, lists what is supported, holds on until the visitor decides', async () => {
    const site = await visit({ app: { oneChain: true } })
    const { page, app, modal, wallet } = site
    await connectApp(site)
    await wallet.selectChain(31338)
    await modal.shows('Network not supported')
    await eventually(() => app.view.textContent()).toBe('UnsupportedChain')
    // It shakes for a moment only, so that is written down.
    await modal.dialog.evaluate((dialog) => {
      const observer = new MutationObserver(() => {
        if (dialog.dataset.shaking === 'true') dialog.dataset.hasShaken = 'true'
      })
      observer.observe(dialog, { attributeFilter: ['data-shaking'] })
    })
    await page.keyboard.press('Escape')
    await eventually(() => modal.dialog.getAttribute('data-has-shaken')).toBe('true')
    await eventually(() => modal.dialog.getAttribute('data-shaking')).toBe(null)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    // A browser closes a dialog by itself at the second; the page hears of it a moment later and shows it again.
    await eventually(() => modal.dialog.isVisible()).toBe(true)
    await modal.button('Disconnect').waitFor()
    await modal.button(/Local Ethereum/).click()
    await wallet.approve()
    await eventually(() => wallet.chainId()).toBe(31337)
    await eventually(() => app.view.textContent()).not.toBe('UnsupportedChain')
  })

  it('[S2-13] the way out is also to disconnect', async () => {
    const site = await visit({ app: { oneChain: true } })
    const { app, modal, wallet } = site
    await connectApp(site)
    await wallet.selectChain(31338)
    await modal.shows('Network not supported')
    await modal.button('Disconnect').click()
    await modal.isGone()
    await eventually(() => app.address.textContent()).toBe('none')
  })

  it('closes by itself when the wallet comes back', async () => {
    const site = await visit({ app: { oneChain: true } })
    const { modal, wallet } = site
    await connectApp(site)
    await wallet.selectChain(31338)
    await modal.shows('Network not supported')
    await wallet.selectChain(31337)
    await modal.isGone()
  })

  it.each([
    ['unsupported networks are allowed', { allowUnsupportedChain: true }],
    ['nobody can switch', { enableNetworkSwitch: false }],
  ])('[S2-32] nothing opens where %s', async (_, options) => {
    const site = await visit({ app: { oneChain: true, options } })
    const { page, modal, wallet } = site
    await connectApp(site)
    await wallet.selectChain(31338)
    // The button has heard of the change by the time it names an unknown network; the view would be open by then.
    await page.getByRole('button', { name: 'Network: Unknown network' }).waitFor()
    expect(await modal.dialog.isVisible()).toBe(false)
  })
})

describe('a switch by the app itself to a network that is not configured', () => {
  const expects = [/Network Not Found/]

  it('[S8-40][S8-51] raises an alert in the modal and on the console', async () => {
    const { page, app, modal } = await visit({ app: {}, expects })
    const said = page.waitForEvent('console', (message) => message.type() === 'error')
    expect(await app.switchChain('eip155:999')).toBe('CHAIN_NOT_FOUND')
    expect((await said).text()).toContain('Network Not Found: eip155:999')
    await app.open()
    const alert = modal.dialog.getByRole('alert')
    expect(await alert.textContent()).toContain('Network Not Found')
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await alert.waitFor({ state: 'detached' })
  })

  it('[S8-40] without debug it is on the console only', async () => {
    const { page, app, modal } = await visit({ app: { options: { debug: false } }, expects })
    const said = page.waitForEvent('console', (message) => message.type() === 'error')
    expect(await app.switchChain('eip155:999')).toBe('CHAIN_NOT_FOUND')
    expect((await said).text()).toContain('Network Not Found')
    await app.open()
    await modal.shows('Connect a wallet')
    expect(await modal.dialog.getByRole('alert').count()).toBe(0)
  })
})

it('every chain of the world is offered', async () => {
  const { home, modal } = await visit()
  await home.networkButton.click()
  for (const { name } of inject('world').chains) await modal.button(new RegExp(name)).waitFor()
})
