import type { ChainId } from '@latchkey/protocol/caip'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTestServer } from '../../../../apps/server/test/startTestServer.js'
import { browserTabs } from '../../test/browserTabs.js'
import { one } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { type Signer, signers } from '../../test/signers.js'
import { connect } from '../actions/connect.js'
import { signIn } from '../actions/signIn.js'
import { signOut } from '../actions/signOut.js'
import { followTabs } from '../config/followTabs.js'
import { type Config, createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { cloudSignIn } from './cloudSignIn.js'
import type { SignInSession } from './signInAdapter.js'

const page = { domain: 'app.example', uri: 'https://app.example' }
let server: Awaited<ReturnType<typeof startTestServer>>
let people: Awaited<ReturnType<typeof signers>>
beforeAll(async () => {
  people = await signers()
  server = await startTestServer()
}, 120_000)
afterAll(() => server?.close())

function setUp(storage = createStorage({ store: memoryStore() }), url = server.url) {
  return cloudSignIn({ ...page, url })({ storage, chains: () => [], rpcUrls: () => [] })
}

async function signed(adapter: ReturnType<typeof setUp>, signer: Signer): Promise<SignInSession> {
  const { toString: _, ...data } = await adapter.createMessage(signer)
  const message = data.serializedMessage
  return { data, message, signature: await signer.sign(message) }
}

describe.each(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const)('at a real server, %s', (family) => {
  it('behavior: signs in for this account alone, across visits, until it signs out', async () => {
    const storage = createStorage({ store: memoryStore() })
    const adapter = setUp(storage)
    const signer = people[family]
    const { chainId, accountAddress } = signer
    await adapter.addSession(await signed(adapter, signer))
    const later = setUp(storage)
    const [session] = await later.getSessions(chainId, accountAddress)
    expect(session?.data).toMatchObject({ accountAddress, chainId, ...page })
    // When it ends is what the server says, a week by default.
    const left = Date.parse(session?.data.expirationTime ?? '') - Date.now()
    expect(left / 3_600_000).toBeCloseTo(168, 1)
    const token = later.getToken?.(chainId, accountAddress) ?? ''
    expect(token.split('.')).toHaveLength(3)
    expect(await later.getSessions(`${family}:another` as ChainId, accountAddress)).toEqual([])
    await later.revokeSession(chainId, accountAddress)
    expect(await later.getSessions(chainId, accountAddress)).toEqual([])
    const me = await fetch(`${server.url}/auth/v1/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(401)
  })

  it('error: what another account signed, and a message that is signed in with twice, are refused', async () => {
    const adapter = setUp()
    const signer = people[family]
    const wrong = await signed(adapter, { ...signer, sign: people[family === 'solana' ? 'cosmos' : 'solana'].sign })
    await expect(adapter.addSession(wrong)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const right = await signed(adapter, signer)
    await adapter.addSession(right)
    await expect(adapter.addSession(right)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
    await expect(setUp().addSession(await signed(adapter, signer))).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })
})

it('behavior: one that the server has ended is over here at the next look; setSessions([]) ends all', async () => {
  const adapter = setUp()
  const { chainId, accountAddress } = people.eip155
  await adapter.addSession(await signed(adapter, people.eip155))
  await adapter.addSession(await signed(adapter, people.solana))
  const token = adapter.getToken?.(chainId, accountAddress)
  await fetch(`${server.url}/auth/v1/me`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect(await adapter.getSessions(chainId, accountAddress)).toEqual([])
  expect(adapter.getToken?.(chainId, accountAddress)).toBeUndefined()
  expect(await adapter.getSessions(people.solana.chainId, people.solana.accountAddress)).toHaveLength(1)
  await adapter.setSessions([])
  expect(await adapter.getSessions(people.solana.chainId, people.solana.accountAddress)).toEqual([])
})

it('error: a service that is away, or answers something else, is said; what was known stays', async () => {
  const storage = createStorage({ store: memoryStore() })
  const adapter = setUp(storage)
  const { chainId, accountAddress } = people.eip155
  await adapter.addSession(await signed(adapter, people.eip155))
  const away = setUp(storage, 'http://127.0.0.1:9')
  await expect(away.getSessions(chainId, accountAddress)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
  await expect(away.createMessage(people.eip155)).rejects.toMatchObject({ code: 'API_UNREACHABLE' })
  const odd = await dataServer({ '/auth/v1/nonce': { nonce: 7 }, '/auth/v1/me': 503 })
  await expect(setUp(storage, odd.url).createMessage(people.eip155)).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
  await expect(setUp(storage, odd.url).getSessions(chainId, accountAddress)).rejects.toMatchObject({
    code: 'API_REFUSED',
  })
  expect(await adapter.getSessions(chainId, accountAddress)).toHaveLength(1)
})

it('behavior: two tabs sign in and out together, and each shows it again after a reload', async () => {
  const person = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const tabs = browserTabs()
  const wallet = createFakeConnector({
    addresses: [person.address],
    getProvider: async () => ({
      request: ({ params: [raw] }: { params: [`0x${string}`] }) => person.signMessage({ message: { raw } }),
    }),
  })
  const open = (name: string) => {
    const tab = tabs.open(name)
    const siwx = cloudSignIn({ ...page, url: server.url })
    const config = createConfig({ chains: [one], connectors: [wallet.create], storage: tab.storage, siwx })
    onTestFinished(() => config.destroy())
    followTabs(config, tab.target)
    return config
  }
  const become = (config: Config, status: string) =>
    vi.waitFor(() => expect(config.signIn?.getState().status).toBe(status), { timeout: 15_000 })
  const [b, a] = [open('B'), open('A')]
  await connect(a, { connector: 'dev.latchkey.fake' })
  for (const config of [a, b]) await become(config, 'unsigned')
  await signIn(a)
  for (const config of [a, b]) await become(config, 'signedIn')
  await signOut(b)
  for (const config of [a, b]) await become(config, 'unsigned')
})
