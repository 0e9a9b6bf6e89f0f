/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import './pages.css'
import { SecurityPage } from './SecurityPage.js'

const sizes = { desktop: [1280, 800], phone: [390, 844] } as const
const signal = new AbortController().signal
let root: HTMLElement | undefined
afterEach(() => {
  if (root) render(null, root)
  root?.remove()
  delete document.documentElement.dataset.lkTheme
})

async function show(more: { newEmail?: string } = {}, size: keyof typeof sizes = 'desktop') {
  const made = await createPageWorld()
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  root = document.body.appendChild(document.createElement('div'))
  render(<SecurityPage context={{ ...made.context, ...more }} signal={signal} account={made.email} />, root)
  return made
}
const field = () => page.getByRole('textbox', { name: 'New e-mail address' })
const asked = 'https://app.example asks for this address. Continue only if it is yours.'

describe.each(['desktop', 'phone'] as const)('a change of the address on a %s', (size) => {
  it('says what follows and who asks for it, and sends nothing before a person wants it', async () => {
    const { world, email } = await show({ newEmail: 'next@mail.example' }, size)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Change your e-mail' })).toBeVisible()
    await expect.element(page.getByText(email)).toBeVisible()
    await expect.element(field()).toHaveValue('next@mail.example')
    await expect.element(page.getByText(asked)).toBeVisible()
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.lkTheme = theme
      await expectAccessible()
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    expect(world.calls.filter((call) => call.includes('/email/change/'))).toEqual([])
  })
})

describe('a change of the address', () => {
  it('takes the codes of both addresses, in this order, by keyboard alone', async () => {
    const { world, screens, context } = await show()
    await page.getByRole('button', { name: 'Change the address' }).click()
    await field().click()
    await userEvent.keyboard(' Next@mail.example ')
    expect(page.getByText(asked).elements()).toEqual([])
    const typed: string[] = []
    screens.answer = async (screen) => {
      if (screen.kind !== 'code') throw new Error(`This is a screen of the kind ${screen.kind}`)
      typed.push(`${screen.purpose} ${screen.email}`)
      await screen.submit('123 456')
    }
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('status')).toHaveTextContent('Your wallet now belongs to next@mail.example.')
    expect(typed).toEqual(['primary anna.petersen@example.org', 'secondary Next@mail.example'])
    expect((await context.sessions.require()).email).toBe('next@mail.example')
    expect(world.calls.filter((call) => call.includes('/email/change/'))).toEqual(
      ['start', 'primary', 'secondary'].map((step) => `POST /api/auth/email/change/${step}`),
    )
  })

  it('error: says why it cannot be, keeps the address, and can be left', async () => {
    const { world, context, email } = await show({ newEmail: 'next@mail.example' })
    world.refuse = { path: '/api/auth/email/change/start', code: 'FROZEN', message: 'This is locked for a while' }
    await page.getByRole('button', { name: 'Send the first code' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is locked for a while')
    await field().fill(email.toUpperCase())
    await page.getByRole('button', { name: 'Send the first code' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is your address already')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText(`Your wallet belongs to ${email}.`)).toBeVisible()
    expect((await context.sessions.require()).email).toBe(email)
  })
})
