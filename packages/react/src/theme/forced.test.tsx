import jsqr from 'jsqr'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice } from '../../test/accountModal.js'
import { embeddedModal } from '../../test/embeddedModal.js'
import { edgeOf, forceColors } from '../../test/forceColors.js'
import { dialogOf, setUp } from '../../test/setUp.js'

beforeEach(forceColors)

describe('theme, in forced colours', () => {
  it('behavior: a camera can read the code of an address', async () => {
    await accountModal({ route: { view: 'WalletReceive' } })
    const code = page.getByRole('img', { name: alice })
    await expect.element(code).toBeVisible()
    await expect.poll(() => readCode(code)).toBe(alice)
  })

  it('behavior: the card, its rows, its fields and its buttons have edges', async () => {
    expect(matchMedia('(forced-colors: active)').matches).toBe(true)
    const app = await setUp()
    expect(edgeOf('.lk-connect-button')).toBeGreaterThan(0)
    app.modal.open()
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    for (const name of ['.lk-card', '.lk-row']) expect([name, edgeOf(name)]).not.toEqual([name, 0])
  })

  it('behavior: the social accounts have edges', async () => {
    const app = await embeddedModal({ socials: ['google', 'github'] })
    app.modal.open()
    await expect.element(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible()
    expect(edgeOf('.lk-socials-row > button')).toBeGreaterThan(0)
  })

  it('behavior: the selected tab and the selected network are told from the others', async () => {
    const app = await accountModal()
    await expect.element(page.getByRole('tab', { selected: true })).toBeVisible()
    const tabs = [...document.querySelectorAll('[role="tab"]')].map((tab) => getComputedStyle(tab).backgroundColor)
    expect(new Set(tabs.slice(1)).size).toBe(1)
    expect(tabs[0]).not.toBe(tabs[1])
    app.modal.open({ view: 'Networks' })
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Networks')
    await expect.poll(() => dialogOf().querySelector('.lk-row[aria-current]')).not.toBeNull()
    expect(edgeOf('.lk-row[aria-current]')).toBeGreaterThan(edgeOf('.lk-row:not([aria-current])'))
  })

  it('behavior: what has the focus has a ring', async () => {
    await accountModal({ route: { view: 'WalletSend' } })
    const amount = page.getByRole('textbox').first()
    await expect.element(amount).toBeVisible()
    ;(amount.element() as HTMLElement).focus()
    const field = amount.element().closest('.lk-field') as Element
    expect(getComputedStyle(field).outlineStyle).toBe('solid')
    expect(Number.parseFloat(getComputedStyle(field).outlineWidth)).toBeGreaterThan(1)
  })
})

/** Reads a code off the screen as a camera does, by a library that did not draw it. */
async function readCode(code: ReturnType<typeof page.getByRole>): Promise<string | undefined> {
  const picture = await page.screenshot({ element: code, save: false })
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  return jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data
}
