import { bitcoinAccounts, solanaAccounts } from '@latchkey/devnet'
import { history } from '@latchkey/protocol/accountApi'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { activityShows, chooseNetwork, familyOf, fund, send } from './familySteps.js'
import { finger, mouse } from './inputs.js'
import { withWallets } from './pageWallets.js'
import { settle } from './settle.js'

const { visit } = useBrowser()
const solanaOther = solanaAccounts[7]?.address ?? ''
const bitcoinOther = bitcoinAccounts(3)[2]?.payment.address ?? ''

/** Opens the account of a family's wallet. */
async function account(name: string, family: 'solana' | 'bip122', network: string): Promise<Visit> {
  const site = await visit({
    families: true,
    settings: { testWalletUrl: '' },
    before: withWallets({ name: 'Ether Wallet', families: ['eip155'] }, { name, families: [family] }),
  })
  const { home, modal, page } = site
  await home.connectButton.click()
  await modal.button('Ether Wallet').click()
  await modal.shows('Account')
  await settle(page)
  await modal.button(/^Network: /).click()
  await modal.shows('Choose a network')
  await settle(page)
  await modal.button(new RegExp(`^${network}`)).click()
  await modal.button('Choose a wallet').click()
  await settle(page)
  await modal.button(name).click()
  await modal.shows('Account')
  await modal.button(`Network: ${network}`).waitFor()
  return site
}

describe('what was done in each family', () => {
  it('Solana: a payment, told by the server with its fee', async () => {
    await fund(familyOf('solana').chainId, solanaAccounts[1]?.address ?? '')
    const site = await account('Sun Wallet', 'solana', 'Local Solana')
    await send(site, { amount: '0.75', symbol: 'SOL', to: solanaOther })
    await activityShows(site, [/Sent 0\.75 SOL/])
    await told('solana', solanaAccounts[1]?.address ?? '', { direction: 'out', numeric: '0.75', sentTo: solanaOther })
    const own = await history.parseAsync(await ask('solana', solanaAccounts[1]?.address ?? ''))
    expect(Number(own.data[0]?.metadata.fee)).toBeGreaterThan(0)
  })

  it('Bitcoin: a payment, told by the explorer', async () => {
    const site = await account('Coin Wallet', 'bip122', 'Local Bitcoin')
    await send(site, { amount: '0.02', symbol: 'BTC', to: bitcoinOther })
    await site.modal.shows('Account')
    await activityShows(site, [/Sent 0\.02 BTC/])
    const own = bitcoinAccounts(1)[0]?.payment.address ?? ''
    await told('bip122', own, { direction: 'out', numeric: '0.02', sentTo: bitcoinOther })
  })

  it.each([
    ['a mouse', ['cosmos', 'polkadot']],
    ['a finger', ['solana', 'bip122', 'cosmos', 'polkadot']],
  ] as const)('what came in, seen by %s, and of Polkadot that no history is told', async (handName, families) => {
    const isTouched = handName === 'a finger'
    const site = await visit({ families: true, size: isTouched ? 'phone' : 'desktop' })
    const { page, home, modal, wallet } = site
    const hand = isTouched ? finger(page) : mouse(page)
    const press = async (name: string) => {
      await modal.button(name).first().waitFor()
      await settle(page)
      await hand.press(modal.button(name).first())
    }
    await wallet.set({ autoApprove: true })
    await hand.press(home.connectButton)
    await press(wallet.name)
    await press('Ethereum')
    for (const family of families) {
      const { name, chainId } = familyOf(family)
      await chooseNetwork(site, name, hand)
      await press('Choose a wallet')
      await modal.shows(/^Connect an? \w+ wallet$/)
      await press(wallet.name)
      await modal.button(`Network: ${name}`).waitFor()
      const address = (await home.address.textContent()) ?? ''
      await fund(chainId, address)
      if (family !== 'polkadot') {
        await activityShows(site, [/Received [\d.,]+ (s?SOL|USDC|BTC|ATOM)/], hand)
        continue
      }
      await settle(page)
      await hand.press(modal.tab('Activity'))
      await modal.panel.getByText('Local Polkadot has no history here').waitFor()
    }
  })
})

type Family = Parameters<typeof familyOf>[0]

async function ask(family: Family, address: string): Promise<unknown> {
  const { chainId } = familyOf(family)
  const url = `${inject('world').apiUrl}/v1/account/${address}/history?chainId=${chainId}&projectId=e2e`
  return (await fetch(url)).json()
}

/** Waits until the server tells a movement. */
async function told(
  family: Family,
  address: string,
  { direction, numeric, sentTo }: { direction: string; numeric: string; sentTo: string },
): Promise<void> {
  await eventually(async () => {
    const { data } = history.parse(await ask(family, address))
    return data.some(
      ({ metadata, transfers }) =>
        metadata.sentTo === sentTo &&
        transfers.some((one) => one.direction === direction && one.quantity.numeric === numeric),
    )
  }).toBe(true)
}
