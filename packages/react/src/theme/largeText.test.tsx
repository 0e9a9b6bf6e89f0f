import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal } from '../../test/accountModal.js'
import { cutTexts, texts } from '../../test/cutTexts.js'
import { embeddedModal } from '../../test/embeddedModal.js'
import { dialogOf, setUp } from '../../test/setUp.js'

const root = document.documentElement.style
afterEach(async () => {
  root.fontSize = ''
  await page.viewport(414, 896)
})

const views: { readonly [name: string]: () => Promise<unknown> } = {
  Connect: async () => {
    const app = await embeddedModal()
    app.modal.open()
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
  },
  Account: async () => {
    await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
  },
  Networks: () => accountModal({ route: { view: 'Networks' } }),
  WalletReceive: () => accountModal({ route: { view: 'WalletReceive' } }),
  WalletSend: () => accountModal({ route: { view: 'WalletSend' } }),
}

describe('theme, in text of twice the size', () => {
  it.each(Object.keys(views).flatMap((view) => [[view, 1280, 800] as const, [view, 390, 844] as const]))(
    'behavior: %s grows with the reader’s text and nothing is cut, %i × %i',
    async (view, width, height) => {
      await page.viewport(width, height)
      await views[view]?.()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await expect.poll(() => texts().length).toBeGreaterThan(2)
      const before = sizes()
      root.fontSize = '32px'
      expect(sizes()).toEqual(before.map(([text, size]) => [text, size * 2]))
      await expect.poll(() => dialogOf().getBoundingClientRect().width).toBeLessThanOrEqual(width)
      await expect.poll(cutTexts).toEqual([])
    },
  )

  it('behavior: a page that makes its rem small keeps the text readable, and may give it a size', async () => {
    root.fontSize = '62.5%'
    const app = await setUp()
    const button = page.getByRole('button', { name: 'Connect wallet' }).element()
    expect(getComputedStyle(button).fontSize).toBe('16px')
    app.theme.set({ themeVariables: { '--lk-font-size': '1.8rem' } })
    await expect.poll(() => getComputedStyle(button).fontSize).toBe('18px')
  })

  it('behavior: the buttons on the page grow whole, and stay within a phone', async () => {
    await page.viewport(390, 844)
    await setUp()
    const button = page.getByRole('button', { name: 'Connect wallet' }).element()
    const before = button.getBoundingClientRect()
    root.fontSize = '32px'
    const after = button.getBoundingClientRect()
    expect(after.height).toBe(before.height * 2)
    expect(after.right).toBeLessThanOrEqual(390)
    expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth)
  })
})

function sizes(): [text: string | null, size: number][] {
  return texts().map((element) => [element.textContent, Number.parseFloat(getComputedStyle(element).fontSize)])
}
