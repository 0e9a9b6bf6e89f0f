import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRelayKey } from '../test/createRelayKey.js'
import { findPostgres } from '../test/findService.js'
import { newTopic, openRelayPeer, sealed } from '../test/openRelayPeer.js'
import { startInbox } from '../test/startInbox.js'
import { keyServiceLogin, startKeyService } from '../test/startKeyService.js'
import { startSoftHsm } from '../test/startSoftHsm.js'
import { startTestServer } from '../test/startTestServer.js'
import type { ChainInput } from './platform/chains/chain.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: settings of PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const hsm = await startSoftHsm()
if (hsm === undefined) console.warn('Skipped: the PIN of the keys of sessions (softhsm2 is not installed)')
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await postgres?.stop()
})

const chainOf = (caip2: ChainInput['caip2'], more: Partial<ChainInput> = {}): ChainInput => ({
  caip2,
  name: 'Local',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...more,
})

/** A server of the data API with these settings; `more` adds roles and chains. */
async function start(env: { [name: string]: string }, more: Partial<Parameters<typeof startTestServer>[0]> = {}) {
  const server = await startTestServer({ roles: ['data'], chains: [chainOf('eip155:1')], env, ...more })
  ends.push(() => server.close())
  return { server, relay: server.url.replace('http', 'ws') }
}
async function peerOf(relay: string, options: Parameters<typeof openRelayPeer>[1] = {}) {
  const peer = await openRelayPeer(relay, options)
  ends.push(() => peer.close())
  return peer
}
const message = () => ({ topic: newTopic(), message: sealed(), ttl: 300, tag: 1108 })

describe('a server', () => {
  it('calls itself what LATCHKEY_BUILD says', async () => {
    const { server } = await start({ LATCHKEY_BUILD: 'abc.123' })
    expect(await (await fetch(`${server.url}/health`)).text()).toContain('hash: abc.123,')
  }, 60_000)

  it('shows the wallets of LATCHKEY_WALLET_LETTERS by a letter, and takes no name without a logo', async () => {
    const iconOf = async (env: { [name: string]: string }) => {
      const { server } = await start(env)
      const answer = await fetch(`${server.url}/getWallets?projectId=local&search=metamask&entries=1`)
      const { data } = (await answer.json()) as { data: { name: string; image_id: string }[] }
      const image = await fetch(`${server.url}/getWalletImage/${data[0]?.image_id}?projectId=local`)
      return [data[0]?.name, await image.text()]
    }
    const [name, logo] = await iconOf({})
    const [same, letter] = await iconOf({ LATCHKEY_WALLET_LETTERS: 'MetaMask' })
    expect([name, same]).toEqual(['MetaMask', 'MetaMask'])
    expect(letter).not.toBe(logo)
    expect(letter).toMatch(/>M</)
    await expect(start({ LATCHKEY_WALLET_LETTERS: 'Metamsk' })).rejects.toThrow('LATCHKEY_WALLET_LETTERS')
  }, 60_000)

  it('asks LATCHKEY_PRICE_URL for prices, with LATCHKEY_PRICE_KEY', async () => {
    const asked: { path: string | undefined; key: unknown }[] = []
    const service = createHttpServer((request, response) => {
      asked.push({ path: request.url?.split('?')[0], key: request.headers['x-cg-demo-api-key'] })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ethereum: { usd: 1234.5 } }))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    ends.push(() => service.close())
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v3`
    const { server } = await start({ LATCHKEY_PRICE_URL: url, LATCHKEY_PRICE_KEY: 'a-key' })
    const addresses = [`eip155:1:0x${'ee'.repeat(20)}`]
    const body = JSON.stringify({ currency: 'usd', addresses, projectId: 'test' })
    const answer = await fetch(`${server.url}/v1/fungible/price`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ fungibles: [{ price: 1234.5 }] })
    expect(asked).toEqual([{ path: '/api/v3/simple/price', key: 'a-key' }])
  }, 60_000)

  it('signs calls to AWS with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN', async () => {
    const service = await startKeyService('aws')
    ends.push(() => service.stop())
    const place = `aws-kms://${keyServiceLogin.region}/${randomUUID()}?endpoint=${service.url}`
    const credentials = {
      AWS_ACCESS_KEY_ID: keyServiceLogin.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keyServiceLogin.secretAccessKey,
      AWS_SESSION_TOKEN: 'a-session',
    }
    await start({ LATCHKEY_SESSION_KEYS: place, ...credentials })
    expect(service.calls[0]?.headers).toMatchObject({
      authorization: expect.stringContaining(`Credential=${keyServiceLogin.accessKeyId}/`),
      'x-amz-security-token': 'a-session',
    })
    // The service checks each signature.
    const wrong = { LATCHKEY_SESSION_KEYS: place, ...credentials, AWS_SECRET_ACCESS_KEY: 'another' }
    await expect(start(wrong)).rejects.toThrow()
    await expect(start({ LATCHKEY_SESSION_KEYS: place })).rejects.toThrow('AWS_ACCESS_KEY_ID')
  }, 60_000)

  it.skipIf(hsm === undefined)(
    'opens the keys of sessions in a token with LATCHKEY_SESSION_PIN',
    async () => {
      if (hsm === undefined) return
      await hsm.makeKey('sessions-1')
      const place = `pkcs11:token=${hsm.token};object=sessions?module-path=${hsm.module}`
      await start({ LATCHKEY_SESSION_KEYS: place, LATCHKEY_SESSION_PIN: hsm.pin })
      await expect(start({ LATCHKEY_SESSION_KEYS: place })).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
    },
    60_000,
  )
})

