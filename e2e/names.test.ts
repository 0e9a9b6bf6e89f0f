import { recoverMessageAddress } from 'viem'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { switchTo } from './familySteps.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')

const field = ({ modal }: Visit) => modal.dialog.getByRole('textbox', { name: 'Name', exact: true })

async function openSettings({ modal }: Visit, email: string): Promise<void> {
  await modal.button(`Account settings, ${email}`).click()
  await modal.shows('Account settings')
}

async function chooseName(site: Visit, email: string): Promise<void> {
  await openSettings(site, email)
  await site.modal.button('Choose a name').click()
  await field(site).waitFor()
}

/** What the name service itself answers. */
async function lookUp(name: string) {
  const { apiUrl } = inject('world')
  const response = await fetch(`${apiUrl}/v1/profile/account/${name}?projectId=journeys`)
  return {
    status: response.status,
    body: (await response.json()) as { addresses?: { [coin: string]: { address: string } } },
  }
}

describe('a name of the operator’s service', () => {
  it('[S0-04][S1-17][S2-14][S2-15][S4-25] is registered by the embedded wallet, and leads to its address', async () => {
    const site = await visit()
    const { modal, frame } = site
    const address = await signIn(site, 'named@mail.example')
    await chooseName(site, 'named@mail.example')
    await field(site).fill('abc')
    await modal.button('Register name').click()
    await modal.dialog.getByText('Use at least 4 characters.').waitFor()
    await field(site).fill('lovelace')
    await modal.dialog.getByText('lovelace.latchkey.test is free.').waitFor()
    expect((await lookUp('lovelace.latchkey.test')).status).toBe(404)
    await modal.button('Register name').click()
    await frame.approve()
    await modal.dialog.getByText('lovelace.latchkey.test is yours').waitFor()
    const { status, body } = await lookUp('lovelace.latchkey.test')
    expect(status).toBe(200)
    expect(body.addresses?.['60']?.address.toLowerCase()).toBe(address.toLowerCase())
    await modal.button('Done').click()
    await modal.shows('Account')
    await modal.dialog.getByText('lovelace.latchkey.test').first().waitFor()
    // One name is enough: it is not offered again.
    await openSettings(site, 'named@mail.example')
    await modal.dialog.getByText('lovelace.latchkey.test').first().waitFor()
    expect(await modal.button('Choose a name').count()).toBe(0)
    // It is given back by the same account, and leads nowhere then.
    await modal.button('Give back lovelace.latchkey.test').click()
    await modal.button('Give it back').click()
    await frame.approve()
    await eventually(async () => (await lookUp('lovelace.latchkey.test')).status).toBe(404)
    await modal.button('Choose a name').waitFor()
  })

  it('[S4-23][S4-24] signs one text, and posts it with the signature as soon as it is signed', async () => {
    const site = await visit()
    const { modal, frame, requests } = site
    const address = await signIn(site, 'signing@mail.example')
    const calls = () =>
      requests.flatMap((request) => {
        const { pathname } = new URL(request.url())
        return request.method() === 'POST' && pathname.startsWith('/v1/profile/') ? [{ request, pathname }] : []
      })
    await chooseName(site, 'signing@mail.example')
    await field(site).fill('babbage')
    await modal.dialog.getByText('babbage.latchkey.test is free.').waitFor()
    await modal.button('Register name').click()
    await frame.asks()
    await frame.inside
      .getByText(/babbage\.latchkey\.test/)
      .first()
      .waitFor()
    expect(calls().map(({ pathname }) => pathname)).toEqual(['/v1/profile/message'])
    await frame.approve()
    await modal.dialog.getByText('babbage.latchkey.test is yours').waitFor()
    // Nothing else was asked of a person: the frame went with the one approval.
    await frame.isHidden()
    const posted = calls()
    expect(posted.map(({ pathname }) => pathname)).toEqual(['/v1/profile/message', '/v1/profile/account'])
    const { message, signature } = (posted[1]?.request.postDataJSON() ?? {}) as {
      message: string
      signature: `0x${string}`
    }
    const signed = JSON.parse(message) as { timestamp: number }
    expect(signed).toMatchObject({ name: 'babbage.latchkey.test', attributes: {} })
    expect(Math.abs(signed.timestamp - Date.now() / 1000)).toBeLessThan(300)
    expect((await recoverMessageAddress({ message, signature })).toLowerCase()).toBe(address.toLowerCase())
  })

  it('is paid from another browser by the name alone, whose address is shown', async () => {
    const owner = await visit()
    const address = (await signIn(owner, 'payee@mail.example')) as `0x${string}`
    await chooseName(owner, 'payee@mail.example')
    await field(owner).fill('shannon')
    await owner.modal.dialog.getByText('shannon.latchkey.test is free.').waitFor()
    await owner.modal.button('Register name').click()
    await owner.frame.approve()
    await owner.modal.dialog.getByText('shannon.latchkey.test is yours').waitFor()

    const payer = await visit()
    const { modal, frame } = payer
    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const { client } = readChain(ethereum)
    expect(await client.getBalance({ address })).toBe(0n)
    await signIn(payer, 'payer@mail.example')
    await modal.close()
    await payer.page.getByRole('button', { name: 'Get test funds' }).click()
    await eventually(() => payer.home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
    await payer.home.accountButton.click()
    await modal.shows('Account')
    await modal.button('Send').click()
    await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    const to = modal.dialog.getByRole('textbox', { name: 'To' })
    await to.fill('Shannon.latchkey.test')
    await modal.dialog.getByText('shannon.latchkey.test', { exact: true }).waitFor()
    expect((await to.inputValue()).toLowerCase()).toBe(address.toLowerCase())
    await modal.button('Review').click()
    await modal.button('Send 0.5 ETH').click()
    // The wallet shows the whole address, and the name below it.
    await frame.asks()
    await frame.inside.getByText('shannon.latchkey.test', { exact: true }).waitFor()
    const groups = await frame.inside.locator('.lf-groups').allTextContents()
    expect(groups.map((text) => text.toLowerCase())).toContain(address.toLowerCase())
    await frame.approve()
    await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
    expect(await client.getBalance({ address })).toBe(500_000_000_000_000_000n)
    await modal.button('Done').click()
    await modal.tab('Activity').click()
    await modal.panel.getByText(/^To 0x\w+…\w+ · shannon\.latchkey\.test$/).waitFor()
    await modal.panel.getByRole('button').first().click()
    await modal.dialog.getByText('shannon.latchkey.test', { exact: true }).waitFor()
  })

  it('[S4-26] that was declined in the wallet is there to be tried again', async () => {
    const site = await visit()
    const { modal, frame } = site
    await signIn(site, 'declined@mail.example')
    await chooseName(site, 'declined@mail.example')
    await field(site).fill('hopper')
    await modal.dialog.getByText('hopper.latchkey.test is free.').waitFor()
    await modal.button('Register name').click()
    await frame.approveButton.waitFor()
    await frame.reject()
    await modal.shows('Choose a name')
    expect(await field(site).inputValue()).toBe('hopper')
    expect((await lookUp('hopper.latchkey.test')).status).toBe(404)
  })

  it('[S9-58] is not offered on Solana', async () => {
    const site = await visit({ families: true })
    const { modal } = site
    await signIn(site, 'nameless@mail.example')
    await openSettings(site, 'nameless@mail.example')
    await modal.button('Choose a name').waitFor()
    await modal.button('Back').click()
    await switchTo(site, 'Local Solana')
    await openSettings(site, 'nameless@mail.example')
    expect(await modal.button('Choose a name').count()).toBe(0)
  })
})
