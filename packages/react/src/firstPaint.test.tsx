import {
  type Chain,
  type Config,
  connect,
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  disconnect,
} from '@latchkey/core'
import { createFakeConnector, type FakeConnector } from '@latchkey/core/testing'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { base, mainnet, sepolia } from '../test/chains.js'
import { ServerPage } from '../test/ServerPage.js'

const id = 'dev.latchkey.fake'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const prefix = 'firstPaint/'

afterEach(() => {
  vi.restoreAllMocks()
  for (const site of [prefix, 'shop/']) cookieStorage.removeItem(`${site}state`)
})

/** What a later version of the site may have changed. */
type Site = { chains?: [Chain, ...Chain[]]; prefix?: string }

function makeConfig(wallet?: FakeConnector, { chains = [mainnet, base], prefix: own = prefix }: Site = {}): Config {
  const storage = createStorage({ store: cookieStorage, prefix: own })
  const connectors = wallet ? [wallet.create] : []
  const config = createConfig({ chains, connectors, storage })
  onTestFinished(() => config.destroy())
  return config
}

async function visit(wallet: FakeConnector): Promise<Config> {
  const config = makeConfig(wallet)
  await connect(config, { connector: id, chainId: 'eip155:8453' })
  return config
}

/** Serves a page for the cookies of a request, and opens it; `seen` is all that its buttons and its words ever said. */
function open(wallet: FakeConnector, cookie: string | null, site?: Site) {
  const errors = vi.spyOn(console, 'error')
  const onServer = makeConfig(undefined, site)
  const initialState = cookieToInitialState(onServer, cookie)
  const page = (config: Config) => (
    <StrictMode>
      <ServerPage config={config} initialState={initialState} />
    </StrictMode>
  )
  const html = renderToString(page(onServer))
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const seen: string[] = []
  const look = () => seen.push(container.textContent ?? '')
  look()
  const observer = new MutationObserver(look)
  observer.observe(container, { childList: true, subtree: true, characterData: true })
  const root = hydrateRoot(container, page(makeConfig(wallet, site)), {
    onRecoverableError: (error) => console.error(error),
  })
  onTestFinished(() => {
    observer.disconnect()
    root.unmount()
    container.remove()
  })
  return { html, container, seen, errors }
}

