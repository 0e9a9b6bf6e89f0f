import { addRecentListing, createStorage } from '@latchkey/core'
import { createFakePairing } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { directoryUrl, type Entry, entries, idOf, serveDirectory } from '../../../../test/directory.js'
import { dialogOf, setUp } from '../../../../test/setUp.js'

/** How many wallets are in the list, also where only a window of them is drawn. */
const count = () => Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? rows().length)
const rows = () => [...document.querySelectorAll('.lk-row-title')].map(({ textContent }) => textContent)
const until = (check: () => void) => vi.waitFor(check)
const field = () => page.getByRole('searchbox', { name: 'Search by name' })

async function open(wallets?: readonly Entry[], options: Parameters<typeof setUp>[0] = {}) {
  const directory = serveDirectory(wallets)
  const fake = createFakePairing()
  const app = await setUp({
    wallets: [],
    connectors: [fake.create],
    api: { url: directoryUrl, projectId: 'p' },
    debug: false,
    ...options,
  })
  app.modal.open({ view: 'AllWallets' })
  return { ...app, ...directory, fake, modal: app.modal }
}

describe('AllWallets', () => {
  it('[S2-08] [S9-08] [S7-139] lists 40 wallets, and the next 40 when one scrolls there, to the end', async () => {
    const { asked } = await open()
    await until(() => expect(rows()).toHaveLength(40))
    expect(dialogOf().dataset.view).toBe('AllWallets')
    // Strict mode draws twice, and what the first drawing asked is let go.
    const pages = () => [...new Set(asked.filter((one) => one.get('entries') === '40').map((one) => one.get('page')))]
    expect(pages()).toEqual(['1'])
    // Again and again, as a finger does: while the card still grows there is nothing to scroll.
    const scroll = () => page.getByRole('button', { name: 'Show more' }).query()?.scrollIntoView()
    await until(() => {
      scroll()
      expect(count()).toBeGreaterThanOrEqual(80)
    })
    await until(() => {
      scroll()
      expect(count()).toBe(100)
    })
    expect(pages()).toEqual(['1', '2', '3'])
    expect(new Set(rows()).size).toBe(rows().length)
    expect(page.getByRole('button', { name: 'Show more' }).query()).toBeNull()
  })

  it('[S2-08] [S7-140] [S9-10] searches from two letters on, once typing pauses, 100 at once', async () => {
    const { asked } = await open()
    await until(() => expect(rows()).toHaveLength(40))
    await userEvent.type(field(), 'w')
    await userEvent.clear(field())
    await userEvent.type(field(), 'let 9')
    await until(() => expect(rows()).toHaveLength(11))
    const searches = asked.filter((one) => one.has('search'))
    expect(searches.length).toBeLessThan(5)
    expect(searches.every((one) => (one.get('search') ?? '').length >= 2)).toBe(true)
    expect(searches.at(-1)?.get('search')).toBe('let 9')
    expect(searches.map((one) => [one.get('entries'), one.get('page')])).toEqual(searches.map(() => ['100', '1']))
    await expect.element(page.getByRole('status').filter({ hasText: '11 wallets found' })).toBeInTheDocument()
    await expectAccessible()
    await userEvent.fill(field(), 'nobody has this name')
    await expect.element(page.getByText('No wallet found', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show the QR code' }).click()
    await expect.element(page.getByRole('img', { name: 'QR code that connects a wallet' })).toBeVisible()
  })

  it('keeps the search on the way back from a wallet, and clears it otherwise', async () => {
    const { modal } = await open()
    await until(() => expect(rows()).toHaveLength(40))
    await userEvent.fill(field(), 'wallet 90')
    await until(() => expect(rows()).toEqual(['Wallet 90']))
    await page.getByRole('button', { name: 'Wallet 90' }).click()
    await until(() => expect(field().query()).toBeNull())
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(field()).toHaveValue('wallet 90')
    await until(() => expect(rows()).toEqual(['Wallet 90']))
    modal.close()
    await until(() => expect(document.querySelector('.lk-search')).toBeNull())
    modal.open({ view: 'AllWallets' })
    await expect.element(field()).toHaveValue('')
  })

  it('offers no code to who finds nothing on a page that cannot reach other devices', async () => {
    await open(entries(3), { connectors: [] })
    await until(() => expect(rows()).toHaveLength(3))
    await userEvent.fill(field(), 'nobody has this name')
    await expect.element(page.getByText('Check the spelling, or try a shorter name.')).toBeVisible()
    expect(page.getByRole('button', { name: 'Show the QR code' }).query()).toBeNull()
  })

  it('filters by certification where the directory knows of it, and offers no such filter elsewhere', async () => {
    const some = entries(6).map((entry, index) => ({ ...entry, badge_type: index < 2 ? 'certified' : 'none' }))
    const { screen } = await open(some)
    await page.getByRole('checkbox', { name: 'Certified wallets only' }).click()
    await until(() => expect(rows()).toHaveLength(2))
    await page.getByRole('checkbox').click()
    await until(() => expect(rows()).toHaveLength(6))
    await screen.unmount()
    await open(entries(3))
    await until(() => expect(rows()).toHaveLength(3))
    expect(page.getByRole('checkbox').query()).toBeNull()
  })

  it('shows the wallets that were used last above all', async () => {
    const storage = createStorage({ store: sessionStorage })
    onTestFinished(() => sessionStorage.clear())
    addRecentListing(storage, idOf(7))
    addRecentListing(storage, idOf(8))
    await open(entries(20), { storage })
    await expect.element(page.getByRole('heading', { name: 'Recent' })).toBeVisible()
    await until(() => expect(rows().slice(0, 3)).toEqual(['Wallet 8', 'Wallet 7', 'Wallet 0']))
  })

  it('[S7-137] shows the pictures of the directory, and a letter where none comes', async () => {
    // The browser notes no more than 250, and the modules of the tests before are among them.
    performance.clearResourceTimings()
    await open(entries(2))
    await until(() => expect(rows()).toHaveLength(2))
    const asked = () => performance.getEntriesByType('resource').map(({ name }) => name)
    for (const id of ['image-0', 'image-1'])
      await until(() => expect(asked().join(' ')).toContain(`${directoryUrl}/getWalletImage/${id}?projectId=p&`))
    expect(document.querySelector('.lk-row .lk-picture-letter')?.textContent).toBe('W')
  })

  it('error: says that the list did not load, and loads it at the next try', async () => {
    const { faults } = await open(undefined, {})
    await until(() => expect(rows()).toHaveLength(40))
    faults.status = 500
    await userEvent.type(field(), 'wal')
    await expect.element(page.getByText('The list of wallets did not load')).toBeVisible()
    faults.status = 200
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(() => expect(count()).toBe(100))
  })

  it('leads from a wallet to its code, and from one that cannot be reached so to where it can be had', async () => {
    const { modal } = await open([
      ...entries(1),
      { id: idOf(9), name: 'Extension', chrome_store: 'https://store.example/9', homepage: 'https://nine.example/' },
    ])
    await page.getByRole('button', { name: 'Wallet 0' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'ConnectingWalletConnect')
    await expect.element(page.getByText('Scan this with Wallet 0')).toBeVisible()
    modal.back()
    await page.getByRole('button', { name: 'Extension' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'WalletDetails')
    const store = page.getByRole('link', { name: 'Browser extension' })
    await expect.element(store).toHaveAttribute('href', 'https://store.example/9')
    await expect.element(store).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(page.getByRole('link', { name: 'Homepage' })).toHaveAttribute('href', 'https://nine.example/')
    expect(page.getByRole('button', { name: /^Connect with/ }).query()).toBeNull()
    await expectAccessible()
  })
})

describe('the directory in Connect', () => {
  it('[S9-09] [S9-77] [S7-136] stands with 4 wallets below those of this page, and is asked when the modal opens', async () => {
    const { asked, modal } = await (async () => {
      const directory = serveDirectory()
      const app = await setUp({
        connectors: [createFakePairing().create],
        api: { url: directoryUrl },
        featuredWalletIds: [idOf(50)],
        debug: false,
      })
      return { ...directory, modal: app.modal }
    })()
    expect(asked).toHaveLength(0)
    modal.open({ view: 'Connect' })
    await until(() =>
      expect(rows()).toEqual([
        'WalletConnect',
        'Fake Wallet',
        'Wallet 50',
        'Wallet 0',
        'Wallet 1',
        'Wallet 2',
        'Wallet 3',
        'All wallets',
      ]),
    )
    expect(asked.filter((one) => one.get('entries') === '4')).toHaveLength(1)
    expect(document.querySelector('dialog .lk-row-item:last-child .lk-badge')?.textContent).toBe('100')
    await expectAccessible()
    await page.getByRole('button', { name: 'All wallets' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'AllWallets')
    await until(() => expect(rows()).toHaveLength(40))
  })

  it('error: a directory that does not answer takes nothing away', async () => {
    const { faults } = serveDirectory()
    faults.status = 500
    const app = await setUp({ connectors: [createFakePairing().create], api: { url: directoryUrl }, debug: false })
    app.modal.open({ view: 'Connect' })
    await until(() => expect(rows()).toEqual(['WalletConnect', 'Fake Wallet', 'All wallets']))
    await expect.element(page.getByText('The list of wallets did not load')).toBeVisible()
    expect(document.querySelector('.lk-skeleton')?.parentElement?.className).toBe('lk-place')
    faults.status = 200
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(() => expect(rows()).toHaveLength(7))
  })
})
