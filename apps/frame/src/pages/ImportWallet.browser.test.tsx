/** @jsxImportSource preact */
import { type ComponentChild, render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import { ExportPage } from './ExportPage.js'
import './pages.css'
import { RecoverPage } from './RecoverPage.js'

const signal = new AbortController().signal
let root: HTMLElement | undefined
afterEach(() => {
  if (root) render(null, root)
  root?.remove()
  delete document.documentElement.dataset.lkTheme
})

async function draw(view: ComponentChild) {
  await page.viewport(390, 844)
  root = document.body.appendChild(document.createElement('div'))
  render(view, root)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
async function lookAtBoth() {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.lkTheme = theme
    await expectAccessible()
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}

describe('the restore page of an account without a wallet', () => {
  it('takes the words of one, says which is wrong, and is accessible', async () => {
    const { context, email, world } = await createPageWorld({ hasWallet: false })
    await draw(<RecoverPage context={context} signal={signal} account={email} />)
    const field = page.getByRole('textbox', { name: 'Your recovery phrase or private key' })
    await expect.element(field).toBeVisible()
    expect(button('Restore by e-mail').elements()).toEqual([])
    await field.fill(`${'abandon '.repeat(22)}abandn art`)
    await button('Show its addresses').click()
    await said('Word 23 is none of those that wallets use. Look at how it is written.')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await lookAtBoth()
    await field.fill(`${'abandon '.repeat(23)}zoo`)
    await button('Show its addresses').click()
    await said(/^Each word is known, but together they are no wallet/)
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  it('shows where words lead before anything is kept, and takes others', async () => {
    const { context, email, world } = await createPageWorld({ hasWallet: false })
    await draw(<RecoverPage context={context} signal={signal} account={email} />)
    const field = page.getByRole('textbox', { name: 'Your recovery phrase or private key' })
    await field.fill('ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic')
    await button('Show its addresses').click()
    await said(/^This phrase leads to these addresses/)
    await said('0xd01D6027860c2E2e37295d3dE4B5a5f46F68d52f')
    await lookAtBoth()
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await button('Use another phrase or key').click()
    await expect.element(field).toHaveValue('')
  })

  it('shows where a private key leads and that the other addresses will be new, and keeps what was typed wrong', async () => {
    const { context, email, world } = await createPageWorld({ hasWallet: false })
    await draw(<RecoverPage context={context} signal={signal} account={email} />)
    const field = page.getByRole('textbox', { name: 'Your recovery phrase or private key' })
    const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    await field.fill(key.slice(0, -1))
    await button('Show its addresses').click()
    await said('A private key has 64 digits from 0 to f, and here are 63. One was lost or added.')
    await expect.element(field).toHaveValue(key.slice(0, -1))
    await lookAtBoth()
    await field.fill(key)
    await button('Show its addresses').click()
    await said(/^This private key leads to this address/)
    await said('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await said(/On Solana and Bitcoin this wallet gets new addresses/)
    expect(document.querySelectorAll('.lp-addresses dd')).toHaveLength(1)
    await lookAtBoth()
    expect(world.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })
})

describe('the export page of a wallet whose keys were imported', () => {
  it('shows them beside the words, a part only while it is held, and says that both are needed', async () => {
    const evm = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    const digits = evm.match(/../g) ?? []
    const secret = Uint8Array.from([
      1,
      ...digits.map((pair) => Number.parseInt(pair, 16)),
      ...new Uint8Array(32).fill(7),
    ])
    const { context, email, addresses } = await createPageWorld({ secret })
    expect(addresses.eip155).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await draw(<ExportPage context={context} signal={signal} account={email} />)
    await page.getByRole('checkbox').click()
    await button('Show recovery phrase').click()
    await said('Your private key for Ethereum and other EVM networks')
    await said(/^These words do not lead to the address of the private key/)
    expect(document.body.textContent).not.toContain(evm.slice(0, 4))
    const parts = () => [...document.querySelectorAll('.lp-word')].map(({ textContent }) => textContent)
    const held: (string | null)[] = []
    for (const at of [1, 2, 3, 4]) {
      document.querySelector<HTMLElement>(`[aria-label="Hold to see part ${at} of 4"]`)?.focus()
      await userEvent.keyboard('{ >}')
      await expect.poll(() => parts().length).toBe(4)
      held.push(...parts())
      if (at === 1) await lookAtBoth()
      await userEvent.keyboard('{/ }')
      await expect.poll(() => parts().length).toBe(0)
    }
    expect(held.join('')).toBe(evm)
  })
})
