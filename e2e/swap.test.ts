import { parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { activityShows } from './familySteps.js'
import { moneyChain, told } from './moneySteps.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function openSwap(site: Visit): Promise<void> {
  await connect(site, { keepOpen: true })
  await site.modal.token('Test USD Coin').waitFor()
  await site.modal.button('Swap').click()
  await site.modal.shows('Swap')
  await site.modal.button('ETH change token').waitFor()
}

async function choose({ modal }: Visit, from: RegExp, name: RegExp): Promise<void> {
  await modal.button(from).first().click()
  await modal.shows('Choose a token')
  await modal.button(name).click()
  await modal.shows('Swap')
}

const pays = ({ modal }: Visit) => modal.dialog.getByRole('textbox', { name: 'You pay' })
const swapNow = ({ modal }: Visit) => modal.dialog.getByRole('button', { name: 'Swap', exact: true })

describe('a swap', () => {
  it('[S1-19] stands beside send and receive in the account', async () => {
    const site = await visit()
    await connect(site, { keepOpen: true })
    for (const name of ['Send', 'Receive']) await site.modal.button(name).waitFor()
    await site.modal.button('Swap').click()
    await site.modal.shows('Swap')
    await pays(site).waitFor()
  })

  it('[S2-17] of the coin for a token, and back by an exact approval: what is told is what the chain says', async () => {
    const site = await visit()
    const { modal, wallet } = site
    const { client, token } = moneyChain()
    await openSwap(site)
    await choose(site, /Choose token/, /Test USD Coin/)
    await pays(site).fill('0.5')
    await modal.button('Review swap').click()
    await modal.shows('Review swap')
    await modal.button('Back').click()
    await modal.shows('Swap')
    expect(await pays(site).inputValue()).toBe('0.5')
    await modal.button('Review swap').click()
    const before = await token('USDC', owner)
    await swapNow(site).click()
    await wallet.approve()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
    const received = (await token('USDC', owner)) - before
    expect(await told(site, 'You received', 6)).toBe(received)
    expect(received).toBeGreaterThan(parseUnits('1000', 6))

    await modal.button('Swap more').click()
    await modal.shows('Swap')
    await modal.button('Swap the two tokens').click()
    await modal.button('USDC change token').first().waitFor()
    await pays(site).fill('300')
    await modal.button('Review swap').click()
    await modal.button('Approve 300 USDC').click()
    await wallet.approve()
    const coins = async () => client.getBalance({ address: owner })
    await swapNow(site).waitFor()
    const held = await coins()
    await swapNow(site).click()
    await wallet.approve()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
    const paid = await told(site, 'You received', 18)
    const { gasUsed, effectiveGasPrice } = await newestReceipt(client)
    expect(paid).toBe((await coins()) - held + gasUsed * effectiveGasPrice)
    await modal.button('Done').click()
    await activityShows(site, [/Swapped 0\.5 ETH for/, /Swapped 300 USDC for/])
  })

  it('that was declined in the wallet keeps what was filled in', async () => {
    const site = await visit()
    const { modal, wallet } = site
    await openSwap(site)
    await choose(site, /Choose token/, /Test Dai/)
    await pays(site).fill('0.1')
    await modal.button('Review swap').click()
    await swapNow(site).click()
    await wallet.reject()
    await modal.dialog.getByText('You declined in the wallet. Nothing was swapped.').waitFor()
    await swapNow(site).click()
    await wallet.approve()
    await modal.dialog.getByText('Swapped', { exact: true }).waitFor()
  })
})

async function newestReceipt(client: ReturnType<typeof moneyChain>['client']) {
  const { transactions } = await client.getBlock()
  const hash = transactions.at(-1)
  if (!hash) throw new Error('The newest block holds no transaction')
  return client.getTransactionReceipt({ hash })
}
