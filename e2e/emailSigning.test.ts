import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Signs in and closes the account. */
async function signedIn(email: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const site = await visit(options)
  await signIn(site, email)
  await site.modal.close()
  return site
}

/** Gets test funds on the active network. */
async function fund({ page, home }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
}

describe('the embedded wallet', () => {
  it('[S2-16] asks before it signs a message, over the closed modal, and the signature is good', async () => {
    const { page, modal, frame } = await signedIn('sign@mail.example')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approveButton.waitFor()
    expect(await frame.screen.textContent()).toContain('Hello from Latchkey')
    await frame.approve()
    await page.getByText(/^Verified: signed by 0x/).waitFor()
    await frame.isHidden()
    await modal.isGone()
  })

  it('signs nothing for who says no, and asks again for the next', async () => {
    const { page, frame, modal } = await signedIn('no@mail.example')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approveButton.waitFor()
    await frame.reject()
    await frame.isHidden()
    await modal.isGone()
    await page.locator('.problem').waitFor()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await page.getByText(/^Verified: signed by 0x/).waitFor()
  })

  it('signs structured data', async () => {
    const { page, frame } = await signedIn('typed@mail.example')
    await page.getByRole('button', { name: 'Sign booking' }).click()
    await frame.approve()
    await page.getByText(/^Verified: signed by 0x/).waitFor()
  })

  it('sends on both local chains what was shown', async () => {
    const site = await signedIn('send@mail.example')
    const { home, modal, frame } = site
    for (const [index, chain] of inject('world').chains.entries()) {
      if (index > 0) {
        await home.networkButton.click()
        await modal.button(new RegExp(chain.name)).click()
        await eventually(() => home.fact('Chain id').textContent()).toBe(`eip155:${chain.chainId}`)
        await modal.shows('Account')
        await modal.close()
      }
      await fund(site)
      const { client } = readChain(chain)
      const before = await client.getBalance({ address: receiver })
      await home.accountButton.click()
      await modal.button('Send').click()
      await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.25')
      await modal.dialog.getByRole('textbox', { name: 'To' }).fill(receiver)
      await modal.button('Review').click()
      await modal.button('Send 0.25 ETH').click()
      await frame.approveButton.waitFor()
      const words = (await frame.screen.textContent()) ?? ''
      expect(words).toContain('0.25')
      expect(words).toContain(chain.name)
      expect(words.replace(/\s/g, '')).toContain(receiver)
      await frame.approve()
      await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
      expect(await client.getBalance({ address: receiver })).toBe(before + 250_000_000_000_000_000n)
      await modal.button('Done').click()
      await modal.close()
    }
  })

  it('signs after a reload, on a page of another site, at 390 × 844', async () => {
    const { page, home, frame } = await signedIn('later@mail.example', { foreign: true, size: 'phone' })
    await page.reload()
    await home.accountButton.waitFor()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.approve()
    await page.getByText(/^Verified: signed by 0x/).waitFor()
  })
})
