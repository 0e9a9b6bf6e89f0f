import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '../theme/styles.css'
import { base, mainnet } from '../../test/chains.js'
import { latchkeyConnector } from './latchkeyConnector.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function inWagmi() {
  const said: unknown[] = []
  const emitter = { emit: (...news: unknown[]) => void said.push(news) }
  const wallet = createFakeConnector()
  const source = latchkeyConnector({ connectors: [wallet.create], storage: null, themeMode: 'dark' })
  return { said, connector: source({ chains: [mainnet, base] as never, emitter }) }
}

describe('latchkeyConnector', () => {
  it('behavior: without an e-mail the modal asks, and closes once somebody is connected', async () => {
    const { connector, said } = inWagmi()
    expect(document.querySelector('[data-lk-modal]')).toBeNull()
    const connecting = connector.connect({ chainId: 8453 })
    await expect.element(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
    expect(document.querySelector('dialog.lk-modal')?.getAttribute('data-lk-theme')).toBe('dark')
    await page.getByRole('button', { name: 'Fake' }).click()
    expect(await connecting).toEqual({ accounts: [address], chainId: 8453 })
    // A closed dialog is seen until its transition ends.
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(said[0]).toMatchObject(['connect', { accounts: [address] }])
    await connector.disconnect()
    expect(said.at(-1)).toEqual(['disconnect'])
  })

  it('error: a visitor who closes the modal refuses', async () => {
    const { connector } = inWagmi()
    const refused = expect(connector.connect()).rejects.toMatchObject({ code: 4001, name: 'UserRejectedRequestError' })
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await refused
  })
})
