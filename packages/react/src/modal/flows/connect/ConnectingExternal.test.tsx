import { injected } from '@latchkey/connectors/injected'
import { connect } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { createTestWallet } from '@latchkey/devnet/wallet'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { dialogOf, setUp } from '../../../../test/setUp.js'

const connects = ({ calls }: { calls: string[] }) => calls.filter((call) => call === 'connect')
const row = (name: string) => page.getByRole('button', { name })
const say = (text: string) => expect.element(page.getByRole('status').getByText(text)).toBeVisible()

async function open(wallets = [createFakeConnector()]) {
  const app = await setUp({ wallets })
  app.modal.open()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return app
}

afterEach(() => {
  vi.useRealTimers()
})

describe('ConnectingExternal', () => {
  it('behavior: a click asks the wallet once, in strict mode too, and leads to the account', async () => {
    const app = await open()
    await row('Fake Wallet').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(connects(app.wallet)).toHaveLength(1)
    expect(app.modal.getState().stack).toHaveLength(1)
  })

  it('behavior: the account of who has just connected carries a tick for a moment, and that of who comes again none', async () => {
    const app = await open()
    const tick = () => {
      const picture = dialogOf().querySelector('.lk-account-picture')
      return picture && getComputedStyle(picture, '::after').animationName
    }
    await row('Fake Wallet').click()
    await expect.poll(tick).toBe('lk-tick')
    app.modal.close()
    await expect.poll(tick).toBe(null)
    app.modal.open()
    await expect.poll(tick).toBe('none')
  })

  it('behavior: the wallet is asked at the click, before the view has changed', async () => {
    const app = await open()
    app.wallet.switches.neverAnswer = true
    const element = row('Fake Wallet').element() as HTMLElement
    element.click()
    expect(connects(app.wallet)).toHaveLength(1)
    await expect.element(page.getByText('Continue in Fake Wallet')).toBeVisible()
    expect(connects(app.wallet)).toHaveLength(1)
  })

  it('behavior: a double click on a wallet asks it once', async () => {
    const app = await open()
    app.wallet.switches.neverAnswer = true
    await row('Fake Wallet').dblClick()
    await expect.element(page.getByText('Continue in Fake Wallet')).toBeVisible()
    expect(connects(app.wallet)).toHaveLength(1)
    expect(app.modal.getState().stack).toHaveLength(2)
  })

  it('behavior: cancel while waiting, then another wallet', async () => {
    const slow = createFakeConnector({ id: 'slow', name: 'Slow Wallet' })
    const quick = createFakeConnector({ id: 'quick', name: 'Quick Wallet' })
    slow.switches.neverAnswer = true
    const app = await open([slow, quick])
    await row('Slow Wallet').click()
    await expect.element(page.getByText('Continue in Slow Wallet')).toBeVisible()
    await row('Cancel').click()
    await row('Quick Wallet').click()
    await vi.waitFor(() => expect(app.config.state.current.eip155).toBe('quick'))
    expect(app.config.state.pending).toBeUndefined()
    expect([connects(slow), connects(quick)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('behavior: a refusal is said calmly, the retry has the focus and works', async () => {
    const app = await open()
    app.wallet.switches.reject = true
    await row('Fake Wallet').click()
    await say('Connection declined')
    await say('You declined in the wallet. Nothing was shared.')
    await vi.waitFor(() => expect(document.activeElement).toBe(row('Try again').element()))
    await expectAccessible()
    app.wallet.switches.reject = false
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(app.config.state.status).toBe('connected'))
    expect(connects(app.wallet)).toHaveLength(2)
  })

  it('behavior: a wallet that does not answer gets a sentence after 3 s and a way out after 10 s', async () => {
    const app = await open()
    app.wallet.switches.neverAnswer = true
    await row('Fake Wallet').click()
    await say('Approve the connection in your wallet.')
    await expectAccessible()
    await row('Cancel').click()
    await row('Fake Wallet').click({ trial: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    app.modal.push({ view: 'ConnectingExternal', data: { connectorId: 'dev.latchkey.fake' } })
    const advance = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 50) {
        vi.advanceTimersByTime(50)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }
    const text = () => document.querySelector('.lk-notice-text p')?.textContent
    await advance(300)
    expect(text()).toBe('Approve the connection in your wallet.')
    await advance(3_000)
    expect(text()).toMatch(/^Still waiting\./)
    await advance(7_000)
    expect(text()).toBe('Nothing yet. You can cancel and choose another wallet.')
  })

  it('error: an answer that is nonsense connects nobody, is not shown, and leaves a way out', async () => {
    const app = await open()
    app.wallet.switches.nonsense = true
    await row('Fake Wallet').click()
    await say('Could not connect')
    expect(dialogOf().textContent).not.toContain('banana')
    expect(app.config.state.status).toBe('disconnected')
    await row('Choose another wallet').click()
    await expect.element(page.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  })

  it('error: a request that is open in the wallet already is explained as that', async () => {
    const wallet = createTestWallet({
      chains: [{ chainId: 1, name: 'Ethereum', url: 'http://127.0.0.1:9' }],
      info: { name: 'Busy Wallet' },
      switches: { pending: true },
    })
    onTestFinished(wallet.announce(window))
    const app = await setUp({ connectors: [injected()], wallets: [] })
    app.modal.open()
    await row('Busy Wallet').click()
    await say('A request is already open')
    await say('Open your wallet and answer the waiting request there.')
    wallet.set({ pending: false })
    await row('Try again').click()
    await vi.waitFor(() => expect(app.config.state.status).toBe('connected'))
  })

  it('error: a wallet that is not on the page says so, and the way back works', async () => {
    const app = await open()
    app.modal.push({ view: 'ConnectingExternal', data: { connectorId: 'io.vanished' } })
    await say('Could not connect')
    await expect.element(page.getByText(/No wallet with the id "io\.vanished" is on this page\./)).toBeVisible()
    await row('Choose another wallet').click()
    await expect.element(row('Fake Wallet')).toBeVisible()
  })

  it('behavior: a wallet that leaves right after its answer leaves nobody connected', async () => {
    const app = await open()
    await row('Fake Wallet').click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    app.wallet.say('disconnect')
    await vi.waitFor(() => expect(app.config.state.status).toBe('disconnected'))
    app.modal.close()
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  })

  it('behavior: closing while the wallet is asked ends the asking', async () => {
    const app = await open()
    app.wallet.switches.neverAnswer = true
    await row('Fake Wallet').click()
    await vi.waitFor(() => expect(app.config.state.pending).toBe('dev.latchkey.fake'))
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(app.config.state.pending).toBeUndefined())
    app.wallet.switches.neverAnswer = false
    await connect(app.config, { connector: 'dev.latchkey.fake' })
    await expect.element(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  })
})
