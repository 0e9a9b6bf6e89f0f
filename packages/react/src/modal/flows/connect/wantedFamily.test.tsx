import { type ChainId, type CreateConnector, connect } from '@latchkey/core'
import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { solana, solanaMainnet } from '@latchkey/solana'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { base, mainnet } from '../../../../test/chains.js'
import { directoryUrl, entries, idOf, serveDirectory } from '../../../../test/directory.js'
import { setUp } from '../../../../test/setUp.js'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const code = () => page.getByRole('img', { name: 'QR code that connects a wallet' })
const family = solanaMainnet.caipNetworkId

/** A page of two families with a directory, and a way to other devices that tells for which chain it was asked. */
async function open(installed: Parameters<typeof createFakeConnector>[0][] = []) {
  const { asked } = serveDirectory([
    ...entries(60),
    { id: idOf(90), name: 'Nowhere', rdns: 'io.nowhere', homepage: 'https://nowhere.example/' },
  ])
  const fake = createFakePairing()
  const offered: (ChainId | undefined)[] = []
  const pairing: CreateConnector = (host) => {
    const connector = fake.create(host)
    return {
      ...connector,
      namespaces: ['eip155', 'solana'],
      connect(request) {
        offered.push(request.chainId)
        return connector.connect(request)
      },
    }
  }
  const wallets = installed.map((one) => createFakeConnector(one))
  const app = await setUp({
    chains: [mainnet, base, solanaMainnet],
    namespaces: [solana()],
    wallets,
    connectors: [pairing],
    api: { url: directoryUrl },
    featuredWalletIds: [idOf(90)],
    debug: false,
  })
  const chains = () => [...new Set(asked.map((one) => one.get('chains')))]
  return { app, modal: app.modal, asked, chains, offered, wallets }
}

describe('wallets for the family that is wanted', () => {
  it.each([
    ['a network of it', { namespace: 'solana', chainId: family }],
    ['the family alone', { namespace: 'solana' }],
  ] as const)('are listed, searched and paired for it when %s was chosen', async (_, data) => {
    const { modal, chains, asked, offered } = await open()
    modal.open({ view: 'Connect', data })
    await button('Wallet 0').click()
    await expect.element(code()).toBeVisible()
    await expect.poll(() => offered.at(-1)).toBe(family)
    modal.back()
    await button('All wallets').click()
    await view('AllWallets')
    await page.getByRole('searchbox').fill('wallet 5')
    await vi.waitFor(() => expect(asked.some((one) => one.get('search') === 'wallet 5')).toBe(true))
    await button('Wallet 55').click()
    await expect.element(page.getByText('Scan this with Wallet 55')).toBeVisible()
    await expect.poll(() => offered.length).toBe(2)
    await button('Don’t have Wallet 55?').click()
    await view('WalletDetails')
    modal.back()
    modal.back()
    await page.getByRole('searchbox').fill('nobody has this name')
    await button('Show the QR code').click()
    await expect.element(code()).toBeVisible()
    await button('All wallets').click()
    await view('AllWallets')
    expect(chains()).toEqual([family])
    expect(new Set(offered)).toEqual(new Set([family]))
  })

  it('are those of any family when none was chosen', async () => {
    const { modal, chains, offered } = await open()
    modal.open({ view: 'Connect' })
    await button('Wallet 0').click()
    await expect.element(code()).toBeVisible()
    expect(chains()).toEqual([`eip155:1,eip155:8453,${family}`])
    await expect.poll(() => offered).toEqual([undefined])
  })

  it('lead to the pairing from where a wallet can be had, and never to an installed wallet of another family', async () => {
    const { modal, wallets } = await open([{ id: 'io.nowhere', rdns: 'io.nowhere', name: 'Nowhere of this browser' }])
    modal.open({ view: 'Connect', data: { namespace: 'solana', chainId: family } })
    await button('Nowhere').click()
    await view('WalletDetails')
    expect(wallets[0]?.calls).not.toContain('connect')
    modal.reset({ view: 'AllWallets' })
    await page.getByRole('searchbox').fill('nowhere')
    await button(/^Nowhere$/).click()
    await view('Account')
    expect(wallets[0]?.calls).toContain('connect')
  })

  it('[S2-29] are asked for the chosen chain where they are installed', async () => {
    const { app, modal } = await open([
      { id: 'io.nowhere', rdns: 'io.nowhere', name: 'Nowhere', namespaces: ['solana'], chainId: family },
      { id: 'io.other', name: 'Other' },
    ])
    await connect(app.config, { connector: 'io.other' })
    modal.open({ view: 'Connect', data: { namespace: 'solana', chainId: family } })
    await page.getByRole('button', { name: 'Nowhere' }).click()
    await expect.poll(() => app.config.state.active).toBe('solana')
    expect(app.config.state.chainIds.solana).toBe(family)
    expect([...app.config.state.connections.keys()]).toEqual(['io.other', 'io.nowhere'])
  })
})
