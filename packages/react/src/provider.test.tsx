import { type Config, connect, createConfig, createStorage, type KeyValue } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { base, mainnet } from '../test/chains.js'
import { ServerPage } from '../test/ServerPage.js'
import { dialogOf, makeConfig, setUp } from '../test/setUp.js'
import { ConnectButton } from './components/ConnectButton.js'
import { useModal } from './hooks/useModal.js'
import { LatchkeyProvider } from './provider.js'

const id = 'dev.latchkey.fake'

function kept(): KeyValue {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

/** The same config, counting who listens to it. */
function counting(config: Config) {
  const count = { listeners: 0 }
  const counted: Config = Object.create(config, {
    subscribe: {
      value: (listener: () => void) => {
        count.listeners += 1
        const stop = config.subscribe(listener)
        let stopped = false
        return () => {
          if (!stopped) count.listeners -= 1
          stopped = true
          stop()
        }
      },
    },
  })
  return { counted, count }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('LatchkeyProvider', () => {
  it('behavior: a page that a server drew comes to life without a warning, and then takes the wallet up again', async () => {
    const errors = vi.spyOn(console, 'error')
    const store = kept()
    const wallet = createFakeConnector()
    const make = () =>
      createConfig({ chains: [mainnet, base], connectors: [wallet.create], storage: createStorage({ store }) })
    const first = make()
    await connect(first, { connector: id, chainId: 'eip155:8453' })
    first.destroy()

    const onServer = createConfig({ chains: [mainnet, base], storage: createStorage({ store: null }) })
    const page_ = (config: Config) => (
      <StrictMode>
        <ServerPage config={config} />
      </StrictMode>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(page_(onServer))
    document.body.append(container)
    expect(container.textContent).toContain('connecting nobody 0')

    const config = make()
    const root = hydrateRoot(container, page_(config), { onRecoverableError: (error) => console.error(error) })
    onTestFinished(() => {
      root.unmount()
      container.remove()
      config.destroy()
      onServer.destroy()
    })
    await vi.waitFor(() =>
      expect(container.textContent).toContain('connected 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 1'),
    )
    await expect.element(page.getByRole('button', { name: 'Network: Base' })).toBeVisible()
    expect(wallet.calls.filter((call) => call === 'reconnect')).toHaveLength(1)
    expect(wallet.calls.filter((call) => call === 'connect')).toHaveLength(1)
    expect(errors).not.toHaveBeenCalled()
  })

  it('option enableReconnect: with it off no wallet is asked', async () => {
    const store = kept()
    const wallet = createFakeConnector()
    const first = makeConfig({ wallets: [wallet], storage: createStorage({ store }) })
    await connect(first, { connector: id })
    await setUp({ wallets: [wallet], storage: createStorage({ store }), enableReconnect: false })
    await expect.element(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(wallet.calls).not.toContain('reconnect')
  })

  it('behavior: leaving the page to others leaves no listener, no timer and no open promise', async () => {
    const { counted, count } = counting(makeConfig({ wallets: [createFakeConnector()] }))
    const app = await setUp({ config: counted })
    const asked = app.modal.connect()
    const failure = expect(asked).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    app.toasts.show('Bye', 'loading')
    expect(count.listeners).toBeGreaterThan(0)
    const { toasts } = app
    await app.screen.unmount()
    await failure
    expect(count.listeners).toBe(0)
    expect(toasts.getState()).toBeUndefined()
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('behavior: another config takes over, and nothing of the first is left', async () => {
    const one = counting(makeConfig({ wallets: [createFakeConnector({ name: 'Wallet of one' })] }))
    const two = counting(makeConfig({ wallets: [createFakeConnector({ name: 'Wallet of two' })] }))
    const app = await setUp({ config: one.counted })
    app.modal.open()
    await expect.element(page.getByRole('button', { name: 'Wallet of one' })).toBeVisible()
    await app.screen.rerender(app.tree(two.counted))
    expect(app.modal.getState().open).toBe(false)
    expect(one.count.listeners).toBe(0)
    expect(one.counted.signal.aborted).toBe(true)
    expect(two.counted.signal.aborted).toBe(false)
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect.element(page.getByRole('button', { name: 'Wallet of two' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Wallet of one' })).not.toBeInTheDocument()
  })

  it('behavior: two on one page do not know of each other', async () => {
    const configs = ['one', 'two'].map((name) =>
      makeConfig({ wallets: [createFakeConnector({ name: `Wallet of ${name}` })] }),
    )
    const [one, two] = configs as [Config, Config]
    await render(
      <StrictMode>
        <LatchkeyProvider config={one}>
          <ConnectButton label="First" />
        </LatchkeyProvider>
        <LatchkeyProvider config={two}>
          <ConnectButton label="Second" />
        </LatchkeyProvider>
      </StrictMode>,
    )
    await page.getByRole('button', { name: 'Second' }).click()
    await page.getByRole('button', { name: 'Wallet of two' }).click()
    await vi.waitFor(() => expect(two.state.status).toBe('connected'))
    expect(one.state.status).toBe('disconnected')
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1)
  })

  it('behavior: a query client above it is used, without one it brings its own', async () => {
    const given = new QueryClient()
    const seen: QueryClient[] = []
    const Look = () => {
      seen.push(useQueryClient())
      return null
    }
    await setUp({ children: <Look />, queryClient: given })
    expect(new Set(seen)).toEqual(new Set([given]))
    seen.length = 0
    await render(
      <StrictMode>
        <LatchkeyProvider config={makeConfig()}>
          <Look />
        </LatchkeyProvider>
      </StrictMode>,
    )
    expect(seen.at(-1)).toBeInstanceOf(QueryClient)
    expect(seen).not.toContain(given)
  })

  it('option themeMode, themeVariables: variables and mode reach the buttons and the dialog, and change while it is open', async () => {
    const app = await setUp({ themeMode: 'light', themeVariables: { '--lk-accent': '#aa0055', '--lk-radius': '4px' } })
    const button = page.getByRole('button', { name: 'Connect wallet' }).element()
    expect(getComputedStyle(button).backgroundColor).toBe('rgb(170, 0, 85)')
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    const card = () => getComputedStyle(document.querySelector('.lk-card') as Element)
    expect([card().borderTopLeftRadius, card().backgroundColor]).toEqual(['4px', 'rgb(255, 255, 255)'])
    app.theme.set({ themeMode: 'dark' })
    await vi.waitFor(() => expect(card().backgroundColor).toBe('rgb(18, 24, 22)'))
    expect(dialogOf().dataset.lkTheme).toBe('dark')
    app.theme.set({ themeVariables: {} })
    await vi.waitFor(() => expect(card().borderTopLeftRadius).toBe('20px'))
  })

  it('behavior: variables may come from the page’s own style sheet', async () => {
    const style = document.createElement('style')
    style.textContent = ':root { --lk-accent: #0000ff } '
    document.head.append(style)
    onTestFinished(() => style.remove())
    await setUp()
    const button = page.getByRole('button', { name: 'Connect wallet' }).element()
    expect(getComputedStyle(button).backgroundColor).toBe('rgb(0, 0, 255)')
  })

  it('option strings: sentences can be replaced', async () => {
    await setUp({ strings: { connect: 'Wallet verbinden', viewConnect: 'Wallet wählen' } })
    await page.getByRole('button', { name: 'Wallet verbinden' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Wallet wählen' })).toBeVisible()
  })

  it('error: a hook outside of it says what to do', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Lost = () => {
      useModal()
      return null
    }
    await expect(render(<Lost />)).rejects.toThrow(
      expect.objectContaining({
        code: 'PROVIDER_MISSING',
        message: expect.stringMatching(
          /^A Latchkey hook or component is outside of <LatchkeyProvider>, or there are two copies of @latchkey\/react \(npm ls @latchkey\/react\)\.\n\nDocs: https:\/\/.*#provider_missing$/,
        ),
      }),
    )
  })

  it('error: a provider of another copy of the package is told from none', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const address = import.meta.url.replace(/provider\.test\.tsx.*/, 'context.ts?second')
    const second: typeof import('./context.js') = await import(/* @vite-ignore */ address)
    const Lost = () => {
      second.useLatchkey()
      return null
    }
    await setUp()
    await expect(render(<Lost />)).rejects.toThrow(
      expect.objectContaining({
        code: 'PROVIDER_MISSING',
        message: expect.stringMatching(/^There are two copies of @latchkey\/react, .*npm ls @latchkey\/react/),
      }),
    )
  })

  it.each([
    ['none', undefined],
    ['what is not awaited', Promise.resolve({})],
    ['a function', createConfig],
    ['a config of another library', { chains: [], connectors: [], state: {}, subscribe() {} }],
  ])('error: given %s for a config, it says what to pass', async (_, config) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await expect(render(<LatchkeyProvider config={config as never}>page</LatchkeyProvider>)).rejects.toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.stringMatching(/^<LatchkeyProvider> .*createConfig/),
      }),
    )
  })
})
