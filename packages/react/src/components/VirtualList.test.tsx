import type { HistoryEntry, TokenBalance } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../test/accountModal.js'
import { expectAccessible } from '../../test/axe.js'
import { directoryUrl, entries, serveDirectory } from '../../test/directory.js'
import { setUp } from '../../test/setUp.js'
import { longFrom } from './Rows.js'

const addressOf = (at: number) => `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}` as const
const tokens = (count: number): TokenBalance[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ name: `Token ${at}`, symbol: `T${at}`, chainId: 'eip155:1', price: 0, iconUrl: '', address: addressOf(at) },
    quantity: { decimals: '18', numeric: '1.5' },
  }))
const box = () => document.querySelector('.lk-height') as HTMLElement
const items = () => [...document.querySelectorAll<HTMLElement>('.lk-rows > li')]
const focused = () => document.activeElement?.textContent ?? ''
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) })

/** An account of many tokens, with the first of them focused. */
async function many(count = 500) {
  const app = await accountModal({ balances: tokens(count) })
  await vi.waitFor(() => expect(items()[0]?.dataset.index).toBe('0'))
  items()[0]?.querySelector('button')?.focus()
  return app
}

/** No row lies over another one, and none is cut off from the window that it should fill. */
function expectInOrder() {
  const places = items().map((item) => ({
    index: Number(item.dataset.index),
    ...item.getBoundingClientRect().toJSON(),
  }))
  for (const [at, place] of places.entries()) {
    const next = places[at + 1]
    if (next) expect(next.top).toBeGreaterThanOrEqual(place.bottom - 1)
    if (next && next.index === place.index + 1) expect(next.top - place.bottom).toBeLessThan(12)
  }
}

