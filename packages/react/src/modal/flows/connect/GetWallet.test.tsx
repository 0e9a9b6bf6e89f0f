import { createFakeConnector, createFakeEmbedded, createFakePairing } from '@latchkey/core/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { directoryUrl, entries, serveDirectory } from '../../../../test/directory.js'
import { setUp } from '../../../../test/setUp.js'

const api = { url: directoryUrl, projectId: 'p' }
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)

async function open(options: Parameters<typeof setUp>[0]) {
  const app = await setUp({ wallets: [], api, debug: false, ...options })
  app.modal.open({ view: 'Connect' })
  await page.getByRole('button', { name: 'Get a wallet' }).click()
  await view('GetWallet')
  return app
}

describe('GetWallet', () => {
  it('recommends an e-mail first where the app takes one', async () => {
    serveDirectory()
    await open({ connectors: [createFakeEmbedded().create] })
    await expect.element(page.getByRole('button', { name: /^Wallet 0/ })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Continue with e-mail' }).click()
    await view('EmailLogin')
  })

  it('recommends a wallet with the place where this device finds it, and lists others', async () => {
    const [first, second, ...more] = entries(6)
    serveDirectory([
      first,
      { ...second, chrome_store: 'https://chromewebstore.google.com/detail/1', homepage: 'https://one.example' },
      ...more,
    ] as ReturnType<typeof entries>)
    await open({ connectors: [createFakePairing().create] })
    await expect.element(page.getByRole('heading', { name: 'Get Wallet 1' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Browser extension' }))
      .toHaveAttribute('href', 'https://chromewebstore.google.com/detail/1')
    expect([...document.querySelectorAll('.lk-row-name')].map(({ textContent }) => textContent)).toEqual([
      'Wallet 0',
      'Wallet 2',
      'Wallet 3',
    ])
    await expectAccessible()
  })

  it('is offered beside the wallets of this browser', async () => {
    serveDirectory()
    await open({ wallets: [createFakeConnector()] })
  })

  it('is not offered there where an e-mail is asked for, but explained', async () => {
    serveDirectory()
    const app = await setUp({ connectors: [createFakeEmbedded().create], api, debug: false })
    app.modal.open({ view: 'Connect' })
    await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Get a wallet' }).query()).toBeNull()
    await page.getByRole('button', { name: 'What is a wallet?' }).click()
    await view('GetWallet')
    await expect.element(page.getByText('Sites ask, and you approve each request.')).toBeVisible()
    await expectAccessible()
  })

  it('error: says so where the directory does not answer', async () => {
    serveDirectory().faults.status = 500
    await open({ connectors: [createFakePairing().create] })
    await expect.element(page.getByText('No wallet to recommend now')).toBeVisible()
    await expectAccessible()
  })
})
