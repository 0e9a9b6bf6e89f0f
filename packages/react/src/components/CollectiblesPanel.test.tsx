import { type Collectible, connect } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { solana, solanaDevnet } from '@latchkey/solana'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice, bob } from '../../test/accountModal.js'
import { expectAccessible } from '../../test/axe.js'
import { makeConfig, setUp } from '../../test/setUp.js'
import { longFrom } from './Rows.js'

const dot = 'http://api.test/dot.gif'
const key = (count: number, more: Partial<Collectible> = {}): Collectible => ({
  chainId: 'eip155:1',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  tokenId: String(count),
  standard: 'erc721',
  amount: '1',
  name: `Key #${count}`,
  description: 'Opens nothing.',
  collection: { name: 'Keys', symbol: 'KEY' },
  image: dot,
  link: 'https://keys.example/1',
  isSpam: false,
  ...more,
})
const lure = key(9, { name: 'Visit gift.example', isSpam: true })

async function open(data: readonly Collectible[], state = 'current') {
  const answer = { data, next: null, index: { state } }
  const app = await accountModal({ onramp: { [`/v1/account/${alice}/collectibles`]: answer } })
  await page.getByRole('tab', { name: 'NFTs' }).click()
  return app
}
const names = () =>
  [...document.querySelectorAll('.lk-item')].map((item) => item.querySelector('bdi')?.textContent ?? '')

