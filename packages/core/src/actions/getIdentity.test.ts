import { identityFresh } from '@latchkey/protocol/internal/limits'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { alice, bob, one, sol, ten } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createConfig } from '../createConfig.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getAccountState } from './getAccountState.js'
import { getIdentity } from './getIdentity.js'

const path = `/v1/identity/${alice}`
const identity = { name: 'alice.eth', avatar: 'https://pictures.example/a.png' }
const nobody = { name: null, avatar: null }

async function setUp(route: object | number = { ...identity, resolvedAt: 5 }) {
  const server = await dataServer({ [path]: route, [`/v1/identity/${bob}`]: nobody })
  const store = memoryStore()
  const fake = createFakeConnector({ addresses: [alice] })
  const open = () => {
    const config = createConfig({
      chains: [one, { ...ten, testnet: true }],
      connectors: [fake.create],
      api: { url: server.url },
      storage: createStorage({ store }),
    })
    onTestFinished(() => config.destroy())
    return config
  }
  return { server, open, config: open() }
}

describe('getIdentity', () => {
  it('[S3-79][S3-80][S7-05][S7-06] asks who is connected, as who is connected, and the account state knows it', async () => {
    const { config, server } = await setUp()
    await connect(config, { connector: 'dev.latchkey.fake' })
    expect(getAccountState(config)).toMatchObject({ profileName: null, profileImage: null })
    expect(await getIdentity(config)).toEqual(identity)
    expect(server.seen.at(-1)).toMatchObject({ path, query: { sender: alice } })
    expect(getAccountState(config)).toMatchObject({ profileName: identity.name, profileImage: identity.avatar })
    await getIdentity(config, { address: bob })
    expect(getAccountState(config)).toMatchObject({ profileName: identity.name })
  })

  it('[S7-06] says no sender while nobody is connected', async () => {
    const { config, server } = await setUp()
    expect(await getIdentity(config, { address: alice })).toEqual(identity)
    expect(server.seen.at(-1)?.query).not.toHaveProperty('sender')
    expect(await getIdentity(config)).toEqual(nobody)
  })

  it('[S9-06] is asked once in five minutes, across reloads, and again just after', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { config, server, open } = await setUp()
    expect(identityFresh).toBe(300_000)
    await Promise.all([getIdentity(config, { address: alice }), getIdentity(config, { address: alice })])
    expect(server.count(path)).toBe(1)
    vi.setSystemTime(Date.now() + identityFresh)
    expect(await getIdentity(open(), { address: alice })).toEqual(identity)
    expect(server.count(path)).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    await getIdentity(config, { address: alice })
    expect(server.count(path)).toBe(2)
  })

  it('[S7-05] asks nobody on test networks, on networks that are not listed, for other families, or without a data API', async () => {
    const { config, server } = await setUp()
    for (const chainId of ['eip155:10', 'eip155:999', sol.caipNetworkId] as const)
      expect(await getIdentity(config, { address: alice, chainId })).toEqual(nobody)
    expect(await getIdentity(createConfig({ chains: [one], storage: null }), { address: alice })).toEqual(nobody)
    expect(server.seen).toEqual([])
  })

  it('gives no picture that is not https', async () => {
    const { config } = await setUp({ name: 'alice.eth', avatar: 'javascript:alert(1)' })
    expect(await getIdentity(config, { address: alice })).toEqual({ name: 'alice.eth', avatar: null })
  })

  it.each([
    [500, 'API_REFUSED'],
    [{ name: 5, avatar: null }, 'API_BAD_ANSWER'],
  ])('error: %j ends in %s, and is not kept', async (route, code) => {
    const { config, server } = await setUp(route)
    await expect(getIdentity(config, { address: alice })).rejects.toMatchObject({ code })
    server.routes[path] = identity
    expect(await getIdentity(config, { address: alice })).toEqual(identity)
  })

  it('error: refuses what is no address before it asks', async () => {
    const { config, server } = await setUp()
    await expect(getIdentity(config, { address: '../x' })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(server.seen).toEqual([])
  })
})
