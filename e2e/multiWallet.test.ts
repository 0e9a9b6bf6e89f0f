import { accounts } from '@latchkey/devnet'
import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { askedOf, setWallet, withWallets } from './pageWallets.js'
import { settle } from './settle.js'

const { visit } = useBrowser()
const [, one, two] = accounts
const [first, second] = ['First Wallet', 'Second Wallet']

const several = { app: { options: { features: { multiWallet: true } } } } as const

async function openWallets({ page, modal }: Visit, using: string): Promise<void> {
  if (!(await modal.dialog.isVisible())) await page.getByRole('button', { name: /^Account / }).click()
  await modal.shows('Account')
  await settle(page)
  await modal.button(using).click()
  await modal.shows('Wallets')
  await settle(page)
}

describe('two wallets of one family', () => {
  it('[S2-09] stay connected beside each other: used by turns without a question, kept over a reload, left one by one', async () => {
    const site = await visit({
      ...several,
      before: withWallets(
        { name: first, families: ['eip155'] },
        { name: second, families: ['eip155'], ...(two ? { privateKey: two.privateKey } : {}) },
      ),
    })
    const { app, modal, page } = site
    const shown = () => app.address.textContent()
    const asked = async () => [...(await askedOf(page, first, 'eip155')), ...(await askedOf(page, second, 'eip155'))]
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button(first).click()
    await eventually(shown).toBe(one?.address)
    await openWallets(site, first)
    await modal.button('Connect another wallet').click()
    await modal.shows('Connect a wallet')
    await settle(page)
    await modal.button(second).click()
    await eventually(shown).toBe(two?.address)

    await openWallets(site, second)
    const before = await asked()
    await modal.button(`Use ${first}`).click()
    await eventually(shown).toBe(one?.address)
    await modal.button(`Use ${second}`).click()
    await eventually(shown).toBe(two?.address)
    await modal.button(`Use ${first}`).click()
    await eventually(shown).toBe(one?.address)
    expect(await asked()).toEqual(before)

    await page.reload()
    await eventually(shown).toBe(one?.address)
    await openWallets(site, first)
    await modal.button(`Disconnect ${second}`).waitFor()
    expect(await asked()).not.toContain('eth_requestAccounts')
    await modal.button(`Disconnect ${second}`).click()
    await modal.button(`Disconnect ${second}`).waitFor({ state: 'detached' })
    expect(await shown()).toBe(one?.address)

    await modal.button('Connect another wallet').click()
    await modal.shows('Connect a wallet')
    await settle(page)
    await modal.button(second).click()
    await eventually(shown).toBe(two?.address)
    await openWallets(site, second)
    await modal.button('Disconnect all').click()
    await modal.button('Disconnect all').click()
    await eventually(shown).toBe('none')
    await page.reload()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await shown()).toBe('none')
  })
})

describe('a wallet that announces two families', () => {
  it('and fails on one of them says so, and connects with the other', async () => {
    const site = await visit({
      families: true,
      before: withWallets({
        name: 'Half Wallet',
        families: ['eip155', 'solana'],
        switches: { solana: { reject: true } },
      }),
    })
    const { home, modal, page } = site
    await home.connectButton.click()
    await modal.button('Half Wallet').click()
    await modal.dialog.getByRole('list', { name: 'Where to use Half Wallet' }).waitFor()
    await settle(page)
    await modal.button('Solana').click()
    await modal.dialog.getByText('Connection declined').waitFor()
    expect(await home.address.textContent()).toBe('none')
    await setWallet(page, 'Half Wallet', 'solana', { reject: false, disconnected: true })
    await modal.button('Try again').click()
    await modal.dialog.getByText('Could not connect').waitFor()
    await modal.backButton.click()
    await modal.dialog.getByRole('list', { name: 'Where to use Half Wallet' }).waitFor()
    await settle(page)
    await modal.button('Ethereum').click()
    await eventually(() => home.address.textContent()).toBe(one?.address)
    expect(await askedOf(page, 'Half Wallet', 'eip155')).toContain('eth_requestAccounts')
  })
})