describe('CollectiblesPanel', () => {
  it('shows what the account holds, with a letter where no picture comes, and how many of one', async () => {
    await open([key(1), key(2, { name: null, tokenId: '123456789012345', standard: 'erc1155', amount: '5' })])
    await expect.element(page.getByText('Key #1')).toBeVisible()
    expect(names()).toEqual(['Key #1', 'Keys #12345…2345'])
    await expect.element(page.getByText('×5')).toBeVisible()
    // Nobody serves the picture: the letter is what is left.
    await vi.waitFor(() => expect(document.querySelector('.lk-item-picture img')).toBeNull())
    expect(document.querySelector('.lk-item-picture')?.textContent).toBe('K')
    await expectAccessible()
  })

  it('keeps what may be spam behind one line', async () => {
    await open([key(1), lure])
    const line = page.getByRole('button', { name: 'Show 1 that may be spam' })
    await expect.element(line).toHaveAttribute('aria-expanded', 'false')
    expect(names()).toEqual(['Key #1'])
    await line.click()
    expect(names()).toEqual(['Key #1', 'Visit gift.example'])
    await page.getByRole('button', { name: /Visit gift\.example/ }).click()
    await expect.element(page.getByText('it may be a scam.', { exact: false })).toBeVisible()
    expect(document.querySelector('a[href="https://keys.example/1"]')).toBeNull()
    await expectAccessible()
  })

  it.each([
    ['current', 'No NFTs yet'],
    ['none', 'No NFTs found here'],
    ['behind', 'Still reading this network'],
  ])('says what it means that there are none: %s', async (state, words) => {
    await open([], state)
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible()
    await expectAccessible()
  })

  it('says beside the list that some may be missing while the network is read', async () => {
    await open([key(1)], 'behind')
    await expect.element(page.getByText('Some NFTs may be missing', { exact: false })).toBeVisible()
    expect(names()).toEqual(['Key #1'])
  })

  it('error: a service that answers nonsense leaves a way on', async () => {
    await accountModal({ onramp: { [`/v1/account/${alice}/collectibles`]: {} } })
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await expect.element(page.getByText('NFTs are not available now'), { timeout: 15_000 }).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('leads to one of them, and from there to the send form with it', async () => {
    const { modal } = await open([key(7)])
    await page.getByRole('button', { name: /Key #7/ }).click()
    await expect.element(page.getByRole('heading', { name: 'Key #7' })).toBeVisible()
    await expect.element(page.getByText('Opens nothing.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open keys.example' }))
      .toHaveAttribute('rel', 'noopener noreferrer')
    await expectAccessible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'WalletSend')
    await expect.element(page.getByText('Key #7', { exact: true })).toBeVisible()
    // One thing cannot be sent in parts.
    expect(document.querySelector('input[inputmode="decimal"]')).toBeNull()
    await page.getByPlaceholder('Address').fill(bob)
    await page.getByRole('button', { name: 'Review' }).click()
    await expect.element(page.getByRole('button', { name: 'Send 1 Key #7' })).toBeVisible()
    expect(modal.getState().stack.at(-1)?.view).toBe('WalletSendPreview')
  })

  it('of which there are several are sent by number, which has no price and says none', async () => {
    await open([key(7, { standard: 'erc1155', amount: '5' })])
    await page.getByRole('button', { name: /Key #7/ }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByLabelText('Amount', { exact: true }).fill('2')
    await expect.element(page.getByText(/^5 .* available$/)).toBeVisible()
    await expect.element(page.getByText('No price')).not.toBeInTheDocument()
  })

  it('is not what the account’s own form begins with after its view was left', async () => {
    await open([key(7)])
    await page.getByRole('button', { name: /Key #7/ }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const view of ['WalletSend', 'Collectible']) {
      await expect.element(dialog).toHaveAttribute('data-view', view)
      await page.getByRole('button', { name: 'Back' }).click()
    }
    await expect.element(dialog).toHaveAttribute('data-view', 'Account')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByLabelText('Amount', { exact: true })).toBeVisible()
    expect(document.body.textContent).not.toContain('Key #7')
  })
})

describe('CollectiblesPanel with many', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => key(at, { image: null }))
  const cells = () => [...document.querySelectorAll<HTMLElement>('li:has(> .lk-item)')]
  const box = () => document.querySelector('.lk-height') as HTMLElement
  const focused = () => document.activeElement?.querySelector('bdi')?.textContent
  const item = (at: number) => page.getByRole('button', { name: new RegExp(`^Key #${at}\\b`) })

  /** Opens so many, and waits until a window of them is drawn. */
  async function openMany(count = 2_000, more: readonly Collectible[] = []) {
    const app = await open([...keys(count), ...more])
    await vi.waitFor(() => expect(cells()[0]?.getAttribute('aria-setsize')).toBe(String(count)))
    return app
  }

  /** Each row has as many as fit beside each other, all as wide and as high, and lies below the one before it. */
  function expectGrid() {
    const places = cells().map((cell) => ({
      index: Number(cell.getAttribute('aria-posinset')) - 1,
      ...(cell.getBoundingClientRect().toJSON() as DOMRect),
    }))
    const { width = 0, left = 0 } = document.querySelector('.lk-rows-long')?.getBoundingClientRect() ?? {}
    const perRow = Math.floor((width + 12) / (132 + 12))
    expect(perRow).toBeGreaterThan(1)
    for (const [at, place] of places.entries()) {
      const column = place.index % perRow
      expect(place.width).toBeCloseTo((width - 12 * (perRow - 1)) / perRow, 0)
      expect(place.left - left).toBeCloseTo(column * (place.width + 12), 0)
      const next = places[at + 1]
      if (next?.index !== place.index + 1) continue
      if (column < perRow - 1) expect(next.top).toBeCloseTo(place.top, 0)
      else expect(next.top - place.bottom).toBeCloseTo(12, 0)
    }
  }

  it('behavior: of 2,000 a window of the grid is drawn, and the keys lead through all of it', async () => {
    await openMany()
    expect(cells().length).toBeLessThan(60)
    expect(cells()[1]?.getAttribute('aria-posinset')).toBe('2')
    await vi.waitFor(expectGrid)
    await expectAccessible()
    cells()[0]?.querySelector('button')?.focus()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(focused()).toBe('Key #1999'))
    await expect.element(item(1999)).toBeInViewport()
    expect(cells().length).toBeLessThan(60)
    await vi.waitFor(expectGrid)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe('Key #1998')
    await userEvent.keyboard('{PageUp}')
    await vi.waitFor(() => expect(Number(focused()?.slice(5))).toBeLessThan(1998))
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(focused()).toBe('Key #0'))
    await expect.element(item(0)).toBeInViewport()
  }, 60_000)

  it('behavior: Tab goes on past those that were drawn first', async () => {
    await openMany(200)
    const first = cells().length
    cells()[0]?.querySelector('button')?.focus()
    for (let at = 0; at < first + 3; at++) await userEvent.keyboard('{Tab}')
    expect(focused()).toBe(`Key #${first + 3}`)
    await expect.element(item(first + 3)).toBeInViewport()
  }, 60_000)

  it('behavior: the last is scrolled to, opened and sent; who comes back finds the grid where it was', async () => {
    await openMany()
    await vi.waitFor(() => {
      box().scrollTop = box().scrollHeight
      expect(cells().at(-1)?.textContent).toContain('Key #1999')
    })
    expect(cells().length).toBeLessThan(60)
    await item(1999).click()
    await expect.element(page.getByRole('heading', { name: 'Key #1999' })).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(item(1999)).toBeInViewport()
    await vi.waitFor(() => expect(focused()).toBe('Key #1999'))
    await vi.waitFor(expectGrid)
    await item(1999).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'WalletSend')
    await expect.element(page.getByText('Key #1999', { exact: true })).toBeVisible()
  }, 60_000)

  it('behavior: of one without a name of its collection the row is as high, in text of 200 % too', async () => {
    document.documentElement.style.fontSize = '200%'
    onTestFinished(() => {
      document.documentElement.style.removeProperty('font-size')
    })
    const collection = { name: '', symbol: '' }
    await open(keys(100).map((one, at) => (at % 3 === 0 ? { ...one, collection } : one)))
    await vi.waitFor(() => expect(cells()[0]?.getAttribute('aria-setsize')).toBe('100'))
    box().scrollTop = 3_000
    await vi.waitFor(() => expect(Number(cells()[0]?.getAttribute('aria-posinset'))).toBeGreaterThan(10))
    await vi.waitFor(expectGrid)
  })

  it('behavior: from right to left the first of a row stands at the right', async () => {
    document.documentElement.dir = 'rtl'
    onTestFinished(() => document.documentElement.removeAttribute('dir'))
    await openMany(100)
    const list = document.querySelector('.lk-rows-long')?.getBoundingClientRect()
    await vi.waitFor(() => {
      const [one, other] = cells().map((cell) => cell.getBoundingClientRect())
      expect(one?.right).toBeCloseTo(list?.right ?? 0, 0)
      expect(other?.right).toBeCloseTo((one?.left ?? 0) - 12, 0)
      expect(other?.top).toBe(one?.top)
    })
  })

  it(`behavior: ${longFrom} are all in the document, laid out as they are`, async () => {
    await open(keys(longFrom))
    await vi.waitFor(() => expect(cells()).toHaveLength(longFrom))
    expect(document.querySelector('.lk-items')?.children).toHaveLength(longFrom)
    expect(document.querySelector('[aria-setsize]')).toBeNull()
    expect(getComputedStyle(cells().at(-1) as Element).contentVisibility).toBe('visible')
  })

  it(`behavior: ${longFrom + 1} are a window already`, async () => {
    await openMany(longFrom + 1)
    expect(cells().length).toBeLessThan(longFrom)
  })

  it('behavior: the next page is asked for below the grid, and goes on where it ended', async () => {
    await accountModal()
    const before = globalThis.fetch
    onTestFinished(() => {
      globalThis.fetch = before
    })
    const state = 'current'
    globalThis.fetch = async (input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input))
      if (!url.pathname.endsWith('/collectibles')) return before(input, init)
      const isFirst = !url.searchParams.has('cursor')
      const data = isFirst ? keys(100).slice(0, 60) : keys(100).slice(60)
      return new Response(JSON.stringify({ data, next: isFirst ? 'second' : null, index: { state } }))
    }
    await page.getByRole('tab', { name: 'NFTs' }).click()
    await vi.waitFor(() => expect(cells()[0]?.getAttribute('aria-setsize')).toBe('60'))
    await page.getByRole('button', { name: 'Load more' }).click()
    await vi.waitFor(() => expect(cells().at(-1)?.getAttribute('aria-setsize')).toBe('100'))
    await vi.waitFor(() => {
      box().scrollTop = box().scrollHeight
      expect(cells().at(-1)?.textContent).toContain('Key #99')
    })
    expect(page.getByRole('button', { name: 'Load more' }).query()).toBeNull()
    await vi.waitFor(expectGrid)
  })

  it('behavior: many that may be spam are a grid of their own below', async () => {
    await openMany(
      100,
      Array.from({ length: 100 }, (_, at) => key(500 + at, { isSpam: true, image: null })),
    )
    await page.getByRole('button', { name: 'Show 100 that may be spam' }).click()
    await vi.waitFor(() => {
      box().scrollTop = box().scrollHeight
      expect(cells().at(-1)?.textContent).toContain('Key #599')
    })
    expect(cells().length).toBeLessThan(60)
    await expectAccessible()
  })
})

