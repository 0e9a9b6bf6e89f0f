import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BrowserTabs, browserTabs } from '../../test/browserTabs.js'
import { one, ten } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { signIn } from '../actions/signIn.js'
import { signOut } from '../actions/signOut.js'
import { followTabs } from '../config/followTabs.js'
import type { CreateConnector } from '../connector.js'
import { type Config, type CreateConfigParameters, createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { localSignIn } from './localSignIn.js'
import type { SignInAdapter } from './signInAdapter.js'

const id = 'dev.latchkey.fake'
let tabs: BrowserTabs
let configs: Config[]

function open(name: string, connectors: CreateConnector[], more: Partial<CreateConfigParameters>) {
  const tab = tabs.open(name)
  const config = createConfig({ chains: [one, ten], connectors, storage: tab.storage, ...more })
  configs.push(config)
  followTabs(config, tab.target)
  return config
}

beforeEach(() => {
  tabs = browserTabs()
  configs = []
})
afterEach(() => {
  for (const config of configs) config.destroy()
})

describe('a sign-in', () => {
  it('behavior: a sign-in is ended once, by the tab that was left', async () => {
    const revoked: string[] = []
    const adapter = (name: string): SignInAdapter => ({
      createMessage: () => Promise.reject(new Error('not asked here')),
      addSession: async () => {},
      setSessions: async () => {},
      getSessions: async () => [],
      async revokeSession(chainId) {
        revoked.push(`${name} ${chainId}`)
      },
    })
    const wallet = createFakeConnector()
    const b = open('B', [wallet.create], { siwx: adapter('B') })
    const a = open('A', [wallet.create], { siwx: adapter('A') })
    await connect(a, { connector: id })
    await vi.waitFor(() => expect(b.signIn?.getState().status).toBe('unsigned'))
    await disconnect(a)
    await vi.waitFor(() => expect(b.signIn?.getState().status).toBe('idle'))
    expect(revoked.sort()).toEqual(['A eip155:1', 'A eip155:10'])
  })

  const person = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const place = { domain: 'app.example', uri: 'https://app.example' }
  const status = (config: Config) => config.signIn?.getState().status

  /** Two tabs with one wallet whose keys a library has. */
  async function signing() {
    const wallet = createFakeConnector({
      addresses: [person.address],
      getProvider: async () => ({
        request: ({ params: [raw] }: { params: [`0x${string}`] }) => person.signMessage({ message: { raw } }),
      }),
    })
    const b = open('B', [wallet.create], { siwx: localSignIn(place) })
    const a = open('A', [wallet.create], { siwx: localSignIn(place) })
    await connect(a, { connector: id })
    for (const config of [a, b]) await vi.waitFor(() => expect(status(config)).toBe('unsigned'))
    wallet.calls.length = 0
    tabs.writes.length = 0
    await signIn(a)
    for (const config of [a, b]) await vi.waitFor(() => expect(status(config)).toBe('signedIn'))
    return { a, b, wallet }
  }

  it('behavior: signed there is signed here, and signed out there is signed out here, where nobody is asked', async () => {
    const { a, b, wallet } = await signing()
    expect(b.signIn?.getState()).toMatchObject({ session: { data: { accountAddress: person.address } } })
    const seen: unknown[] = []
    b.signIn?.subscribe(() => seen.push(status(b)))
    await signOut(a)
    await vi.waitFor(() => expect(status(b)).toBe('unsigned'))
    expect(seen).toEqual(['unsigned'])
    expect(wallet.calls).toEqual([])
    expect(tabs.writes.filter((write) => write.startsWith('B'))).toEqual([])
  })

  it('behavior: what was ended there with the connection does not come back here with the next', async () => {
    const { a, b } = await signing()
    await disconnect(b)
    await vi.waitFor(() => expect(status(a)).toBe('idle'))
    await connect(b, { connector: id })
    for (const config of [a, b]) await vi.waitFor(() => expect(status(config)).toBe('unsigned'))
  })
})
