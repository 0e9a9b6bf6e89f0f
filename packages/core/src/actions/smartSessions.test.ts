import type { SmartSession } from '@latchkey/protocol/sessionsApi'
import { type Hex, hexToString, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bob, one, sol, ten } from '../../test/chains.js'
import { dataServer, type Route } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { getSmartSessions } from './getSmartSessions.js'
import { grantPermissions } from './grantPermissions.js'
import { revokeSmartSession } from './revokeSmartSession.js'

const owner = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const small = owner.address.toLowerCase()
const pci = '5e0d4f2a-0000-4000-8000-000000000001'
const account = `eip155:1:${owner.address}`
const path = `/v1/sessions/${encodeURIComponent(account)}`
const revokePath = `/v1/sessions/${owner.address}/revoke`
const session: SmartSession = {
  project: { id: 'p', name: 'An app', url: 'https://app.example', iconUrl: null },
  pci,
  expiry: 2_000_000_000,
  createdAt: 1_900_000_000,
  permissions: [{ type: 'contract-call', data: {} }],
  policies: [],
  context: '0xc0ffee',
  revokedAt: null,
}
const key = { type: 'secp256k1', publicKey: '0x04aa' } as const
const own = { type: 'secp256k1', publicKey: '0x04bb' } as const
const permissions = [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1' } }] as const

/** A wallet over a key of viem, and what it was asked. */
async function setUp({
  routes = {},
  grant = async () => ({ context: '0xc0ffee' }),
  isConnected = true,
}: {
  routes?: { [path: string]: Route }
  grant?: (request: unknown) => Promise<unknown>
  isConnected?: boolean
} = {}) {
  const server = await dataServer({
    '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
    [path]: { pcis: [session] },
    [revokePath]: {},
    [`${path}/activate`]: {},
    ...routes,
  })
  const asked: { method: string; params: readonly unknown[] }[] = []
  const switches = { reject: false }
  const request = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    asked.push({ method, params })
    if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    if (method === 'wallet_grantPermissions') return grant(params[0])
    return owner.signMessage({ message: { raw: params[0] as Hex } })
  }
  const fake = createFakeConnector({ addresses: [owner.address], getProvider: async () => ({ request }) })
  const config = createConfig({
    chains: [one, ten],
    connectors: [fake.create],
    api: { url: server.url, projectId: 'p-1' },
    metadata: { name: 'An app', description: '', url: '', icons: ['/a.svg', 'https://app.example/a.png'] },
    storage: null,
  })
  onTestFinished(() => config.destroy())
  if (isConnected) await connect(config, { connector: 'dev.latchkey.fake' })
  const texts = () =>
    asked.filter(({ method }) => method === 'personal_sign').map(({ params }) => hexToString(params[0] as Hex))
  return { server, config, asked, texts, fake, switches }
}
const isSigned = (message: string, body: unknown) =>
  verifyMessage({ address: owner.address, message, signature: (body as { signature: Hex }).signature })

describe('getSmartSessions', () => {
  it('[S7-65] asks for those of the connected account, by CAIP-10', async () => {
    const { config, server } = await setUp()
    expect(await getSmartSessions(config)).toEqual([session])
    expect(server.seen.at(-1)).toMatchObject({ method: 'GET', path, query: { projectId: 'p-1' } })
  })

  it('[S7-65] asks for those of any other, by plain address too', async () => {
    const { config, server } = await setUp({ routes: { [`/v1/sessions/${bob}`]: { pcis: [] } } })
    expect(await getSmartSessions(config, { address: bob })).toEqual([])
    expect(server.count(`/v1/sessions/${bob}`)).toBe(1)
  })

  it('[S7-65] gives none where the service is not asked: nobody connected, another chain or family, no data API', async () => {
    const { config, server } = await setUp({ isConnected: false })
    expect(await getSmartSessions(config)).toEqual([])
    expect(await getSmartSessions(config, { address: `eip155:10:${bob}` })).toEqual([])
    expect(
      await getSmartSessions(config, { address: `${sol.caipNetworkId}:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV` }),
    ).toEqual([])
    expect(await getSmartSessions(createConfig({ chains: [one], storage: null }), { address: bob })).toEqual([])
    expect(server.seen.filter((each) => each.path !== '/v1/supported-chains')).toEqual([])
  })

  it.each([
    [500, 'API_REFUSED'],
    [{ pcis: [{ pci: 5 }] }, 'API_BAD_ANSWER'],
  ])('error: %j ends in %s', async (route, code) => {
    const { config } = await setUp({ routes: { [path]: route } })
    await expect(getSmartSessions(config)).rejects.toMatchObject({ code })
  })

  it.each(['banana', 'eip155:1:0x12', '../x'])('error: refuses %s before it asks', async (address) => {
    const { config, server } = await setUp({ isConnected: false })
    await expect(getSmartSessions(config, { address })).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    expect(server.seen).toEqual([])
  })
})