describe('CollectiblesPanel on Solana', () => {
  const [chainId, owner] = [solanaDevnet.caipNetworkId, 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD']
  const item = (more: Partial<Collectible> = {}) =>
    key(0, { chainId, contract: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', standard: 'metaplex', ...more })

  async function openSolana(data: readonly Collectible[], state = 'current') {
    const before = globalThis.fetch
    const answer = (value: unknown) => new Response(JSON.stringify(value))
    globalThis.fetch = async (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      if (url.includes('/v1/supported-chains')) return answer({ http: [chainId], ws: [] })
      if (url.includes(`/v1/account/${owner}/collectibles`)) return answer({ data, index: { state } })
      if (url.includes('/balance')) return answer({ balances: [] })
      return url.startsWith('http://api.test') ? new Response('{}', { status: 404 }) : before(input, init)
    }
    onTestFinished(() => {
      globalThis.fetch = before
    })
    const fake = createFakeConnector({ namespaces: ['solana'], chainId, addresses: [owner] })
    const config = makeConfig({
      chains: [solanaDevnet],
      namespaces: [solana()],
      wallets: [fake],
      api: { url: 'http://api.test' },
      debug: false,
    })
    await connect(config, { connector: 'dev.latchkey.fake' })
    const { modal } = await setUp({ config, queryClient: new QueryClient(), children: null })
    modal.open({ view: 'Account' })
    await page.getByRole('tab', { name: 'NFTs' }).click()
    return modal
  }

  it('shows them, with the mint where an EVM collectible has contract and number, and a way to send it', async () => {
    const modal = await openSolana([item({ name: null })])
    await page.getByRole('button', { name: /Keys #oeYf6…kq96/ }).click()
    await expect.element(page.getByText('Mint address')).toBeVisible()
    await expect.element(page.getByText('Metaplex')).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Contract|Number/)
    await expectAccessible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'WalletSend')
    expect(document.querySelector('input[inputmode="decimal"]')).toBeNull()
    expect(modal.getState().stack.at(-1)?.view).toBe('WalletSend')
  })

  it('says of one that no transfer moves that it cannot be sent from here', async () => {
    await openSolana([item({ isLocked: true })])
    await page.getByRole('button', { name: /Key #0/ }).click()
    await expect.element(page.getByText('cannot be sent from here', { exact: false })).toBeVisible()
    expect(page.getByRole('button', { name: 'Send', exact: true }).query()).toBeNull()
    await expectAccessible()
  })

  it('says where a service did not answer that some may be missing, beside the list and without one', async () => {
    await openSolana([item()], 'behind')
    await expect.element(page.getByText('A service that lists NFTs did not answer', { exact: false })).toBeVisible()
    expect(names()).toEqual(['Key #0'])
  })

  it('says the same where nothing else is there', async () => {
    await openSolana([], 'behind')
    await expect.element(page.getByRole('heading', { name: 'Some NFTs may be missing' })).toBeVisible()
    await expectAccessible()
  })
})