describe('the first paint', () => {
  it('[S4-02][S4-03] option initialState: of a cookie a server draws who is connected, and the page goes on from there', async () => {
    const wallet = createFakeConnector()
    const before = await visit(wallet)
    before.destroy()
    const { html, container, seen, errors } = open(wallet, document.cookie)
    expect(html).toContain(`<p>connecting ${address} 0</p>`)
    expect(html).toContain('data-testid="lk-account"')
    expect(html).toContain('>Base<')
    await vi.waitFor(() => expect(container.textContent).toContain(`connected ${address} 1`))
    expect(seen.filter((text) => /Connect wallet|nobody/.test(text))).toEqual([])
    expect(wallet.calls.filter((call) => call === 'reconnect')).toHaveLength(1)
    expect(errors).not.toHaveBeenCalled()
  })

  it('[S4-02] behavior: a server that was given no cookie draws that it is connecting, until the storage is read', async () => {
    const wallet = createFakeConnector()
    const before = await visit(wallet)
    before.destroy()
    const { html, container, seen, errors } = open(wallet, null)
    expect(html).toContain('<p>connecting nobody 0</p>')
    await vi.waitFor(() => expect(container.textContent).toContain(`connected ${address} 1`))
    expect(seen.filter((text) => text.includes('Connect wallet'))).toEqual([])
    expect(errors).not.toHaveBeenCalled()
  })

  it('[S4-01] behavior: a visitor who never connected is told to connect as soon as the storage is read', async () => {
    const { html, container, errors } = open(createFakeConnector(), null)
    expect(html).toContain('Connecting…')
    await vi.waitFor(() => expect(container.textContent).toContain('disconnected nobody 1'))
    expect(container.textContent).toContain('Connect wallet')
    expect(errors).not.toHaveBeenCalled()
  })

  it('[S4-01] behavior: of a cookie that says that nobody is connected, a server draws the button to connect', async () => {
    const wallet = createFakeConnector()
    await disconnect(await visit(wallet))
    const { html, container, seen, errors } = open(wallet, document.cookie)
    expect(html).toContain('Connect wallet')
    expect(html).toContain('<p>disconnected nobody 0</p>')
    await vi.waitFor(() => expect(container.textContent).toContain('disconnected nobody 1'))
    expect(seen.filter((text) => text.includes('connecting'))).toEqual([])
    expect(errors).not.toHaveBeenCalled()
  })

  it('behavior: a wallet that no longer allows the page is let go, and the cookie with it', async () => {
    const wallet = createFakeConnector()
    const before = await visit(wallet)
    before.destroy()
    wallet.switches.locked = true
    const { html, container, errors } = open(wallet, document.cookie)
    expect(html).toContain(address)
    await vi.waitFor(() => expect(container.textContent).toContain('disconnected nobody 1'))
    expect(cookieToInitialState(makeConfig(), document.cookie)).toMatchObject({ connections: [], current: {} })
    expect(errors).not.toHaveBeenCalled()
  })

  it.each([
    ['broken', () => '%7B%22format%22'],
    ['cut off', (value: string) => value.slice(0, 120)],
    ['longer than a browser keeps', (value: string) => value.padEnd(5_000, ' ')],
  ])(
    '[S4-02][S4-03] behavior: a cookie that is %s counts as absent, and the page knows its visitor',
    async (_, spoil) => {
      const wallet = createFakeConnector()
      const before = await visit(wallet)
      before.destroy()
      const [, value = ''] = /firstPaint_state=([^;]+)/.exec(document.cookie) ?? []
      const cookie = `firstPaint_state=${spoil(value)}`
      // biome-ignore lint/suspicious/noDocumentCookie: it stands for what others wrote; one that is too long the browser refuses
      document.cookie = `${cookie};path=/`
      const { html, container, seen, errors } = open(wallet, cookie)
      expect(html).toContain('<p>connecting nobody 0</p>')
      await vi.waitFor(() => expect(container.textContent).toContain(`connected ${address} 1`))
      expect(seen.filter((text) => text.includes('Connect wallet'))).toEqual([])
      expect(cookieToInitialState(makeConfig(), document.cookie)?.connections).toHaveLength(1)
      expect(errors).not.toHaveBeenCalled()
    },
  )

  it('behavior: a wallet that fits into no cookie is unknown to the server, and restored all the same', async () => {
    const wallet = createFakeConnector({ id: 'a'.repeat(4_000) })
    const before = makeConfig(wallet)
    await connect(before, { connector: 'a'.repeat(4_000) })
    before.destroy()
    expect(document.cookie).not.toContain('firstPaint_state')
    const { html, container, errors } = open(wallet, document.cookie)
    expect(html).toContain('<p>connecting nobody 0</p>')
    await vi.waitFor(() => expect(container.textContent).toContain(`connected ${address} 1`))
    expect(errors).not.toHaveBeenCalled()
  })

  it('behavior: of chains that the site no longer has, server and page draw the same', async () => {
    const wallet = createFakeConnector()
    const before = await visit(wallet)
    before.destroy()
    const { html, container, errors } = open(wallet, document.cookie, { chains: [sepolia] })
    expect(html).toContain(`<p>connecting ${address} 0</p>`)
    expect(html).not.toContain('>Base<')
    await vi.waitFor(() => expect(container.textContent).toContain(`connected ${address} 1`))
    expect(errors).not.toHaveBeenCalled()
  })

  it('behavior: of a cookie that belongs to another config, a server and a page know nothing', async () => {
    const wallet = createFakeConnector()
    const before = await visit(wallet)
    before.destroy()
    const { html, container, errors } = open(wallet, document.cookie, { prefix: 'shop/' })
    expect(html).toContain('<p>connecting nobody 0</p>')
    await vi.waitFor(() => expect(container.textContent).toContain('disconnected nobody 1'))
    expect(cookieToInitialState(makeConfig(), document.cookie)?.connections).toHaveLength(1)
    expect(errors).not.toHaveBeenCalled()
  })

  it('behavior: what forged cookies say is drawn as text or not at all', async () => {
    const wallet = createFakeConnector()
    const markup = '</script><img src=x onerror=alert(1)>'
    const forged = (connectorId: string, account: string) =>
      `firstPaint_state=${encodeURIComponent(
        JSON.stringify({
          format: 1,
          connections: [{ connectorId, accounts: [account], chains: {} }],
          current: { eip155: connectorId },
          network: {},
          active: 'eip155',
        }),
      )}`
    for (const cookie of [forged(markup, `eip155:1:${address}`), forged(id, `eip155:1:${markup}`), forged('a', 'b')]) {
      const { html, container } = open(wallet, cookie)
      expect(html).toContain('<p>connecting nobody 0</p>')
      expect(html).not.toContain('<img src=x')
      await vi.waitFor(() => expect(container.textContent).toContain('disconnected nobody 1'))
    }
  })
})