describe('the relay', () => {
  it('takes as many messages at once as LATCHKEY_RELAY_BURST says', async () => {
    const { relay } = await start({ LATCHKEY_RELAY_RATE: '1', LATCHKEY_RELAY_BURST: '3' })
    const peer = await peerOf(relay)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => peer.call('irn_publish', message())))
    const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason.message)
    expect(refused).toEqual([
      expect.stringContaining('Too many messages'),
      expect.stringContaining('Too many messages'),
    ])
  }, 60_000)

  it('lets in whose clock differs by LATCHKEY_RELAY_LEEWAY', async () => {
    const { relay } = await start({ LATCHKEY_RELAY_LEEWAY: '600' })
    const ahead = (skew: number) => peerOf(relay, { key: createRelayKey(), bent: { skew } })
    expect(await (await ahead(540)).call('irn_publish', message())).toBe(true)
    expect((await (await ahead(660)).closed).reason).toContain('not yet valid')
  }, 60_000)
})

describe.skipIf(postgres === undefined)('a server over PostgreSQL', () => {
  let watcher: pg.Client
  let url: string
  beforeAll(async () => {
    const name = `settings_${randomBytes(4).toString('hex')}`
    const owner = new pg.Client({ connectionString: postgres?.url ?? '' })
    await owner.connect()
    await owner.query(`create database ${name}`)
    await owner.end()
    url = Object.assign(new URL(postgres?.url ?? ''), { pathname: `/${name}` }).href
    watcher = new pg.Client({ connectionString: url })
    await watcher.connect()
  }, 60_000)
  afterAll(() => watcher?.end())

  /** Holds a table until the end of what runs, and tells how many statements wait for it. */
  async function hold<Result>(
    table: string,
    run: (waiting: () => Promise<number>) => Promise<Result>,
  ): Promise<Result> {
    const lock = new pg.Client({ connectionString: url })
    await lock.connect()
    await lock.query(`begin; lock table ${table}`)
    const waiting = async () => {
      const found = await watcher.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return found.rowCount ?? 0
    }
    try {
      return await run(waiting)
    } finally {
      await lock.query('commit')
      await lock.end()
    }
  }

  it('takes no more connections than LATCHKEY_RELAY_POOL and LATCHKEY_WALLET_POOL say', async () => {
    const inbox = await startInbox()
    ends.push(() => inbox.stop())
    const env = {
      DATABASE_URL: url,
      LATCHKEY_RELAY_POOL: '2',
      LATCHKEY_WALLET_POOL: '3',
      LATCHKEY_CONNECTION_SECONDS: '60',
      LATCHKEY_STATEMENT_SECONDS: '0',
      LATCHKEY_WALLET_PORT: '0',
      LATCHKEY_SMTP_URL: inbox.url,
      LATCHKEY_WALLET_SITES: 'https://app.localhost',
      METRICS_PORT: '0',
    }
    const { server, relay } = await start(env, { roles: ['data', 'auth', 'vault', 'recovery'] })
    const figure = async (pool: string) => {
      const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
      return Number(new RegExp(`^latchkey_pool_waiting\\{pool="${pool}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    }
    const peers = await Promise.all(Array.from({ length: 5 }, () => peerOf(relay)))
    const read = await hold('relay.messages', async (waiting) => {
      const reads = peers.map((peer) => peer.call('irn_fetchMessages', { topic: newTopic() }))
      await expect.poll(() => figure('relay'), { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
      return { reads }
    })
    for (const each of read.reads) expect(await each).toMatchObject({ messages: [] })
    const freeze = () => {
      const body = new URLSearchParams({ token: randomBytes(32).toString('base64url') })
      return fetch(`${server.walletUrl}/freeze`, { method: 'POST', body })
    }
    const frozen = await hold('auth.freeze_links', async (waiting) => {
      const calls = Array.from({ length: 6 }, freeze)
      await expect.poll(() => figure('wallet'), { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
      await expect.poll(waiting, { timeout: 20_000 }).toBe(3)
      return { calls }
    })
    for (const call of frozen.calls) expect(await (await call).text()).toContain('that wallet is frozen now')
  }, 120_000)

  it('sets the limits of PostgreSQL on statements and idle transactions, and none at 0', async () => {
    const said: string[] = []
    const target = new URL(url)
    // What stands between: it passes on everything, and remembers how each connection began.
    const between = createServer((socket) => {
      const onward = connect(Number(target.port || 5432), target.hostname)
      socket.once('data', (first) => said.push(first.toString('latin1')))
      for (const end of [socket, onward]) end.on('error', () => undefined)
      socket.pipe(onward).pipe(socket)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    ends.push(() => between.close())
    const { port } = between.address() as AddressInfo
    const through = Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href
    const beginnings = async (statement: string, transaction: string) => {
      said.length = 0
      const { server } = await start({
        DATABASE_URL: through,
        LATCHKEY_STATEMENT_SECONDS: statement,
        LATCHKEY_TRANSACTION_SECONDS: transaction,
      })
      await fetch(`${server.url}/ready`)
      return said.filter((text) => text.includes('jit=off')).map((text) => text.split('\0'))
    }
    const after = (words: readonly string[], name: string) => words[words.indexOf(name) + 1]
    const limited = await beginnings('9', '7')
    expect(limited.length).toBeGreaterThan(0)
    for (const words of limited)
      expect([after(words, 'statement_timeout'), after(words, 'idle_in_transaction_session_timeout')]).toEqual([
        '9000',
        '7000',
      ])
    const unlimited = await beginnings('0', '0')
    expect(unlimited.length).toBeGreaterThan(0)
    for (const words of unlimited) expect(words.filter((word) => word.endsWith('_timeout'))).toEqual([])
  }, 120_000)

  it('keeps messages for LATCHKEY_RETENTION_MESSAGES and transactions for LATCHKEY_RETENTION_HISTORY', async () => {
    const entry = (block: number, hours: number) =>
      watcher.query(
        `insert into history.entries (chain, address, block, position, hash, mined_at, sender, receiver, nonce, is_ok, operation, transfers)
          values ('eip155:1', '0xa', $1, 0, '', now() - make_interval(hours => $2), '', '', 0, true, '', '[]')`,
        [block, hours],
      )
    // The server has made its tables by then.
    await (
      await startTestServer({ roles: ['data'], chains: [chainOf('eip155:1')], env: { DATABASE_URL: url } })
    ).close()
    await entry(1, 49)
    await entry(2, 47)
    const { relay } = await start({
      DATABASE_URL: url,
      LATCHKEY_RETENTION_HISTORY: '2',
      LATCHKEY_RETENTION_MESSAGES: '1',
    })
    const left = async () => (await watcher.query('select block::int from history.entries')).rows
    await expect.poll(left, { timeout: 20_000 }).toEqual([{ block: 2 }])
    const sent = { ...message(), ttl: 7 * 86_400 }
    expect(await (await peerOf(relay)).call('irn_publish', sent)).toBe(true)
    const { rows } = await watcher.query(
      'select extract(epoch from expires_at - published_at)::int as life from relay.messages where topic = $1',
      [sent.topic],
    )
    expect(rows).toEqual([{ life: 86_400 }])
  }, 120_000)
})
