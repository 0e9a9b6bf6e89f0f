import { collectibleAddress } from '@latchkey/devnet'
import { createPublicClient, erc721Abi, http } from 'viem'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { activityShows } from './familySteps.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

describe('collectibles', () => {
  it('one is shown with its picture, sent, and gone; spam stays behind a line', async () => {
    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const client = createPublicClient({ transport: http(ethereum.url) })
    const owner = () =>
      client.readContract({ address: collectibleAddress, abi: erc721Abi, functionName: 'ownerOf', args: [2n] })
    const site = await visit()
    const { modal, wallet } = site
    await connect(site, { keepOpen: true })
    await modal.tab('NFTs').click()
    const key = modal.panel.getByRole('button', { name: /Test Key #2/ })
    await key.waitFor()
    // The picture is drawn by the contract and served by our own server.
    await eventually(() => key.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
    expect(await modal.panel.getByText('Visit gift-drop.example', { exact: false }).count()).toBe(0)
    await modal.button('Show 1 that may be spam').click()
    await modal.panel.getByText('Visit gift-drop.example', { exact: false }).waitFor()

    await key.click()
    await modal.shows('NFT')
    await modal.dialog.getByText('It has no value.', { exact: false }).waitFor()
    await modal.button('Send').click()
    await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
    await modal.button('Review').click()
    await modal.button('Send 1 Test Key #2').click()
    await wallet.approve()
    await modal.dialog.getByText('Test Key #2').first().waitFor()
    await eventually(owner).toBe(receiver)

    await modal.button('Done').click()
    await modal.tab('NFTs').click()
    await modal.panel.getByRole('button', { name: /Star/ }).waitFor()
    await eventually(() => key.count()).toBe(0)
    await activityShows(site, [/Sent .*Test Key/])
  })
})
