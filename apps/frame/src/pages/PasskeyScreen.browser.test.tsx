/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import type { PasskeyWish } from '../screens/passkeyWindow.js'
import { PasskeyScreen } from './PasskeyScreen.js'
import './alone.css'
import './pages.css'

const root = document.createElement('div')
afterEach(() => {
  render(null, root)
  root.remove()
})

function show(use: (wish: PasskeyWish) => Promise<void>): { done: number } {
  const seen = { done: 0 }
  const facts = {
    walletName: 'Test Wallet',
    origin: 'https://app.example',
    dappName: undefined,
    account: undefined,
  }
  document.body.append(root)
  render(<PasskeyScreen facts={facts} use={use} onDone={() => seen.done++} onClose={() => {}} />, root)
  return seen
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the window of a passkey', () => {
  it('names the page, and says what is lost with the passkey before one is made', async () => {
    const wishes: PasskeyWish[] = []
    const seen = show(async (wish) => void wishes.push(wish))
    await expect.element(page.getByRole('heading', { name: 'Continue with a passkey' })).toBeVisible()
    await expect.element(page.getByText('app.example')).toBeVisible()
    await expect.element(page.getByText(/no second passkey and no recovery code, the wallet is lost/)).toBeVisible()
    await expectAccessible()
    await button('Make a new wallet').click()
    await expect.poll(() => seen.done).toBe(1)
    expect(wishes).toEqual(['sign-up'])
  })

  it('asks one thing at a time, and says what went wrong', async () => {
    let refuse: (error: Error) => void = () => {}
    const seen = show(() => new Promise((_, reject) => (refuse = reject)))
    await button('Use your passkey').click()
    await expect.element(button('Make a new wallet')).toBeDisabled()
    refuse(new LatchkeyError('UNAUTHORIZED', 'No wallet has this passkey'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('No wallet has this passkey')
    await expect.element(button('Make a new wallet')).toBeEnabled()
    expect(seen.done).toBe(0)
  })
})
