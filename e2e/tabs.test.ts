import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { connect } from './steps.js'

const { visit } = useBrowser()

describe('two tabs', () => {
  it('what one connects, the other has after its next load, and each has its own life until then', async () => {
    const one = await visit()
    const two = await visit({ beside: one })
    // What lies behind another tab is drawn seldom.
    await one.page.bringToFront()
    await connect(one)
    expect(await two.home.address.textContent()).toBe('none')
    await two.page.bringToFront()
    await two.page.reload()
    await two.home.accountButton.waitFor()
    expect(await two.home.address.textContent()).toBe(await one.home.address.textContent())
  })

  it('what one disconnects is disconnected in the other after its next load', async () => {
    const one = await visit()
    await connect(one)
    const two = await visit({ beside: one })
    await two.home.accountButton.waitFor()
    await one.page.bringToFront()
    await one.home.accountButton.click()
    await one.modal.button('Disconnect').click()
    await one.home.connectButton.waitFor()
    await two.page.bringToFront()
    await two.page.reload()
    await two.home.connectButton.waitFor()
    expect(await two.home.address.textContent()).toBe('none')
  })
})
