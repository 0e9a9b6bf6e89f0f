import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal } from '../../test/accountModal.js'
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
      await expect.poll(cut).toEqual([])
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

/** Everything of the modal that holds text of its own, but for the letter that stands in for a picture. */
function texts(): HTMLElement[] {
  return [...dialogOf().querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility() &&
      !element.closest('.lk-hidden, .lk-picture, svg') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
}

function sizes(): [text: string | null, size: number][] {
  return texts().map((element) => [element.textContent, Number.parseFloat(getComputedStyle(element).fontSize)])
}

/** Texts that reach out of the card, or are cut without a sign of it. */
function cut(): string[] {
  const card = dialogOf().querySelector('.lk-card')?.getBoundingClientRect()
  return texts().flatMap((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const inside = range.getBoundingClientRect()
    const clipped = hiddenBy(element, inside)
    return !card || inside.left < card.left - 1 || inside.right > card.right + 1 || clipped
      ? [`${element.className || element.tagName}: ${element.textContent}`]
      : []
  })
}

/** Whether the box of the text, or one around it, cuts it; three dots at its end are a sign that it is cut. */
function hiddenBy(element: HTMLElement, { top, bottom, left, right }: DOMRect): boolean {
  for (let box: HTMLElement | null = element; box && !box.matches('.lk-height, .lk-card'); box = box.parentElement) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(box)
    const rect = box.getBoundingClientRect()
    // Fonts reach a little beyond their line.
    if (overflowY !== 'visible' && (top < rect.top - rect.height / 4 || bottom > rect.bottom + rect.height / 4))
      return true
    if (textOverflow === 'ellipsis') return false
    if (overflowX !== 'visible' && (left < rect.left - 1 || right > rect.right + 1)) return true
    if (box.matches('button') && (left < rect.left - 1 || right > rect.right + 1)) return true
  }
  return false
}
