import { createStorage, getCurrency } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { dialogOf } from '../../../../test/setUp.js'

const rates = (rates: object) => ({ onramp: { '/v1/fiat-rates': { rates } } })
const rows = () => [...document.querySelectorAll('.lk-rows .lk-row')].map(({ textContent }) => textContent)
const view = () => expect.element(page.getByRole('dialog'))
const chooser = (code: string) => page.getByRole('button', { name: `Currency: ${code}` })

describe('Currencies', () => {
  it('lists more than thirty, finds one by name or code, and tells every value of the account in it', async () => {
    const { config, modal } = await accountModal(rates({ eur: 0.5 }))
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
    await chooser('USD').click()
    await view().toHaveAttribute('data-view', 'Currencies')
    await expect.element(page.getByRole('button', { name: 'US Dollar' })).toHaveAttribute('aria-current', 'true')
    expect(rows().length).toBeGreaterThan(30)
    expect(rows()[0]).toContain('US Dollar')
    await expectAccessible()
    const search = page.getByRole('searchbox', { name: 'Search by name or code' })
    await search.fill('yen')
    await vi.waitFor(() => expect(rows()).toEqual([expect.stringContaining('Japanese Yen')]))
    await search.fill('xxx')
    await expect.element(page.getByText('No currency found')).toBeVisible()
    await search.fill(' eur ')
    await page.getByRole('button', { name: /Euro/ }).click()
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByText('€1,244.81')).toBeVisible()
    await vi.waitFor(() => expect(rows()[0]).toMatch(/Ether1\.234 ETH€1,234\.56$/))
    expect(dialogOf().textContent).not.toContain('$')
    expect(getCurrency(config)).toBe('eur')
    await expectAccessible()
    modal.push({ view: 'WalletSend' })
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await expect.element(page.getByText('€1,000.00')).toBeVisible()
  })

  it('behavior: the button that opened the list has the focus again, by the name of the currency that was chosen', async () => {
    await accountModal(rates({ eur: 0.5 }))
    await chooser('USD').click()
    await page.getByRole('searchbox', { name: 'Search by name or code' }).fill('eur')
    await page.getByRole('button', { name: /Euro/ }).click()
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(chooser('EUR')).toHaveFocus()
  })

  it('behavior: the account begins at its top, however far the list was scrolled', async () => {
    await page.viewport(1280, 420)
    onTestFinished(() => page.viewport(1280, 800))
    await accountModal(rates({ eur: 0.5 }))
    await chooser('USD').click()
    await view().toHaveAttribute('data-view', 'Currencies')
    const box = () => document.querySelector('.lk-height') as HTMLElement
    await vi.waitFor(() => expect(box().scrollHeight).toBeGreaterThan(2000))
    box().scrollTop = 400
    await page.getByRole('button', { name: 'Euro EUR' }).click()
    await expect.element(page.getByText('€1,244.81')).toBeVisible()
    await vi.waitFor(() => expect(box().scrollHeight).toBeGreaterThan(box().clientHeight))
    expect(box().scrollTop).toBe(0)
  })

  it('option currency: one without a rate is told, and what is shown then is named as dollars', async () => {
    await accountModal({ currency: 'gbp', ...rates({ eur: 0.5 }) })
    await expect.element(page.getByText('No rate for GBP now: shown in US dollars')).toBeVisible()
    await expect.element(page.getByText('USD 2,489.62')).toBeVisible()
    expect(dialogOf().textContent).not.toMatch(/[£$]/)
    await expectAccessible()
    await chooser('GBP').click()
    await expect.element(page.getByRole('button', { name: 'British Pound GBP, no rate now' })).toBeVisible()
  })

  it('without an answer of the service values are told in dollars', async () => {
    await accountModal({ currency: 'eur' })
    await expect.element(page.getByText('No rate for EUR now: shown in US dollars')).toBeVisible()
    await expect.element(page.getByText('USD 2,489.62')).toBeVisible()
  })

  it('follows the other tabs of the site', async () => {
    const storage = createStorage({ prefix: '@currencies/' })
    onTestFinished(() => localStorage.clear())
    const { config } = await accountModal({ storage, ...rates({ eur: 0.5 }) })
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
    // Another page of the same origin writes, and the browser tells this one.
    const other = document.body.appendChild(document.createElement('iframe'))
    onTestFinished(() => other.remove())
    other.contentWindow?.localStorage.setItem('@currencies/currency', '"eur"')
    await expect.element(page.getByText('€1,244.81')).toBeVisible()
    expect(getCurrency(config)).toBe('eur')
  })

  it('behavior: is reached and left by the keyboard', async () => {
    await accountModal(rates({ eur: 0.5 }))
    await expect.element(chooser('USD')).toBeVisible()
    ;(chooser('USD').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await view().toHaveAttribute('data-view', 'Currencies')
    await page.getByRole('button', { name: 'Back' }).click()
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByText('$2,489.62')).toBeVisible()
  })
})
