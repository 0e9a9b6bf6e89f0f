import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { alice, bob } from '../../test/accountModal.js'
import { byFinger, tap, type } from '../../test/byFinger.js'
import { ada, embeddedModal } from '../../test/embeddedModal.js'
import { button, richModal, view } from '../../test/everyView.js'

const tab = (name: string) => page.getByRole('tab', { name })
const text = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()

beforeEach(async () => {
  await page.viewport(390, 844)
  await byFinger()
})

/** A service at which the name is free. */
function serveNames() {
  const name = 'alice.names.example'
  const addresses = { 60: { address: bob, created_at: '2026-01-01T00:00:00.000Z' } }
  const record = { name, registered_at: '2026-01-01T00:00:00.000Z', attributes: {}, addresses }
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { origin, pathname } = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (origin !== 'https://names.example') return before(input, init)
    if (pathname.includes('/reverse/')) return Response.json([])
    if (pathname.includes('/suggestions/')) return Response.json({ suggestions: [{ name, registered: false }] })
    if (pathname.includes('/message')) return Response.json({ name, message: '{}', expires: 2_000_000_000 })
    return pathname.includes('/account')
      ? Response.json({ ...record, success: true })
      : new Response('{}', { status: 404 })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}

describe('by touch alone', () => {
  it('behavior: a token is chosen and sent', async () => {
    const { requests, resolve } = await richModal()
    await tap(button('Send'))
    await tap(button('ETH change token'))
    await tap(button(/Test USD Coin/))
    await view('WalletSend')
    await type(page.getByLabelText('Amount'), '2.5')
    await type(page.getByLabelText('To', { exact: true }), bob)
    await tap(button('Review'))
    await tap(button('Send 2.5 USDC'))
    await expect.poll(() => requests.length).toBe(1)
    resolve(`0x${'7'.repeat(64)}`)
    await text('Confirmed on Ethereum')
  })

  it('behavior: the address is copied to receive, and the view left', async () => {
    const copied: string[] = []
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void copied.push(text),
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator.clipboard, 'writeText'))
    await richModal()
    await tap(button('Receive'))
    await view('WalletReceive')
    await tap(page.getByRole('button', { name: 'Copy address', exact: true }))
    await expect.poll(() => copied).toEqual([alice])
    await tap(button('Back'))
    await view('Account')
  })

  it('behavior: another network and another currency are chosen', async () => {
    const { config } = await richModal()
    await tap(button(/^Currency/))
    await view('Currencies')
    await type(page.getByRole('searchbox'), 'euro')
    await tap(button(/^Euro/))
    await view('Account')
    await expect.element(button('Currency: EUR')).toBeVisible()
    await tap(button(/^Network: /))
    await tap(button(/^Base/))
    await view('Account')
    await expect.poll(() => config.state.chainIds.eip155).toBe('eip155:8453')
  })

  it('behavior: a transaction is looked at, and one thing that is owned is sent', async () => {
    await richModal()
    await tap(tab('Activity'))
    await tap(button(/^Sent 1\.5 ETH/))
    await view('ActivityDetails')
    await tap(button('Back'))
    await view('Account')
    await tap(tab('NFTs'))
    await tap(button(/Key #1/))
    await view('Collectible')
    await tap(button('Send'))
    await type(page.getByLabelText('To', { exact: true }), bob)
    await tap(button('Review'))
    await view('WalletSendPreview')
  })

  it('behavior: a name is chosen in the settings of the account', async () => {
    const { modal, fake } = await embeddedModal({ as: ada, api: { url: 'https://names.example' } })
    serveNames()
    modal.open({ view: 'Account' })
    await tap(button(`Account settings, ${ada}`))
    await view('AccountSettings')
    await tap(button('Choose a name'))
    await type(page.getByRole('textbox', { name: 'Name' }), 'alice')
    await text('alice.names.example is free.')
    await tap(button('Register name'))
    await expect.poll(fake.isShown).toBe(true)
    fake.finish(`0x${'11'.repeat(65)}`)
    await view('RegisterAccountNameSuccess')
  })
})
