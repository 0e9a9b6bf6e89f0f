import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { isSigned } from './checkSignature.js'
import { eventually } from './eventually.js'
import { settle } from './settle.js'

const { visit } = useBrowser()

const families = [
  ['eip155', 'Ethereum', 'Local Ethereum'],
  ['solana', 'Solana', 'Local Solana'],
  ['bip122', 'Bitcoin', 'Local Bitcoin'],
  ['polkadot', 'Polkadot', 'Local Polkadot'],
  ['cosmos', 'Cosmos', 'Local Cosmos'],
] as const

/** Chooses the wallet for a family: from its entry the first time, later by a network of the family. */
async function choose({ app, modal, page, wallet }: Visit, family: string, network: string): Promise<void> {
  if (family === 'Ethereum') {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.button(wallet.name).click()
    await modal.dialog.getByRole('list', { name: `Where to use ${wallet.name}` }).waitFor()
    await settle(page)
    return modal.button(family).click()
  }
  await app.open('Networks')
  await modal.shows('Choose a network')
  await settle(page)
  await modal.button(new RegExp(`^${network}`)).click()
  await modal.button('Choose a wallet').click()
  await modal.shows(/^Connect an? \w+ wallet$/)
  await settle(page)
  await modal.button(wallet.name).click()
}

describe('an app that asks who connects to sign in', () => {
  it('gets a signature of every family, each of the text that was shown, by the account that is used', async () => {
    const site = await visit({ app: { signIn: true } })
    const { app, modal, page, wallet } = site
    await wallet.set({ autoApprove: true })
    for (const [namespace, family, network] of families) {
      await choose(site, family, network)
      if (namespace === 'solana') {
        // Its wallets connect and sign in with one approval.
        await modal.shows('Account')
        await modal.closeButton.click()
      } else {
        await modal.shows('Sign in')
        await settle(page)
        await modal.button('Sign').click()
      }
      await modal.isGone()
      await eventually(async () => (await app.getSignInSession())?.data.chainId.split(':')[0]).toBe(namespace)
      const session = await app.getSignInSession()
      if (!session) throw new Error('Nobody signed in')
      const { data, message, signature, publicKey } = session
      expect(data.accountAddress).toBe(await app.address.textContent())
      expect(message).toContain(`wants you to sign in with your ${family} account:\n${data.accountAddress}\n`)
      const signed = {
        account: `${data.chainId}:${data.accountAddress}`,
        message,
        signature,
        ...(publicKey ? { publicKey } : {}),
      }
      expect([family, await isSigned(signed)]).toEqual([family, true])
      expect([family, await isSigned({ ...signed, message: `${message}.` })]).toEqual([family, false])
    }
  })
})
