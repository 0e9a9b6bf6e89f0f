import { connect, switchChain } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { mainnet, solana } from '../../../../test/chains.js'
import { setUp } from '../../../../test/setUp.js'

const until = (check: () => void) => vi.waitFor(check)

async function open() {
  const evm = createFakeConnector({ id: 'io.lark', name: 'Lark' })
  const svm = createFakeConnector({
    id: 'solana:lark',
    name: 'Lark',
    namespaces: ['solana'],
    chainId: solana.caipNetworkId,
    addresses: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  })
  const app = await setUp({ wallets: [evm, svm], chains: [mainnet, solana], debug: false })
  app.modal.open({ view: 'Connect' })
  return { ...app, evm, svm }
}
const row = (name: string) => page.getByRole('button', { name })

describe('ConnectingMultiChain, with a wallet that announced itself in two families', () => {
  it('[S6-06] is one row of Connect, offers the families, and connects the chosen one alone', async () => {
    const { config, svm, evm } = await open()
    await row('Lark').click()
    await expect.element(page.getByRole('heading', { name: 'Where to use Lark' })).toBeVisible()
    await expect.element(row('Ethereum')).toBeVisible()
    await expectAccessible()
    await row('Solana').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect([...config.state.connections.keys()]).toEqual(['solana:lark'])
    expect(svm.calls).toEqual(['connect'])
    expect(evm.calls).toEqual([])
  })

  it('behavior: the family of the active network stands first', async () => {
    const { config } = await open()
    const families = () =>
      [...document.querySelectorAll('[data-view=ConnectingMultiChain] .lk-row-title')].map(
        ({ textContent }) => textContent,
      )
    await row('Lark').click()
    await until(() => expect(families()).toEqual(['Ethereum', 'Solana']))
    await row('Back').click()
    await switchChain(config, { chainId: solana.caipNetworkId })
    await row('Lark').click()
    await until(() => expect(families()).toEqual(['Solana', 'Ethereum']))
  })

  it('error: a family that fails says so under the name of the wallet, and leaves the other to be chosen', async () => {
    const { config, evm, modal } = await open()
    evm.switches.reject = true
    await row('Lark').click()
    await row('Ethereum').click()
    await expect.element(page.getByText('Connection declined')).toBeVisible()
    modal.back()
    await row('Solana').click()
    await until(() => expect([...config.state.connections.keys()]).toEqual(['solana:lark']))
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
  })

  it('where wallets of one family are asked for, the row connects that family at once, by its name', async () => {
    const { config, svm, modal } = await open()
    svm.switches.reject = true
    modal.reset({ view: 'Connect', data: { namespace: 'solana' } })
    await row('Lark').click()
    await expect.element(page.getByText('Connection declined')).toBeVisible()
    svm.switches.reject = false
    svm.switches.neverAnswer = true
    await row('Try again').click()
    await expect.element(page.getByText('Continue in Lark')).toBeVisible()
    modal.close()
    expect([...config.state.connections.keys()]).toEqual([])
  })

  it('behavior: where the page has gone on to a family since it connected, logging in connects that family at once', async () => {
    const { config, modal, svm } = await open()
    modal.close()
    await connect(config, { connector: 'io.lark' })
    await switchChain(config, { chainId: solana.caipNetworkId })
    modal.open()
    await row('Lark').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(svm.calls).toEqual(['connect'])
    expect(config.state).toMatchObject({ active: 'solana', current: { eip155: 'io.lark', solana: 'solana:lark' } })
  })

  it('error: an entry that is not there any more leads back', async () => {
    const { modal } = await open()
    modal.push({ view: 'ConnectingMultiChain', data: { connectorId: 'multi:Wren' } })
    await row('Choose another wallet').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Connect')
  })
})
