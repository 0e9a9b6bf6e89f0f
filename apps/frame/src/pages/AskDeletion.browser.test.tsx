/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { render } from 'preact'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import { formatDate } from '../dates.js'
import './pages.css'
import { SecurityPage } from './SecurityPage.js'

const sizes = { desktop: [1280, 800], phone: [390, 844] } as const
const signal = new AbortController().signal
const path = '/api/vault/deletion'
let root: HTMLElement | undefined
function close() {
  if (root) render(null, root)
  root?.remove()
}
afterEach(() => {
  close()
  delete document.documentElement.dataset.lkTheme
})

type Made = Awaited<ReturnType<typeof createPageWorld>>
function draw({ context, email }: Made) {
  close()
  root = document.body.appendChild(document.createElement('div'))
  render(<SecurityPage context={context} signal={signal} account={email} />, root)
}
async function show(given: Parameters<typeof createPageWorld>[0] = {}, size: keyof typeof sizes = 'desktop') {
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  const made = await createPageWorld(given)
  draw(made)
  return made
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible()
const understood = () => page.getByRole('checkbox', { name: 'I understand that nobody can bring this wallet back' })
async function lookAtBoth() {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.lkTheme = theme
    await expectAccessible()
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  const buttons = [...document.querySelectorAll('.lp-buttons .lf-button')]
  // The words of a button stay on one line.
  expect(buttons.filter(({ clientHeight }) => clientHeight > 48).map(({ textContent }) => textContent)).toEqual([])
}
const asksOf = ({ world }: Made) => world.calls.filter((call) => call.endsWith(path) && !call.startsWith('GET'))
/** Presses the tab key until something is focused, as a person without a mouse does. */
async function tabTo(name: string) {
  const nameOf = (element: Element | null) =>
    element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
  for (let presses = 0; presses < 40; presses++) {
    await userEvent.keyboard('{Tab}')
    if (nameOf(document.activeElement) === name) return
  }
  throw new Error(`The tab key does not reach ${name}`)
}

describe.each(['desktop', 'phone'] as const)('a deletion on a %s', (size) => {
  it('says what is lost and until when it can be taken back, and offers the export first', async () => {
    const made = await show({}, size)
    await heading('Your data')
    await lookAtBoth()
    await button('Delete my wallet').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Delete my wallet' })).toHaveFocus()
    await heading('What is lost')
    await expect.element(page.getByText(/^Nobody can bring a deleted wallet back/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Export the wallet' })).toHaveAttribute('href', '/export')
    const day = formatDate(Date.now() + 7 * 86_400_000).replace(/\d+:.*/, '')
    await expect.element(page.getByText(`If you ask for it now, it happens on ${day}`)).toBeVisible()
    await expect.element(button('Delete my wallet')).toBeDisabled()
    await lookAtBoth()
    await understood().click()
    await lookAtBoth()
    await button('Cancel').click()
    await heading('Security')
    expect(asksOf(made)).toEqual([])
  })

  it('that is under way is said first, also when the window is opened again, and can be taken back', async () => {
    const made = await show({}, size)
    await expect.element(button('Delete my wallet')).toBeVisible()
    const dueAt = Date.now() + 3 * 86_400_000
    made.world.deletion = { ...made.world.deletion, dueAt }
    draw(made)
    await heading('Your wallet will be deleted')
    await expect
      .element(page.getByRole('alert').first())
      .toHaveTextContent(`On ${formatDate(dueAt)} the wallet is deleted`)
    expect(button('Delete my wallet').elements()).toEqual([])
    await lookAtBoth()
    await button('Keep my wallet').click()
    await expect.element(page.getByRole('status')).toHaveTextContent('Your wallet stays. Nothing was deleted.')
    expect(asksOf(made)).toEqual([`DELETE ${path}`])
    await expect.element(button('Delete my wallet')).toBeVisible()
    await lookAtBoth()
  })
})

describe('a deletion', () => {
  it('is asked for and taken back by keyboard alone', async () => {
    const made = await show()
    await expect.element(button('Delete my wallet')).toBeVisible()
    await tabTo('Delete my wallet')
    await userEvent.keyboard('{Enter}')
    await expect.element(understood()).toBeVisible()
    await tabTo('I understand that nobody can bring this wallet back')
    await userEvent.keyboard(' ')
    await tabTo('Delete my wallet')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('status')).toHaveTextContent('The deletion is planned.')
    expect(asksOf(made)).toEqual([`POST ${path}`])
    // The half of this browser was released for it just now, which the vault wants.
    expect(made.world.calls.indexOf('POST /api/vault/release')).toBeLessThan(made.world.calls.indexOf(`POST ${path}`))
    await heading('Your wallet will be deleted')
    await tabTo('Keep my wallet')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('status')).toHaveTextContent('Your wallet stays')
  })

  it('asks for the passkey or the recovery code where there is one, and is not made without', async () => {
    const { listed } = await createPageWorld()
    const made = await show({ factors: [listed('factor-device-0001', 'device'), listed('factor-code-00001', 'code')] })
    const { world, screens } = made
    screens.answer = async () => {
      throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.')
    }
    await button('Delete my wallet').click()
    await expect.element(page.getByText('You are asked for your passkey or your recovery code first.')).toBeVisible()
    await understood().click()
    world.refuse = { path, code: 'OWNER_REQUIRED', message: 'Use your passkey or your recovery code first' }
    await button('Delete my wallet').click()
    await expect.poll(() => screens.asked).toMatchObject([{ kind: 'restore', ways: ['code'], isConfirming: true }])
    await expect.element(button('Delete my wallet')).toBeEnabled()
    expect(document.querySelector('[role=alert][data-tone=danger] + .lp-buttons')).toBeNull()
    expect(world.deletion.dueAt).toBeNull()
  })

  it('error: says why it cannot be', async () => {
    const { world } = await show()
    await button('Delete my wallet').click()
    await understood().click()
    world.refuse = { path, code: 'FROZEN', message: 'This is locked for a while after a new device or a new address' }
    await button('Delete my wallet').click()
    await expect.element(page.getByText('This is locked for a while after a new device')).toBeVisible()
    await lookAtBoth()
  })

  it('needs no wallet, and then speaks of data', async () => {
    const made = await show({ hasWallet: false }, 'phone')
    await button('Delete my data').click()
    await expect.element(page.getByText(/You have no wallet/)).toBeVisible()
    await lookAtBoth()
    await button('Delete my data').click()
    await heading('Your data will be deleted')
    expect(asksOf(made)).toEqual([`POST ${path}`])
    await lookAtBoth()
    await button('Keep my data').click()
    await expect.element(page.getByRole('status')).toHaveTextContent('Your data stays')
  })
})

describe('the data of a person', () => {
  it('comes as a file that this window makes, after a new code', async () => {
    const { world, screens, email } = await show({}, 'phone')
    const files: { name: string; text: Promise<string> }[] = []
    const press = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      files.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) })
    }
    onTestFinished(() => {
      HTMLAnchorElement.prototype.click = press
    })
    world.refuse = { path: '/api/auth/export', code: 'STEP_UP_REQUIRED', message: 'Confirm with a new code first' }
    screens.answer = async (screen) => {
      if (screen.kind !== 'code') throw new Error(`This is a screen of the kind ${screen.kind}`)
      await screen.submit('123 456')
    }
    await button('Download my data').click()
    await expect.element(page.getByRole('status')).toHaveTextContent('The file is in your downloads.')
    expect(screens.asked).toMatchObject([{ kind: 'code', purpose: 'step-up', email }])
    expect(files.map(({ name }) => name)).toEqual(['wallet-data.json'])
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({
      email,
      devices: [{ name: 'Chrome on Linux' }, {}],
    })
  })
})
