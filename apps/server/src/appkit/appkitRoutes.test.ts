import { refusal } from '@latchkey/protocol/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

const chains = [
  {
    caip2: 'eip155:1' as const,
    name: 'Ethereum',
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
]
const paths = ['/appkit/v1/config', '/projects/v1/origins', '/getAnalyticsConfig']
let open: RunningServer
let closed: RunningServer

beforeAll(async () => {
  open = await startTestServer({ chains })
  closed = await startTestServer({
    chains,
    env: { LATCHKEY_PROJECTS: 'mine', LATCHKEY_RELAY_SITES: 'https://app.localhost,https://*.shop.localhost' },
  })
}, 180_000)
afterAll(async () => {
  await open?.close()
  await closed?.close()
})
const json = async (server: RunningServer, path: string) => (await fetch(`${server.url}${path}`)).json()

describe('what an AppKit page asks when it starts', () => {
  it('[S7-134] switches off each feature that this server does not have, in entries that AppKit reads', async () => {
    const { features } = (await json(open, '/appkit/v1/config')) as {
      features: { id: string; isEnabled: boolean; config: string[] | null }[]
    }
    const on = features.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)
    expect(on).toEqual(['social_login', 'activity', 'reown_authentication'])
    // AppKit takes `null` for the app's own choice, and an entry without `config` for one that is off.
    expect(features.filter(({ config }) => config === null).map(({ id }) => id)).toEqual([
      'social_login',
      'reown_authentication',
    ])
    expect(features.every(({ config }) => config !== undefined)).toBe(true)
    expect(features.map(({ id }) => id)).toEqual(expect.arrayContaining(['swap', 'onramp', 'email_capture']))
  })

  it('[S7-135] names the sites of the relay, and all where none are set', async () => {
    expect(await json(open, '/projects/v1/origins')).toEqual({ allowedOrigins: ['*'] })
    const { allowedOrigins } = (await json(closed, '/projects/v1/origins?projectId=mine')) as {
      allowedOrigins: string[]
    }
    expect(allowedOrigins).toEqual(expect.arrayContaining(['https://app.localhost', 'https://*.shop.localhost']))
    expect(allowedOrigins).not.toContain('*')
  })

  it('[S7-138] wants no events', async () => {
    expect(await json(open, '/getAnalyticsConfig')).toEqual({ isAnalyticsEnabled: false })
  })

  it.each(paths)('%s is for known projects, and is only read', async (path) => {
    expect((await fetch(`${closed.url}${path}`)).status).toBe(401)
    expect((await fetch(`${closed.url}${path}?projectId=mine`)).status).toBe(200)
    const written = await fetch(`${open.url}${path}`, { method: 'POST' })
    expect(written.status).toBe(405)
    refusal.parse(await written.json())
  })
})

describe('events', () => {
  it.each(['/e', '/batch'])('%s takes what a page posts as text, and answers with JSON', async (path) => {
    const body = JSON.stringify({ eventId: crypto.randomUUID(), props: { type: 'track', event: 'INITIALIZE' } })
    const response = await fetch(`${open.url}${path}?projectId=x&st=appkit&sv=html-wagmi-1.8.0`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://app.example' },
      body,
    })
    expect([response.status, await response.json()]).toEqual([202, {}])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect((await fetch(`${open.url}${path}`)).status).toBe(405)
    expect((await fetch(`${closed.url}${path}`, { method: 'POST', body })).status).toBe(401)
  })
})

describe('names', () => {
  it('[S7-43] a name that nobody has is not found, and a page can read why', async () => {
    const response = await fetch(`${open.url}/v1/profile/account/ada.reown.id?apiVersion=2`)
    expect(response.status).toBe(404)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    refusal.parse(await response.json())
  })
})
