import { hexToString, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bob, one, ten } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import type { Chain } from '../chain.js'
import { createConfig } from '../createConfig.js'
import { toCoinType } from '../names/toCoinType.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getAccountState } from './getAccountState.js'
import { getIdentity } from './getIdentity.js'
import { getName } from './getName.js'
import { getNameSuggestions } from './getNameSuggestions.js'
import { getNames } from './getNames.js'
import { registerName } from './registerName.js'
import { releaseName } from './releaseName.js'
import { setNameAttributes } from './setNameAttributes.js'

const owner = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const name = 'alice.names.example'
const time = '2026-01-01T00:00:00.000Z'
const record = {
  name,
  registered_at: time,
  attributes: {},
  addresses: { 60: { address: owner.address, created_at: time } },
}
const text = JSON.stringify({ name, attributes: {}, timestamp: 1_900_000_000, nonce: 'ab' })
const reverse = `/v1/profile/reverse/${owner.address}`
const identity = `/v1/identity/${owner.address}`
const taken = { status: 'FAILED', reasons: [{ field: 'name', name: 'name', description: 'taken' }] }
const refuse =
  (status: number, body: unknown): Route =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body))

async function setUp(options: { routes?: Record<string, Route>; kind?: 'auth' | 'injected'; chain?: Chain } = {}) {
  const { kind = 'auth', chain = one } = options
  const server = await dataServer({
    '/v1/profile/message': { name, message: text, expires: 1_900_000_300 },
    '/v1/profile/account': { ...record, success: true },
    [`/v1/profile/account/${name}`]: record,
    [reverse]: [record],
    [identity]: { name: null, avatar: null },
    '/v1/profile/suggestions/alice': { suggestions: [{ name, registered: true }] },
    ...options.routes,
  })
  const asked: string[] = []
  const switches = { reject: false }
  const request = async ({ method, params }: { method: string; params: readonly `0x${string}`[] }) => {
    if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    asked.push(`${method} ${hexToString(params[0] ?? '0x')}`)
    return owner.signMessage({ message: { raw: params[0] ?? '0x' } })
  }
  const fake = createFakeConnector({ addresses: [owner.address], getProvider: async () => ({ request }) })
  const store = memoryStore()
  const open = () => {
    const config = createConfig({
      chains: [chain, ten],
      connectors: [(host) => ({ ...fake.create(host), kind })],
      api: { url: server.url },
      storage: createStorage({ store }),
    })
    onTestFinished(() => config.destroy())
    return config
  }
  const config = open()
  return { server, config, open, asked, switches, join: () => connect(config, { connector: 'dev.latchkey.fake' }) }
}

