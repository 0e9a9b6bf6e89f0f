import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFrame, openSeed, xor } from '../test/createFrame.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { startSoftHsm } from '../test/startSoftHsm.js'
import { startTestServer } from '../test/startTestServer.js'
import type { ChainInput } from './platform/chains/chain.js'
import type { RunningServer } from './startServer.js'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox()
})
afterAll(() => inbox?.stop())

const chains: ChainInput[] = [
  {
    caip2: 'eip155:31337',
    name: 'Local',
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  },
]
const env = () => ({
  LATCHKEY_WALLET_PORT: '0',
  LATCHKEY_SMTP_URL: inbox.url,
  LATCHKEY_DEVICE_LINK: 'returning',
  LATCHKEY_WALLET_SITES: 'https://app.localhost',
})

/** A browser that reaches the server over a socket. */
function over(server: RunningServer) {
  const origin = server.walletUrl ?? ''
  const app = { request: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) }
  return createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })
}

it('serves the wallet on its own port, and opens it again after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  let server = await startTestServer({ chains, dataDir, env: env() })
  const port = new URL(server.walletUrl ?? '').port
  const client = await over(server)
  await client.signIn('restart@mail.example')
  const wallet = await createFrame(client).create()
  for (const name of ['auth', 'vault', 'recovery'])
    expect(statSync(join(dataDir, 'keys', `${name}.json`)).mode & 0o777).toBe(0o600)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await server.close()
  server = await startTestServer({ chains, dataDir, env: { ...env(), LATCHKEY_WALLET_PORT: port } })
  const opened = await createFrame(client).release('vault', wallet.device.factor.factorId, 'unlock')
  expect(openSeed(xor(opened.half!, wallet.device.client), opened.body.blob)).toEqual(wallet.seed)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}, 120_000)

const hsm = await startSoftHsm()
if (hsm === undefined) console.warn('Skipped: a wallet whose keys are in a PKCS#11 token (softhsm2 is not installed)')

it.skipIf(hsm === undefined)(
  '[SEC-C-13] takes its keys from a PKCS#11 token, and not both halves from one key',
  async () => {
    if (hsm === undefined) return
    await hsm.makeKey('wallet-1')
    const token = `pkcs11:token=${hsm.token};object=wallet?module-path=${hsm.module}`
    const settings = { ...env(), LATCHKEY_VAULT_KEYS: token, LATCHKEY_VAULT_PIN: hsm.pin }
    const server = await startTestServer({ chains, env: settings })
    const client = await over(server)
    await client.signIn('token@mail.example')
    const wallet = await createFrame(client).create()
    const opened = await createFrame(client).release('vault', wallet.device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half!, wallet.device.client), opened.body.blob)).toEqual(wallet.seed)
    await server.close()
    const shared = { ...settings, LATCHKEY_RECOVERY_KEYS: token, LATCHKEY_RECOVERY_PIN: hsm.pin }
    await expect(startTestServer({ chains, env: shared })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('must not share a key'),
    })
  },
  120_000,
)

it.each([
  ['nothing, in a local world with its own sites', { LATCHKEY_WALLET_SITES: '' }, ['http://localhost:*']],
  ['nothing, where sites are listed', {}, []],
  [
    'sites that are listed',
    {
      LATCHKEY_WALLET_SITES: 'https://a.localhost,https://b.localhost',
      LATCHKEY_WALLET_TRUSTED_SITES: 'https://b.localhost',
    },
    ['https://b.localhost'],
  ],
])(
  'tells the frame which sites are trusted, when the settings name %s',
  async (_, change, trusted) => {
    const frameDir = mkdtempSync(join(tmpdir(), 'latchkey-frame-'))
    for (const name of ['index', 'security', 'export', 'recover', 'approve'])
      writeFileSync(join(frameDir, `${name}.html`), '<script type="application/json" id="latchkey-frame"></script>')
    const server = await startTestServer({ chains, env: { ...env(), ...change, LATCHKEY_FRAME_DIR: frameDir } })
    const html = await (await fetch(`${server.walletUrl}/sdk`)).text()
    const [, told = ''] = /id="latchkey-frame">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(told).trustedSites).toEqual(trusted)
    await server.close()
    rmSync(frameDir, { recursive: true, force: true })
  },
  60_000,
)

it('runs only the roles that are asked for', async () => {
  const server = await startTestServer({ chains, roles: ['auth'], env: env() })
  expect(server.url).toBe(server.walletUrl)
  const client = await over(server)
  // Nobody has made a key to ask recovery for a code with.
  expect(await client.start('roles@mail.example')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await client.call('GET', '/api/auth/session')).status).toBe(401)
  expect((await client.call('GET', '/api/vault/keys')).status).toBe(404)
  expect((await client.call('POST', '/api/recovery/challenge', {})).status).toBe(404)
  await server.close()
}, 60_000)

it.each([
  ['LATCHKEY_SMTP_URL', { LATCHKEY_SMTP_URL: '' }],
  ['LATCHKEY_SMTP_URL', { LATCHKEY_SMTP_URL: '', LATCHKEY_ROLES: 'recovery' }],
  ['LATCHKEY_WALLET_SITES', { LATCHKEY_MODE: 'production', LATCHKEY_WALLET_SITES: '' }],
  ['LATCHKEY_WALLET_ORIGIN', { LATCHKEY_MODE: 'production', LATCHKEY_WALLET_SITES: 'https://a.example' }],
  [
    'LATCHKEY_AUTH_KEYS',
    {
      LATCHKEY_MODE: 'production',
      LATCHKEY_WALLET_SITES: 'https://a.example',
      LATCHKEY_WALLET_ORIGIN: 'https://w.example',
    },
  ],
  ['LATCHKEY_ROLES', { LATCHKEY_ROLES: 'auth,root' }],
  ['LATCHKEY_WALLET_TRUSTED_SITES', { LATCHKEY_WALLET_TRUSTED_SITES: 'https://other.localhost' }],
  ['LATCHKEY_WALLET_TRUSTED_SITES', { LATCHKEY_WALLET_TRUSTED_SITES: 'https://app.localhost/path' }],
])(
  'does not start without a usable %s',
  async (name, change) => {
    await expect(startTestServer({ chains, env: { ...env(), ...change } })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(name),
    })
  },
  60_000,
)

it('offers the social logins of the file that LATCHKEY_SOCIALS_FILE names, and none without', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  const path = join(folder, 'socials.json')
  writeFileSync(path, JSON.stringify({ github: { clientId: 'id', clientSecret: 'secret' } }))
  const offered = async (more: { [name: string]: string }) => {
    const server = await startTestServer({ chains, env: { ...env(), ...more } })
    const { body } = await (await over(server)).call<{ providers: string[] }>('GET', '/api/auth/social')
    await server.close()
    return body.providers
  }
  expect(await offered({ LATCHKEY_SOCIALS_FILE: path })).toEqual(['github'])
  expect(await offered({})).toEqual([])
  await expect(offered({ LATCHKEY_SOCIALS_FILE: join(folder, 'none') })).rejects.toThrow('LATCHKEY_SOCIALS_FILE')
  rmSync(folder, { recursive: true, force: true })
}, 120_000)
