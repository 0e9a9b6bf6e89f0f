import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { directoryUrl, entries, idOf, serveDirectory } from '../../test/directory.js'
import { setUp } from '../../test/setUp.js'

const lists = () =>
  [...document.querySelectorAll('dialog .lk-list')].map((list) => [
    list.querySelector('h3')?.textContent,
    ...[...list.querySelectorAll('.lk-row-title')].map(({ textContent }) => textContent),
  ])
const api = { url: directoryUrl, projectId: 'p' }
const wallets = () => [
  createFakeConnector({ id: 'io.a', rdns: 'io.a', name: 'Alpha' }),
  createFakeConnector({ id: 'io.b', rdns: 'io.b', name: 'Beta' }),
  createFakeConnector({ id: 'sdk', kind: 'external', name: 'Gamma' }),
]

describe('walletGroups', () => {
  it('option walletGroups: named groups stand first, in their order; the rest follows as always', async () => {
    const app = await setUp({
      wallets: wallets(),
      walletGroups: [
        { name: 'We like', wallets: ['sdk', 'io.b'] },
        { name: 'Not here', wallets: ['io.none'] },
      ],
    })
    app.modal.open({ view: 'Connect' })
    await vi.waitFor(() =>
      expect(lists()).toEqual([
        ['We like', 'Gamma', 'Beta'],
        ['More wallets', 'Alpha'],
      ]),
    )
    await expectAccessible()
    await page.getByRole('button', { name: 'Beta' }).click()
    await vi.waitFor(() => expect([...app.config.state.connections.keys()]).toEqual(['io.b']))
  })

  it('have wallets of the directory after those that can be asked, none twice, and none that this browser has', async () => {
    const [first, second, ...others] = entries(9)
    const { asked } = serveDirectory([{ ...first, rdns: 'io.a' } as never, second as never, ...others])
    const app = await setUp({
      wallets: wallets(),
      connectors: [createFakePairing().create],
      api,
      debug: false,
      walletGroups: [
        { name: 'We like', wallets: [idOf(3), idOf(0), 'io.b', idOf(1)] },
        { name: 'On a phone', wallets: ['walletConnect', idOf(3), idOf(2)] },
      ],
    })
    app.modal.open({ view: 'Connect' })
    await vi.waitFor(() =>
      expect(lists()).toEqual([
        ['We like', 'Beta', 'Wallet 3', 'Wallet 1'],
        ['On a phone', 'WalletConnect', 'Wallet 2'],
        ['More wallets', 'Alpha', 'Gamma', 'Wallet 4', 'Wallet 5', 'Wallet 6', 'Wallet 7', 'All wallets'],
      ]),
    )
    expect(asked.filter((one) => one.get('include')?.includes(idOf(2)))).not.toEqual([])
    await page.getByRole('button', { name: 'Wallet 2' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'ConnectingWalletConnect')
  })

  it('are told apart where they bear one name, and the first of them has no wallet that can be reached', async () => {
    const app = await setUp({
      wallets: wallets(),
      walletGroups: [
        { name: 'We like', wallets: ['io.none'] },
        { name: 'We like', wallets: ['io.b', 'io.none'] },
      ],
    })
    app.modal.open({ view: 'Connect' })
    await vi.waitFor(() => expect(lists()[0]).toEqual(['We like', 'Beta']))
  })

  it('show what can be reached while the directory does not answer', async () => {
    const { faults } = serveDirectory()
    faults.status = 503
    const app = await setUp({
      wallets: wallets(),
      api,
      debug: false,
      walletGroups: [{ name: 'We like', wallets: [idOf(3), 'io.a'] }],
    })
    app.modal.open({ view: 'Connect' })
    await vi.waitFor(() => expect(lists()[0]).toEqual(['We like', 'Alpha']))
  })
})

describe('WalletRow', () => {
  it('asks a wallet-connection wallet that draws its own code, as that of wagmi does', async () => {
    const theirs = createFakeConnector({ id: 'walletConnect', kind: 'walletConnect', name: 'WalletConnect' })
    const app = await setUp({ wallets: [theirs] })
    app.modal.open({ view: 'Connect' })
    await page.getByRole('button', { name: 'WalletConnect' }).click()
    await vi.waitFor(() => expect(app.config.state.connections.has('walletConnect')).toBe(true))
  })
})
