import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mainnet, solana } from '../../test/chains.js'
import { setUp } from '../../test/setUp.js'

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
const other = `${icon}#other`
const chain = { namespaces: ['solana'], chainId: solana.caipNetworkId } as const
const row = (name: string) => page.getByRole('button', { name })
const pictures = () => [...document.querySelectorAll('dialog .lk-row img, dialog .lk-wallet-line img')]
const shown = () => pictures().map((image) => image.getAttribute('src'))

/** A wallet with a picture in one family and without in the other, beside what else claims to be it. */
async function open(...others: Parameters<typeof createFakeConnector>[0][]) {
  const wallets = [
    { id: 'io.lark', name: 'Lark', icon },
    { id: 'solana:lark', name: 'LARK', addresses: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'], ...chain },
    ...others,
  ].map((one) => createFakeConnector(one))
  const app = await setUp({ wallets, chains: [mainnet, solana], debug: false })
  app.modal.open({ view: 'Connect', data: { namespace: 'solana' } })
  return app
}

describe('the picture of a wallet', () => {
  it('is that of its other families where its own has none, in the list and once it is connected', async () => {
    await open()
    await expect.element(row('LARK')).toBeVisible()
    expect(shown()).toEqual([icon])
    await row('LARK').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    await expect.poll(shown).toEqual([icon])
    await row('LARK').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'ProfileWallets')
    await expect.poll(shown).toContain(icon)
  })

  it('hostile: is lent to nobody where two of one family bear the name, and one of its own stays', async () => {
    await open(
      { id: 'solana:thief', name: 'Lark', ...chain },
      { id: 'solana:wren', name: 'Wren', icon: other, ...chain },
    )
    await expect.element(row('Wren')).toBeVisible()
    expect(shown()).toEqual([other])
  })
})