describe('revokeSmartSession', () => {
  it('[S7-66][S7-67][S7-68] posts the session and a signature of the account over a text that names both', async () => {
    const { config, server, texts } = await setUp()
    expect(await revokeSmartSession(config, { pci })).toEqual({ success: true })
    const { method, path: called, query, body } = server.seen.at(-1) ?? {}
    expect({ method, called, query }).toMatchObject({ method: 'POST', called: revokePath, query: { projectId: 'p-1' } })
    expect(body).toEqual({ pci, signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    const message = `Do not let an app act for this account any more.\n\nAccount: ${small}\nPermission: ${pci}`
    expect(texts()).toEqual([message])
    expect(await isSigned(message, body)).toBe(true)
  })

  it('[S7-66] tells that nothing happened where there is nobody to tell, and asks no wallet', async () => {
    const { config, asked } = await setUp({ routes: { '/v1/supported-chains': { http: ['eip155:10'], ws: [] } } })
    expect(await revokeSmartSession(config, { pci })).toEqual({ success: false })
    expect(asked).toEqual([])
  })

  it('error: posts nothing when the visitor refuses, or nobody is connected', async () => {
    const { config, server, switches } = await setUp()
    switches.reject = true
    await expect(revokeSmartSession(config, { pci })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    const nobody = (await setUp({ isConnected: false })).config
    await expect(revokeSmartSession(nobody, { pci })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(server.count(revokePath)).toBe(0)
  })

  it.each([401, 404, 503])('error: a service that answers %i has revoked nothing', async (status) => {
    const { config } = await setUp({ routes: { [revokePath]: status } })
    await expect(revokeSmartSession(config, { pci })).rejects.toMatchObject({ code: 'API_REFUSED' })
  })
})

describe('grantPermissions', () => {
  const created = { [path]: { pci, key } }
  const parameters = { expiry: 2_000_000_000, keys: [own], permissions } as const

  it('creates, has the wallet grant to both keys, and opens the session with the word of the account', async () => {
    const { config, server, asked, texts } = await setUp({ routes: created })
    expect(await grantPermissions(config, parameters)).toEqual({ pci, key, context: '0xc0ffee' })
    const [creation, activation] = server.seen.filter(({ method }) => method === 'POST')
    expect(creation).toMatchObject({
      path,
      body: { chainId: '0x1', expiry: 2_000_000_000, permissions, policies: [], projectId: 'p-1' },
    })
    const project = { name: 'An app', iconUrl: 'https://app.example/a.png' }
    expect(creation?.body).toEqual(expect.objectContaining({ project }))
    expect(asked[0]).toMatchObject({
      method: 'wallet_grantPermissions',
      params: [
        {
          version: 2,
          chainId: '0x1',
          address: owner.address,
          expiry: 2_000_000_000,
          signer: { type: 'keys', data: { keys: [key, own] } },
          permissions,
        },
      ],
    })
    const message = [
      'Let an app act for this account, within the permissions that the wallet granted.',
      '',
      'App: An app',
      `Account: ${small}`,
      'Chain ID: 1',
      `Permission: ${pci}`,
      'Until: 2033-05-18T03:33:20.000Z',
    ].join('\n')
    expect(texts()).toEqual([message])
    expect(activation).toMatchObject({ path: `${path}/activate`, body: { pci, context: '0xc0ffee' } })
    expect(await isSigned(message, activation?.body)).toBe(true)
  })

  it.each([
    ['rejects', async () => Promise.reject({ code: 4001, message: 'no' }), 'USER_REJECTED'],
    ['knows no such thing', async () => Promise.reject({ code: -32601, message: 'no' }), 'UNSUPPORTED_METHOD'],
    ['answers nonsense', async () => ({ context: 'banana' }), 'WALLET_BAD_ANSWER'],
    ['answers nothing', async () => null, 'WALLET_BAD_ANSWER'],
  ])('error: nothing is opened when the wallet %s', async (_, grant, code) => {
    const { config, server, texts } = await setUp({ routes: created, grant })
    await expect(grantPermissions(config, parameters)).rejects.toMatchObject({ code })
    expect(server.count(`${path}/activate`)).toBe(0)
    expect(texts()).toEqual([])
  })

  it('error: asks no wallet where no session can begin', async () => {
    const { config, asked } = await setUp({ routes: { [path]: 503 } })
    await expect(grantPermissions(config, parameters)).rejects.toMatchObject({ code: 'API_REFUSED' })
    const elsewhere = await setUp({ routes: { '/v1/supported-chains': { http: ['eip155:10'], ws: [] } } })
    await expect(grantPermissions(elsewhere.config, parameters)).rejects.toMatchObject({ code: 'CHAIN_NOT_FOUND' })
    expect([...asked, ...elsewhere.asked]).toEqual([])
  })
})
