import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newTopic, openRelayPeer, sealed } from '../../test/openRelayPeer.js'
import { startTestServer } from '../../test/startTestServer.js'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chains = [{ caip2: 'eip155:5' as const, name: 'Five', rpc: ['http://127.0.0.1:9'], nativeCurrency }]

it('[SEC-W-07] one address cannot fill the relay with ever new keys, and nobody else notices', async () => {
  const env = { LATCHKEY_MODE: 'production', LATCHKEY_RELAY_STORAGE: '1', LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
  const server = await startTestServer({ chains, env })
  const url = server.url.replace('http', 'ws')
  // In production a token names the public address of the server.
  const audience = 'https://api.example'
  const from = (ip: string) => openRelayPeer(url, { audience, headers: { 'x-forwarded-for': ip } })
  const publish = (ttl = 300) => ({ topic: newTopic(), message: sealed(6_000), ttl, tag: 0 })
  const refusal = { code: -32000, data: 'MailboxLimitExceeded', message: expect.stringContaining('address') }
  for (let at = 0; at < 3; at++) {
    const peer = await from('203.0.113.1')
    expect(await peer.call('irn_publish', publish(604_800))).toBe(true)
    peer.socket.terminate()
  }
  const [loud, quiet] = [await from('203.0.113.1'), await from('203.0.113.2')]
  await expect(loud.call('irn_publish', publish())).rejects.toMatchObject(refusal)
  const { topic } = publish()
  const [known, more] = [{ ...publish(), topic, message: sealed(100) }, publish()]
  expect(await loud.call('irn_publish', known)).toBe(true)
  for (let at = 0; at < 40; at++) expect(await loud.call('irn_publish', known), 'it is kept once').toBe(true)
  await expect(loud.call('irn_batchPublish', { messages: [publish(), more] })).rejects.toMatchObject(refusal)
  expect(await quiet.call('irn_publish', more)).toBe(true)
  expect(await loud.call('irn_fetchMessages', { topic: more.topic })).toMatchObject({
    messages: [{ topic: more.topic }],
  })
  for (const peer of [loud, quiet]) peer.socket.terminate()
  await server.close()
}, 180_000)

it('[SEC-W-07] a relay that starts again knows what it keeps', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))
  const start = () => startTestServer({ chains, dataDir, env: { LATCHKEY_RELAY_STORAGE: '1' } })
  const publish = () => ({ topic: newTopic(), message: sealed(48_000), ttl: 300, tag: 0 })
  const refusal = { data: 'MailboxLimitExceeded' }
  let server = await start()
  let peer = await openRelayPeer(server.url.replace('http', 'ws'))
  for (let at = 0; at < 16; at++) await peer.call('irn_publish', publish()).catch(() => undefined)
  await expect(peer.call('irn_publish', publish())).rejects.toMatchObject(refusal)
  peer.socket.terminate()
  await server.close()
  server = await start()
  peer = await openRelayPeer(server.url.replace('http', 'ws'))
  await expect(peer.call('irn_publish', publish())).rejects.toMatchObject(refusal)
  expect(await peer.call('irn_publish', { ...publish(), message: sealed(60) })).toBe(true)
  peer.socket.terminate()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 180_000)