describe('a long list', () => {
  it('behavior: of 500 rows a window is drawn; End, Home and the page keys lead through all of it; axe finds nothing', async () => {
    await many()
    expect(items().length).toBeLessThan(60)
    expect(items()[0]?.getAttribute('aria-posinset')).toBe('1')
    expect(items()[0]?.getAttribute('aria-setsize')).toBe('500')
    await expectAccessible()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(focused()).toContain('Token 499'))
    await expect.element(row('Token 499')).toBeInViewport()
    expect(items().length).toBeLessThan(60)
    expectInOrder()
    await expectAccessible()
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(focused()).toContain('Token 0'))
    await expect.element(row('Token 0')).toBeInViewport()
    const seen: string[] = []
    while (!focused().includes('Token 499')) {
      const before = focused()
      await userEvent.keyboard('{PageDown}')
      await vi.waitFor(() => expect(focused()).not.toBe(before))
      seen.push(focused())
      if (seen.length > 250) throw new Error('The keys do not lead to the end.')
    }
    await expect.element(row('Token 499')).toBeInViewport()
    await userEvent.keyboard('{PageUp}')
    await vi.waitFor(() => expect(focused()).not.toContain('Token 499'))
  }, 60_000)

  it('behavior: Tab goes on past the rows that were drawn first', async () => {
    await many()
    const first = items().length
    for (let at = 0; at < first + 5; at++) await userEvent.keyboard('{Tab}')
    expect(focused()).toContain(`Token ${first + 5}`)
    await expect.element(row(`Token ${first + 5}`)).toBeInViewport()
  }, 60_000)

  it('behavior: the row with the focus stays in the document, however far somebody scrolls', async () => {
    await many()
    box().scrollTop = 20_000
    await vi.waitFor(() => expect(items().at(-1)?.textContent).toMatch(/Token (2|3)\d\d/))
    expect(focused()).toContain('Token 0')
    expect(items()[0]?.dataset.index).toBe('0')
    await userEvent.keyboard('{PageDown}')
    await vi.waitFor(() => expect(focused()).not.toContain('Token 0'))
    await vi.waitFor(() => expect(box().scrollTop).toBeLessThan(2_000))
  })

  it('behavior: who comes back finds the list where it was, with the focus on the row', async () => {
    await many()
    box().scrollTop = 12_345
    await vi.waitFor(() => expect(items().some((item) => item.textContent?.includes('Token 170'))).toBe(true))
    await row('Token 170').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'TokenDetails')
    await vi.waitFor(() => expect(document.querySelector('.lk-token')).not.toBeNull())
    const before = box().scrollTop
    expect(before).toBe(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await vi.waitFor(() => expect(Math.abs(box().scrollTop - 12_345)).toBeLessThan(80))
    await expect.element(row('Token 170')).toBeInViewport()
    await vi.waitFor(() => expect(focused()).toContain('Token 170'))
    expectInOrder()
  })

  it('behavior: rows are measured: in text of 200 % none lies over another one', async () => {
    document.documentElement.style.fontSize = '200%'
    onTestFinished(() => {
      document.documentElement.style.removeProperty('font-size')
    })
    await many()
    box().scrollTop = 9_000
    await vi.waitFor(() => expect(Number(items()[3]?.dataset.index)).toBeGreaterThan(30))
    await vi.waitFor(expectInOrder)
  })

  it('behavior: from right to left the rows fill the same width', async () => {
    document.documentElement.dir = 'rtl'
    onTestFinished(() => document.documentElement.removeAttribute('dir'))
    await many()
    const list = document.querySelector('.lk-rows')?.getBoundingClientRect()
    for (const item of items()) {
      const { left, right } = item.getBoundingClientRect()
      expect([left, right].map(Math.round)).toEqual([list?.left ?? 0, list?.right ?? 0].map(Math.round))
    }
    expectInOrder()
  })

  it(`behavior: ${longFrom} rows are all in the document`, async () => {
    await accountModal({ balances: tokens(longFrom) })
    await vi.waitFor(() => expect(items()).toHaveLength(longFrom))
    expect(items()[0]?.hasAttribute('aria-setsize')).toBe(false)
    expect(page.getByRole('searchbox').query()).toBeNull()
  })

  it('behavior: of 500 transactions a window is drawn, each month with its name', async () => {
    const history = Array.from({ length: 500 }, (_, at): HistoryEntry => {
      const minedAt = new Date(Date.UTC(2026, 5, 1) - at * 86_400_000).toISOString()
      const metadata = { operationType: 'send', hash: `0x${at}`, minedAt, sentFrom: alice, sentTo: bob }
      return {
        id: String(at),
        metadata: { ...metadata, status: 'confirmed', nonce: at, chain: 'eip155:1' },
        transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: String(at) } }],
      }
    })
    await accountModal({ history: () => [history] })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await vi.waitFor(() => expect(items()[0]?.dataset.index).toBe('0'))
    expect(items().length).toBeLessThan(60)
    await expect.element(page.getByRole('heading', { name: 'May 2026' })).toBeVisible()
    await expectAccessible()
    items()[0]?.querySelector('button')?.focus()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(focused()).toContain('499 ETH'))
    await expect.element(page.getByRole('button', { name: /^Sent 499 ETH/ })).toBeInViewport()
    expectInOrder()
  })

  it('behavior: of many wallets a window is drawn, and the rest comes as before', async () => {
    serveDirectory(entries(150))
    const { modal } = await setUp({ wallets: [], api: { url: directoryUrl, projectId: 'p' }, debug: false })
    modal.open({ view: 'AllWallets' })
    await vi.waitFor(() => expect(items().length).toBeGreaterThan(10))
    for (let at = 0; at < 40 && !document.querySelector('[aria-setsize="150"]'); at++) {
      box().scrollTop = box().scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(document.querySelector('[aria-setsize="150"]')).not.toBeNull()
    expect(items().length).toBeLessThan(60)
    expectInOrder()
    await expectAccessible()
  })

  it('behavior: of 10,000 tokens to swap a window is drawn; a search finds all, the keys reach the last', async () => {
    const listed = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ name: `Token ${at}.`, symbol: `T${at}`, address: addressOf(at), decimals: 18, logoUri: null },
    }))
    await accountModal({ onramp: { '/v1/convert/tokens': { tokens: listed } }, balances: tokens(3) })
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByRole('button', { name: 'Choose token' }).first().click()
    await throughPicker('SwapSelectToken', 10_000)
  }, 60_000)

  it('behavior: of 10,000 tokens to send a window is drawn; a search finds all, the keys reach the last', async () => {
    const held = tokens(10_000).map((token) => ({ ...token, name: `${token.name}.` }))
    await accountModal({ balances: held, route: { view: 'WalletSend' } })
    await page.getByRole('button', { name: /T\d+ change token|Choose token/ }).click()
    await throughPicker('WalletSendSelectToken', 10_000)
  }, 60_000)
})

/** Goes through a list of tokens to choose from: what is drawn of it, what a search finds, and where the keys lead. */
async function throughPicker(view: string, count: number) {
  await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', view)
  const last = count - 1
  await vi.waitFor(() => expect(items().at(-1)?.hasAttribute('aria-setsize')).toBe(true))
  expect(items().length).toBeLessThan(60)
  await expectAccessible()
  items().at(-1)?.querySelector('button')?.focus()
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(focused()).toContain(`Token ${last}.`))
  await expect.element(page.getByRole('button', { name: new RegExp(`Token ${last}\\.`) })).toBeInViewport()
  expect(items().length).toBeLessThan(60)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focused()).toContain(`Token ${last - 1}.`)
  await userEvent.keyboard('{Tab}')
  expect(focused()).toContain(`Token ${last}.`)
  await page.getByRole('searchbox').fill(`Token ${last - 5}.`)
  await vi.waitFor(() => expect(items()).toHaveLength(1))
  expect(items()[0]?.textContent).toContain(`Token ${last - 5}.`)
  await page.getByRole('button', { name: new RegExp(`Token ${last - 5}\\.`) }).click()
  await expect.element(page.getByRole('button', { name: new RegExp(`T${last - 5}`) })).toBeVisible()
}
