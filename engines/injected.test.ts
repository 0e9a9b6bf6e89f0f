import { describe, expect, inject, it } from 'vitest'
import { cut } from '../e2e/amounts.js'
import { forgetBalances, readChain } from '../e2e/chain.js'
import { createPlace } from './driver/place.js'
import { home, modal, wallet } from './parts.js'
import { inEachEngine } from './useEngine.js'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('a wallet of the browser', () => {
  inEachEngine(({ open, look }) => {
    it('connects, shows balances, switches the network, sends, is found again after a reload, and leaves', async () => {
      const { webUrl, chains } = inject('world')
      const base = chains[1]
      if (!base) throw new Error('The world has two chains')
      await forgetBalances(owner)
      const tab = await open()
      const page = createPlace(tab)
      await tab.goto(webUrl)
      const approve = async () => {
        await page.click(wallet.approveButton)
        await page.isGone(wallet.window)
      }
      const shows = (amount: number) =>
        page.until(modal.token(/Test USD Coin/), ({ text }) => amountIn(text, 'USDC') === amount, `is ${amount} USDC`)

      await page.click(home.connectButton)
      await page.shows(modal.titled('Connect a wallet'))
      await look(tab, 'connect')
      await page.click(modal.button(wallet.name))
      await page.click(modal.button('Ethereum'))
      await approve()
      await page.shows(modal.titled('Account'))
      await page.until(home.address, ({ text }) => text === owner, 'is the address')
      await shows(cut(await readChain(chains[0] ?? base).token('USDC', owner), 6))
      await look(tab, 'account')

      await page.click(modal.button('Network: Local Ethereum'))
      await page.shows(modal.titled('Choose a network'))
      await page.click(modal.button(/^Local Base/))
      await approve()
      await page.shows(modal.button('Network: Local Base'))
      const onBase = readChain(base)
      const [before, beforeThere] = [await onBase.token('USDC', owner), await onBase.token('USDC', receiver)]
      await shows(cut(before, 6))

      await page.click(modal.button('Send'))
      await page.click(modal.button(/change token/i))
      await page.click(modal.button(/Test USD Coin/))
      await page.click(modal.field('Amount'))
      await tab.type('12.5')
      await page.click(modal.field('To'))
      await tab.type(receiver)
      await look(tab, 'send')
      await page.click(modal.button('Review'))
      await page.shows(modal.titled('Review'))
      await look(tab, 'check')
      await page.click(modal.button('Send 12.5 USDC'))
      await approve()
      await page.shows(modal.heading('Sent'))
      expect(await onBase.token('USDC', owner)).toBe(before - 12_500_000n)
      expect(await onBase.token('USDC', receiver)).toBe(beforeThere + 12_500_000n)
      await page.click(modal.button('Done'))
      await shows(cut(before - 12_500_000n, 6))

      await tab.reload()
      await page.shows(home.accountButton)
      await page.until(home.address, ({ text }) => text === owner, 'is the address')
      await page.click(home.accountButton)
      await shows(cut(before - 12_500_000n, 6))
      await page.click(modal.button('Disconnect'))
      await page.until(home.address, ({ text }) => text === 'none', 'is none')
      await tab.reload()
      await page.shows(home.connectButton)
      await page.until(home.address, ({ text }) => text === 'none', 'is none')
    })
  })
})

/** The amount before a symbol, as it is shown. */
function amountIn(text: string, symbol: string): number {
  const found = new RegExp(`([\\d.,]+)\\s*${symbol}`).exec(text)
  return Number((found?.[1] ?? 'NaN').replaceAll(',', ''))
}
