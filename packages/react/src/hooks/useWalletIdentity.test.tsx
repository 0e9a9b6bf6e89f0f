import { connect } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { setUp } from '../../test/setUp.js'

type Wallet = NonNullable<NonNullable<Parameters<typeof createFakeConnector>[0]>['wallet']>

async function open(wallet: Wallet | undefined, hasApi = true) {
  const id = 'walletConnect'
  const fake = createFakeConnector({
    id,
    name: 'WalletConnect',
    icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
    ...(wallet && { wallet }),
  })
  const api = hasApi ? { api: { url: 'http://api.test', projectId: 'p' } } : {}
  const app = await setUp({ wallets: [fake], debug: false, ...api })
  await connect(app.config, { connector: id })
  app.modal.open({ view: 'Account' })
  await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
  return app
}
const line = () => document.querySelector('dialog .lk-wallet-line')
const shown = () => line()?.querySelector('img')?.getAttribute('src') ?? undefined

it('is the wallet’s own name, with its picture by the data API and never from its host', async () => {
  // A picture that cannot be loaded gives way at once, so each that was drawn is noted.
  const drawn = new Set<string>()
  const observer = new MutationObserver(() => {
    const source = shown()
    if (source) drawn.add(source)
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  const { modal } = await open({ name: 'Nice Phone', icon: 'https://phone.example/a.png' })
  const button = page.getByRole('button', { name: 'Nice Phone' })
  await expect.element(button).toBeVisible()
  await expect.poll(() => line()?.querySelector('.lk-picture-letter')?.textContent).toBe('N')
  observer.disconnect()
  expect([...drawn]).toEqual(['http://api.test/v1/picture?projectId=p&url=https%3A%2F%2Fphone.example%2Fa.png'])
  modal.push({ view: 'ProfileWallets' })
  await expect.element(page.getByRole('button', { name: 'Disconnect Nice Phone' })).toBeVisible()
  expect(page.getByText('WalletConnect', { exact: true }).elements()).toEqual([])
})

it('is its name and letter without a data API, or where it named no picture', async () => {
  await open({ name: 'Nice Phone', icon: 'https://phone.example/a.png' }, false)
  await expect.element(page.getByRole('button', { name: 'Nice Phone' })).toBeVisible()
  expect(shown()).toBeUndefined()
})

it('is the connector’s where the wallet said nothing', async () => {
  await open(undefined)
  await expect.element(page.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
  expect(shown()).toMatch(/^data:image/)
})
