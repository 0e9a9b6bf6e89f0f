import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { enterEmail } from './steps.js'
import { standIn } from './walletPage.js'

const { visit } = useBrowser('parted')
const email = 'cache@mail.example'

/** What the page keeps of a sign-in by e-mail. */
async function kept(page: Page): Promise<{ [name: string]: unknown }> {
  const all = await page.evaluate(() => Object.entries(localStorage))
  const [, value] = all.find(([key]) => key.endsWith('embedded')) ?? []
  const read = JSON.parse(value ?? '{}') as { value?: object }
  return { ...(read.value ?? read) }
}

describe('what the page keeps of a sign-in by e-mail', () => {
  it('[S3-102][S3-103][S3-104][S3-106][S4-30] is there while signed in, and gone after a sign-out', async () => {
    const site = await visit()
    const { page, home, modal, frame, inbox } = site
    const before = Date.now()
    await home.connectButton.click()
    await enterEmail(site, email)
    await frame.shows('Enter your code')
    expect(Number((await kept(page)).lastEmailAt)).toBeGreaterThanOrEqual(before)
    await frame.typeCode(await inbox.code(email))
    await modal.button('Disconnect').waitFor()
    const [first, second] = inject('world').chains
    expect(await kept(page)).toMatchObject({ isUsed: true, email, lastChain: `eip155:${first?.chainId}` })
    expect(await kept(page)).not.toHaveProperty('lastEmailAt')
    await modal.close()
    await home.networkButton.click()
    await modal.button(new RegExp(second?.name ?? '')).click()
    await eventually(async () => (await kept(page)).lastChain).toBe(`eip155:${second?.chainId}`)
    await modal.shows('Account')
    await modal.button('Disconnect').click()
    await home.connectButton.waitFor()
    const left = await kept(page)
    for (const name of ['isUsed', 'email', 'lastChain', 'socialUsername']) expect(left[name]).toBeUndefined()
  })

  it('[S3-105] is what the person is called at the provider after a social login, and nothing of it after a sign-out', async () => {
    const site = await visit({ socials: true, foreign: true })
    const { page, home, modal } = site
    await home.connectButton.click()
    const [popup] = await Promise.all([page.waitForEvent('popup'), modal.button('Continue with Google').click()])
    await popup.getByRole('button', { name: 'Bob, without an e-mail', exact: true }).click()
    await popup.getByRole('button', { name: 'Continue', exact: true }).click()
    await modal.button('Disconnect').waitFor()
    expect(await kept(page)).toMatchObject({ isUsed: true, socialUsername: expect.stringMatching(/\S/) })
    await modal.button('Disconnect').click()
    await home.connectButton.waitFor()
    expect(await kept(page)).not.toHaveProperty('socialUsername')
  })
})

describe('what the page keeps of a wallet with smart accounts', () => {
  it('[S3-107] is the chains on which they are enabled, until the sign-out', async () => {
    const smartAccountNetworks = inject('world').chains.map(({ chainId }) => chainId)
    const { page, modal, frame } = await visit({
      app: { email: true },
      before: (context) => standIn(context, { smartAccountNetworks }),
    })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill('ada@mail.example')
    await modal.button('Continue').click()
    await frame.button('Code').click()
    await modal.button('Disconnect').waitFor()
    await eventually(async () => (await kept(page)).smartAccountNetworks).toEqual(smartAccountNetworks)
    await modal.button('Disconnect').click()
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(await kept(page)).not.toHaveProperty('smartAccountNetworks')
  })
})

describe('a wallet by e-mail on EVM', () => {
  it('[S2-27] is switched to Solana in one step, without a question about the family', async () => {
    const site = await visit({ app: { email: true, families: true } })
    const { page, modal, frame, inbox, app } = site
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await modal.dialog.getByRole('textbox', { name: 'E-mail' }).fill('across@mail.example')
    await modal.button('Continue').click()
    await frame.shows('Enter your code')
    await frame.typeCode(await inbox.code('across@mail.example'))
    await modal.button('Disconnect').waitFor()
    const views = await page.evaluateHandle(() => {
      const seen: string[] = []
      const view = document.querySelector('[data-testid="view"]')
      new MutationObserver(() => seen.push(view?.textContent ?? '')).observe(view as Node, {
        subtree: true,
        characterData: true,
        childList: true,
      })
      return seen
    })
    await modal.button(/^Network: /).click()
    await modal.button(/^Local Solana/).click()
    await eventually(() => app.address.textContent()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    const seen = await views.jsonValue()
    expect(seen).toContain('SwitchNetwork')
    expect(seen).not.toContain('SwitchActiveChain')
  })
})