describe('registerName', () => {
  it('[S4-24][S7-46][S7-47][S7-48][S7-49][S7-50] signs one text of the service and posts it', async () => {
    const { config, server, asked, join } = await setUp()
    await join()
    expect(await registerName(config, { name: ' Alice ' })).toEqual({ name })
    expect(asked).toEqual([`personal_sign ${text}`])
    const [first, second] = server.seen.slice(-2)
    const coin_type = 2147483649
    expect(first).toMatchObject({
      path: '/v1/profile/message',
      body: { action: 'register', name: 'alice', address: owner.address, coin_type },
    })
    expect(second).toMatchObject({ method: 'POST', path: '/v1/profile/account' })
    const { signature, ...rest } = (second?.body ?? {}) as { signature: `0x${string}` }
    expect(rest).toEqual({ message: text, address: owner.address, coin_type })
    expect(await verifyMessage({ address: owner.address, message: text, signature })).toBe(true)
    expect(getAccountState(config).profileName).toBe(name)
    // What is kept of the account holds the name without asking.
    expect(await getNames(config)).toEqual([name])
    expect(server.count(reverse)).toBe(0)
  })

  it('[S8-14] error: Network not found', async () => {
    const { config, join } = await setUp()
    await join()
    config._internal.update((state) => ({ ...state, chainIds: { ...state.chainIds, eip155: 'eip155:999' } }))
    await expect(registerName(config, { name: 'alice' })).rejects.toMatchObject({ message: 'Network not found' })
  })

  it('[S8-15] error: Address or auth connector not found', async () => {
    const message = 'Address or auth connector not found'
    const nobody = await setUp()
    await expect(registerName(nobody.config, { name: 'alice' })).rejects.toMatchObject({ message })
    const other = await setUp({ kind: 'injected' })
    await other.join()
    await expect(registerName(other.config, { name: 'alice' })).rejects.toMatchObject({ message })
    expect(other.asked).toEqual([])
  })

  it('[S8-39] error: Error registering name', async () => {
    const { config, server, join } = await setUp({ routes: { '/v1/profile/account': 500 } })
    await join()
    const message = 'Error registering name alice'
    await expect(registerName(config, { name: 'alice' })).rejects.toMatchObject({ message })
    server.routes['/v1/profile/account'] = refuse(500, { reasons: [{}] })
    await expect(registerName(config, { name: 'alice' })).rejects.toMatchObject({ message })
    expect(getAccountState(config).profileName).toBe(null)
  })

  it('error: a network whose number has no coin type', async () => {
    const far: Chain = { ...one, caipNetworkId: 'eip155:2147483648', id: 2147483648 }
    const { config, join, asked } = await setUp({ chain: far })
    await connect(config, { connector: 'dev.latchkey.fake', chainId: 'eip155:2147483648' }).catch(join)
    config._internal.update((state) => ({ ...state, chainIds: { ...state.chainIds, eip155: 'eip155:2147483648' } }))
    await expect(registerName(config, { name: 'alice' })).rejects.toMatchObject({
      message: 'Error registering name alice',
      cause: { message: 'Invalid chainId' },
    })
    expect(asked).toEqual([])
  })

  it('error: a person who does not sign', async () => {
    const { config, server, switches, join } = await setUp()
    await join()
    switches.reject = true
    await expect(registerName(config, { name: 'alice' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(server.count('/v1/profile/account')).toBe(0)
  })
})

describe('releaseName', () => {
  const release = `/v1/profile/account/${name}/release`

  it('signs one text of the service and posts it; the account has no name then', async () => {
    const { config, server, asked, join } = await setUp({ routes: { [release]: {} } })
    await join()
    await getIdentity(config)
    expect(getAccountState(config).profileName).toBe(name)
    expect(await releaseName(config)).toEqual({ name })
    expect(asked).toEqual([`personal_sign ${text}`])
    const [first, second] = server.seen.slice(-2)
    expect(first).toMatchObject({ path: '/v1/profile/message', body: { action: 'release', name } })
    const { message, signature } = (second?.body ?? {}) as { message: string; signature: `0x${string}` }
    expect(second).toMatchObject({ method: 'POST', path: release })
    expect(await verifyMessage({ address: owner.address, message, signature })).toBe(true)
    expect(getAccountState(config).profileName).toBe(null)
    const before = server.count(reverse)
    expect(await getNames(config)).toEqual([])
    expect(server.count(reverse)).toBe(before)
  })

  it('takes the name that is given, in any case, and leaves the others', async () => {
    const second = { ...record, name: 'bob.names.example' }
    const { config, server, join } = await setUp({ routes: { [reverse]: [record, second], [release]: {} } })
    await join()
    expect(await releaseName(config, { name: ' ALICE.names.example ' })).toEqual({ name })
    expect(await getNames(config)).toEqual(['bob.names.example'])
    expect(server.count(release)).toBe(1)
  })

  it('error: nobody is connected, the account has no name, the person does not sign, the service refuses', async () => {
    const { config, server, switches, join } = await setUp({ routes: { [release]: refuse(400, taken) } })
    await expect(releaseName(config)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await join()
    await expect(releaseName(config)).rejects.toMatchObject({ code: 'API_REFUSED', message: 'taken' })
    server.routes[release] = 500
    await expect(releaseName(config)).rejects.toMatchObject({ message: `Error releasing name ${name}` })
    expect(await getNames(config)).toEqual([name])
    const before = server.count(release)
    switches.reject = true
    await expect(releaseName(config)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(server.count(release)).toBe(before)
    server.routes[reverse] = []
    await expect(releaseName(config)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('error: a path in place of a name stays a name', async () => {
    const { config, server, join } = await setUp()
    await join()
    await expect(releaseName(config, { name: '../../../v1' })).rejects.toMatchObject({ code: 'API_REFUSED' })
    expect(server.seen.at(-1)?.path).toBe('/v1/profile/account/..%2F..%2F..%2Fv1/release')
  })
})

describe('setNameAttributes', () => {
  const path = `/v1/profile/account/${name}/attributes`
  const attributes = { bio: 'Paints ships.', url: 'https://alice.example' }

  it('signs one text of the service and posts it', async () => {
    const { config, server, asked, join } = await setUp({ routes: { [path]: attributes } })
    await join()
    expect(await setNameAttributes(config, { attributes })).toEqual({ name, attributes })
    expect(asked).toEqual([`personal_sign ${text}`])
    const [first, second] = server.seen.slice(-2)
    expect(first).toMatchObject({ path: '/v1/profile/message', body: { action: 'attributes', name, attributes } })
    expect(second).toMatchObject({ method: 'POST', path, body: { message: text } })
  })

  it('error: the service refuses, or answers what is none', async () => {
    const { config, server, join } = await setUp({ routes: { [path]: 500 } })
    await join()
    const failed = { message: `Error updating name ${name}` }
    await expect(setNameAttributes(config, { name, attributes })).rejects.toMatchObject(failed)
    server.routes[path] = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('null')
    const odd = setNameAttributes(config, { name, attributes })
    await expect(odd).rejects.toMatchObject({ ...failed, code: 'API_BAD_ANSWER' })
  })
})

describe('reasons of the service', () => {
  it('[S8-35] are what an error says', async () => {
    const routes = {
      '/v1/profile/message': refuse(400, taken),
      [`/v1/profile/account/${name}`]: refuse(400, taken),
      '/v1/profile/suggestions/alice': refuse(400, taken),
      [reverse]: refuse(400, taken),
    }
    const { config, join } = await setUp({ routes })
    await join()
    for (const ask of [
      () => registerName(config, { name: 'alice' }),
      () => getName(config, { name }),
      () => getNameSuggestions(config, { name: 'alice' }),
      () => getNames(config),
    ])
      await expect(ask()).rejects.toMatchObject({ message: 'taken', code: 'API_REFUSED' })
  })

  it('[S8-36] error: Error resolving name', async () => {
    const { config, server } = await setUp({ routes: { [`/v1/profile/account/${name}`]: refuse(500, {}) } })
    const failed = { message: 'Error resolving name' }
    await expect(getName(config, { name })).rejects.toMatchObject(failed)
    server.routes[`/v1/profile/account/${name}`] = (response) => response.writeHead(502).end('<html>')
    await expect(getName(config, { name })).rejects.toMatchObject(failed)
  })

  it('[S8-37] error: Error fetching name suggestions', async () => {
    const { config } = await setUp({ routes: { '/v1/profile/suggestions/alice': 500 } })
    await expect(getNameSuggestions(config, { name: 'alice' })).rejects.toMatchObject({
      message: 'Error fetching name suggestions',
    })
  })

  it('[S8-38] error: Error fetching names for address', async () => {
    const { config } = await setUp({ routes: { [reverse]: 500 } })
    await expect(getNames(config, { address: owner.address })).rejects.toMatchObject({
      message: 'Error fetching names for address',
    })
  })
})

describe('getName, getNameSuggestions', () => {
  it('[S7-43] tells what a name leads to, and nothing of one that nobody has', async () => {
    const { config, server } = await setUp({ routes: { '/v1/profile/account/free.names.example': [] } })
    expect((await getName(config, { name: 'ALICE.names.example' }))?.addresses[60]?.address).toBe(owner.address)
    expect(await getName(config, { name: 'nobody.names.example' })).toBeUndefined()
    expect(await getName(config, { name: 'free.names.example' })).toBeUndefined()
    const before = server.seen.length
    expect(await getName(config, { name: '../account' })).toBeUndefined()
    expect(server.seen).toHaveLength(before)
  })

  it('[S7-45][S3-58] gives names with whether they are gone, and asks for none that cannot be', async () => {
    const { config, server } = await setUp()
    expect(await getNameSuggestions(config, { name: 'ALICE' })).toEqual([{ name, registered: true }])
    const before = server.seen.length
    for (const each of ['abc', 'a_bc', 'ab cd', 'älice'])
      expect(await getNameSuggestions(config, { name: each })).toEqual([])
    expect(server.seen).toHaveLength(before)
  })
})

describe('getNames', () => {
  it('[S7-44][S9-05] asks once in five minutes, across reloads, and again just after', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { config, server, open } = await setUp()
    const given = { address: owner.address }
    expect(await getNames(config, given)).toEqual([name])
    vi.setSystemTime(Date.now() + 300_000)
    expect(await getNames(open(), given)).toEqual([name])
    expect(server.count(reverse)).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    expect(await getNames(open(), given)).toEqual([name])
    expect(server.count(reverse)).toBe(2)
  })

  it('error: refuses what is no address', async () => {
    const { config } = await setUp()
    await expect(getNames(config, { address: bob.slice(1) })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
  })
})

describe('the identity of the embedded wallet', () => {
  it('is the name of ENS, else the one of the service, on test networks too', async () => {
    const { config, server, join } = await setUp()
    await join()
    expect(await getIdentity(config)).toEqual({ name, avatar: null })
    server.routes[identity] = { name: 'alice.eth', avatar: null }
    expect((await getIdentity(config, { force: true })).name).toBe('alice.eth')
    const test = await setUp({ chain: { ...one, testnet: true } })
    await test.join()
    expect((await getIdentity(test.config)).name).toBe(name)
    expect(test.server.count(identity)).toBe(0)
  })

  it('asks the service for no other wallet, and does without it where it fails', async () => {
    const other = await setUp({ kind: 'injected' })
    await other.join()
    expect((await getIdentity(other.config)).name).toBe(null)
    expect(other.server.count(reverse)).toBe(0)
    const broken = await setUp({ routes: { [reverse]: 500 } })
    await broken.join()
    expect((await getIdentity(broken.config)).name).toBe(null)
  })
})

describe('toCoinType', () => {
  it('[S5-09] takes a chain id below 2³¹', () => {
    expect([toCoinType(1), toCoinType(2147483647)]).toEqual([2147483649, 0xffffffff])
  })

  it.each([2147483648, 0, -1, 1.5, Number.NaN])('[S8-18] error: Invalid chainId for %s', (chainId) => {
    expect(() => toCoinType(chainId)).toThrow('Invalid chainId')
  })
})
