import { describe, expect, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'

const { visit } = useBrowser()

describe('the directory of wallets', () => {
  it('[S2-08] [S7-136] [S7-137] [S9-09] [S9-10] is asked when the modal opens, and found, searched and looked into from there', async () => {
    const site = await visit()
    const { home, modal, requests } = site
    const asked = (path: string) => requests.map((one) => new URL(one.url())).filter((url) => url.pathname === path)
    await home.connectButton.waitFor()
    expect(asked('/getWallets')).toEqual([])
    await home.connectButton.click()
    await modal.button('MetaMask').waitFor()
    const [first] = asked('/getWallets')
    expect(first?.searchParams.get('entries')).toBe('4')
    await modal.button('All wallets').click()
    await modal.shows('All wallets')
    await modal.button('Uniswap Wallet').waitFor()
    const pages = asked('/getWallets').filter((url) => url.searchParams.get('entries') === '40')
    expect(pages[0]?.searchParams.get('page')).toBe('1')
    await modal.dialog.getByRole('searchbox').fill('rain')
    await eventually(() => modal.dialog.getByRole('listitem').count()).toBe(1)
    await modal.button('Rainbow').waitFor()
    const searches = asked('/getWallets').filter((url) => url.searchParams.has('search'))
    expect(searches.map((url) => url.searchParams.get('entries'))).toContain('100')
    const picture = modal.dialog.locator('.lk-picture[data-loaded="true"] img')
    await picture.waitFor()
    expect(new URL((await picture.getAttribute('src')) ?? '').pathname).toMatch(/^\/getWalletImage\/[0-9a-f]{64}$/)
  })
})
