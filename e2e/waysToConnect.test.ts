import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { chooseNetwork, switchTo } from './familySteps.js'
import { settle } from './settle.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const evm = /^0x[0-9a-fA-F]{40}$/
const solana = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** A wallet app, which is asked for each family. */
async function byWallet({ home, modal, page, wallet }: Visit): Promise<void> {
  await home.connectButton.click()
  await modal.button(wallet.name).first().waitFor()
  await settle(page)
  await modal.button(wallet.name).click()
  await modal.dialog.getByRole('list', { name: `Where to use ${wallet.name}` }).waitFor()
  await settle(page)
  await modal.button('Ethereum').click()
  await wallet.approve()
  await modal.shows('Account')
}

async function bySocial({ home, modal, page }: Visit): Promise<void> {
  await home.connectButton.click()
  const [popup] = await Promise.all([page.waitForEvent('popup'), modal.button('Continue with X').click()])
  await popup.getByRole('button', { name: 'Ada', exact: true }).click()
  await popup.getByRole('button', { name: 'Continue', exact: true }).click()
  await modal.button('Disconnect').waitFor()
}

/** The wallet app is asked once more for an account of Solana. */
async function toSolanaByWallet(site: Visit): Promise<void> {
  const { modal, page, wallet } = site
  await chooseNetwork(site, 'Local Solana')
  await modal.button('Choose a wallet').click()
  await modal.shows('Connect a Solana wallet')
  await settle(page)
  await modal.button(wallet.name).click()
  await wallet.approve()
}

describe('a visitor who comes for the first time', () => {
  it.each([
    ['a wallet app', byWallet, toSolanaByWallet],
    ['e-mail', (site: Visit) => signIn(site, 'routes@mail.example'), (site: Visit) => switchTo(site, 'Local Solana')],
    ['a social login', bySocial, (site: Visit) => switchTo(site, 'Local Solana')],
  ])('[S0-02] connects by %s on an EVM chain and on Solana', async (_, connect, toSolana) => {
    const site = await visit({ families: true, socials: true })
    const { home } = site
    expect(await home.address.textContent()).toBe('none')
    await connect(site)
    await eventually(() => home.address.textContent()).toMatch(evm)
    await toSolana(site)
    await eventually(() => home.address.textContent()).toMatch(solana)
  })
})
