import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, one, sol, solAlice, ten } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { getConnection } from '../actions/getConnection.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { cookieStorage } from './cookieStorage.js'
import { cookieToInitialState } from './cookieToInitialState.js'
import { createStorage } from './storage.js'
import { toServerState } from './toServerState.js'

const name = '_latchkey_state'
const onServer = () => createConfig({ chains: [one, ten, sol], storage: createStorage({ store: cookieStorage }) })
const account = `eip155:1:${alice}`
const right = {
  format: 1,
  connections: [{ connectorId: 'a', accounts: [account], chains: { eip155: 'eip155:1' } }],
  current: { eip155: 'a' },
  network: { eip155: 'eip155:1' },
  active: 'eip155',
}
const cookieOf = (value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`
const withConnection = (more: object) => ({ ...right, connections: [{ ...right.connections[0], ...more }] })
const read = (cookie: string | null | undefined) => cookieToInitialState(onServer(), cookie)

/** A browser's page, as far as `cookieStorage` knows one. */
function openPage(protocol = 'https:') {
  const cookies = new Map<string, string>()
  const written: string[] = []
  const kept = memoryStore()
  vi.stubGlobal('location', { protocol })
  vi.stubGlobal('localStorage', kept)
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    },
    set cookie(line: string) {
      written.push(line)
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      if (attributes.includes('max-age=0')) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    },
  })
  return { cookies, kept, written, header: () => (globalThis.document as { cookie: string }).cookie }
}

afterEach(() => vi.unstubAllGlobals())

describe('cookieToInitialState', () => {
  it('[S4-01][S4-02] a server is told who is connected, and that nobody is, of the cookie that the page wrote', async () => {
    const page = openPage()
    const wallet = createFakeConnector()
    const storage = createStorage({ store: cookieStorage })
    const config = createConfig({ chains: [one, ten], connectors: [wallet.create], storage })
    expect(page.written).toEqual([])
    await connect(config, { connector: 'dev.latchkey.fake', chainId: 'eip155:10' })
    const connected = page.header()
    await disconnect(config)
    const left = page.header()
    config.destroy()
    vi.unstubAllGlobals()

    const server = onServer()
    const paint = (cookie: string) =>
      getConnection(server, {}, toServerState(server, cookieToInitialState(server, `theme=dark; ${cookie}; last=1`)))
    expect(paint(connected)).toMatchObject({ status: 'connecting', address: alice, chainId: 'eip155:10' })
    expect(paint(left)).toMatchObject({ status: 'disconnected', address: undefined })
    expect(paint('')).toMatchObject({ status: 'connecting', address: undefined })
    expect(server.state.connections.size).toBe(0)
  })

  it('holds the active account of each wallet that speaks for a family, and nothing else of what is kept', () => {
    const page = openPage()
    const other = { connectorId: 'b', accounts: [`eip155:1:${bob}`], chains: {} }
    const both = {
      accounts: [account, `eip155:1:${bob}`, `${sol.caipNetworkId}:${solAlice}`],
      approved: ['eip155:1'],
      facts: { [account]: { publicKey: '02ab' } },
    }
    const state = { ...withConnection(both), current: { eip155: 'a', solana: 'a' } }
    const storage = createStorage({ store: cookieStorage })
    storage.set('state', { ...state, connections: [...state.connections, other] })
    storage.set('walletConnect', { symKey: 'a secret' })
    expect([...page.cookies.keys()]).toEqual([name])
    expect(read(page.header())).toEqual({
      ...withConnection({ accounts: [account, `${sol.caipNetworkId}:${solAlice}`] }),
      current: { eip155: 'a', solana: 'a' },
    })
    expect(page.kept.items.get('@latchkey/state')).toContain('02ab')
  })

  it('is for the whole site, for a year, for its own pages, and over https only where the page is', () => {
    for (const [protocol, end] of [
      ['https:', 'samesite=lax;secure'],
      ['http:', 'samesite=lax'],
    ] as const) {
      const { written } = openPage(protocol)
      createStorage({ store: cookieStorage }).set('state', right)
      expect(written).toEqual([`${cookieOf(right)};path=/;max-age=31536000;${end}`])
    }
  })

  it('one that would be too large is not written, and the one of before goes', () => {
    const page = openPage()
    const storage = createStorage({ store: cookieStorage })
    storage.set('state', right)
    expect(page.cookies.size).toBe(1)
    storage.set('state', {
      ...withConnection({ connectorId: 'a'.repeat(2_000) }),
      current: { eip155: 'a'.repeat(2_000) },
    })
    expect(page.cookies.size).toBe(0)
    storage.set('state', right)
    storage.remove('state')
    expect([page.cookies.size, page.kept.items.size]).toEqual([0, 0])
  })

  it('a page whose storage was emptied goes on from its cookie', () => {
    const page = openPage()
    createStorage({ store: cookieStorage }).set('state', right)
    page.kept.items.clear()
    expect(onServer().state).toMatchObject({ status: 'connecting', current: { eip155: 'a' } })
  })

  it('configs with storages of different prefixes have cookies of their own', () => {
    const page = openPage()
    const storage = createStorage({ store: cookieStorage, prefix: 'shop/' })
    storage.set('state', right)
    expect([...page.cookies.keys()]).toEqual(['shop_state'])
    expect(cookieToInitialState(createConfig({ chains: [one], storage }), page.header())).toEqual(right)
    expect(read(page.header())).toBeUndefined()
  })

  it('on a server the storage is empty and takes nothing', () => {
    const storage = createStorage({ store: cookieStorage })
    storage.set('state', right)
    expect(cookieStorage.getItem('@latchkey/state')).toBeNull()
    expect(cookieStorage.removeItem('@latchkey/state')).toBeUndefined()
  })

  it.each([
    ['none at all', null],
    ['none of ours', 'theme=dark'],
    ['an empty one', `${name}=`],
    ['broken escapes', `${name}=%E0%A4%A`],
    ['what is no JSON', `${name}=hello`],
    ['another form', cookieOf({ hello: 1 })],
    ['an account that is markup', cookieOf(withConnection({ accounts: ['eip155:1:<script>'] }))],
    [
      'a wallet that is markup',
      cookieOf({ ...withConnection({ connectorId: '</script><script>' }), current: { eip155: '</script><script>' } }),
    ],
    [
      'a wallet that is markup in escapes of JSON',
      cookieOf({ ...withConnection({ connectorId: '</script>' }), current: { eip155: '</script>' } }).replaceAll(
        '%3C',
        '%5Cu003c',
      ),
    ],
    ['more than a browser would send', cookieOf(withConnection({ connectorId: 'a'.repeat(5_000) }))],
    ['a name that only begins like ours', cookieOf(right).replace('=', 's=')],
  ])('counts as absent: %s', (_, cookie) => expect(read(cookie)).toBeUndefined())

  it('a broken one does not hide a right one', () => {
    expect(read(`${name}=%; ${cookieOf(right)}`)).toEqual(right)
  })

  it('gives on only the fields that it knows, without markup, and never throws', () => {
    const forged = withConnection({ evil: '</script>', facts: { [account]: { publicKey: 'x' } } })
    expect(read(cookieOf(withConnection({ evil: 1, facts: {} })))).toEqual(right)
    expect(read(cookieOf(forged))).toBeUndefined()
    const text = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(right)))
    fc.assert(
      fc.property(text, fc.boolean(), (value, isEscaped) => {
        const told = read(`${name}=${isEscaped ? encodeURIComponent(value) : value}`)
        expect(JSON.stringify(told ?? null)).not.toContain('<')
      }),
    )
  })
})

describe('toServerState', () => {
  it('[S4-02] does not change the config, so that one serves all requests', () => {
    const config = onServer()
    const state = toServerState(config, read(cookieOf(right)))
    expect(state).toMatchObject({ status: 'connecting', current: { eip155: 'a' } })
    expect(config.state.connections.size).toBe(0)
    expect(toServerState(config)).toBe(config.serverState)
  })

  it('with enableReconnect off nobody is connected, whatever the cookie says', () => {
    const config = createConfig({ chains: [one], enableReconnect: false })
    expect(toServerState(config, read(cookieOf(right)))).toMatchObject({ status: 'disconnected', current: {} })
  })

  it.each([[null], [{}], ['text'], [{ ...right, current: { eip155: 'b' } }]])('counts %j as absent', (given) => {
    const config = onServer()
    expect(toServerState(config, given as never)).toBe(config.serverState)
  })

  it('a chain that the app no longer lists is not chosen', () => {
    const gone = { ...right, connections: [], current: {}, network: { eip155: 'eip155:5' } } as never
    expect(toServerState(onServer(), gone).chainIds.eip155).toBe('eip155:1')
  })
})
