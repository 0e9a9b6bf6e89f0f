import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtServer } from '../test/builtServer.js'
import { createFrame, openSeed, xor } from '../test/createFrame.js'
import { createShell, type Shell } from '../test/createShell.js'
import { createWalletClient, type WalletClient } from '../test/createWalletClient.js'
import { findPostgres, type Service } from '../test/findService.js'
import { toChainInput } from '../test/localChains.js'
import { newTopic, openRelayPeer, sealed } from '../test/openRelayPeer.js'
import { readFences } from '../test/readFences.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { findNginx, makeCertificate, type Nginx, startNginx } from '../test/startNginx.js'
import { freePort } from '../test/startProcess.js'
import { writeStandIns } from '../test/writeStandIns.js'
import { runCommand } from './runCommand.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const nginx = findNginx()
const missing =
  nginx === undefined
    ? 'nginx or openssl is not installed'
    : process.env.TEST_DATABASE_URL
      ? 'it makes users of PostgreSQL, and needs one of its own'
      : undefined
const postgres = missing === undefined ? await findPostgres() : undefined
if (postgres === undefined) console.warn(`Skipped: the commands of docs/operating.md (${missing ?? 'no initdb found'})`)

const roles = ['data', 'auth', 'vault', 'recovery'] as const
/** Where the page has each role listen, and tell its figures. */
const pagePorts = ['3080', '3081', '3082', '3083', '3090', '3091', '3092', '3093'] as const

describe.skipIf(postgres === undefined)('the commands of docs/operating.md for roles apart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-apart-'))
  const settings = join(folder, 'settings')
  const ports = new Map<string, string>()
  let fill = (text: string) => text
  let env: { [name: string]: string } = {}
  let areUsersApart = false
  let superuser: pg.Client
  let evm: EvmChains
  let inbox: Inbox
  let proxy: Nginx
  let shell: Shell
  let tls = ''
  let begin = ''
  let signedUp:
    | { client: WalletClient; wallet: Awaited<ReturnType<ReturnType<typeof createFrame>['create']>> }
    | undefined

  const figuresOf = async (role: (typeof roles)[number]) => {
    const port = ports.get(String(3090 + roles.indexOf(role)))
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return (series: string) => {
      const line = text.split('\n').find((each) => each.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    }
  }
  const figure = async (role: (typeof roles)[number], series: string) => (await figuresOf(role))(series)

  beforeAll(async () => {
    const service = postgres as Service
    chmodSync(folder, 0o755)
    const temporary = join(folder, 'tmp')
    mkdirSync(temporary, { recursive: true })
    chmodSync(temporary, 0o1777)
    const standIns = writeStandIns(join(folder, 'bin'))
    areUsersApart = standIns.areUsersApart
    if (!areUsersApart) console.warn('The system users are not really apart: that takes root and setpriv')
    env = { ...standIns.env, HOME: temporary, TMPDIR: temporary }
    // Where the page leaves the password out, it is in a file of the operator's.
    env.PGPASSWORD = randomBytes(12).toString('hex')
    superuser = new pg.Client({ connectionString: service.url })
    await superuser.connect()
    await requirePasswords(superuser)
    ;[evm, inbox] = await Promise.all([startEvmChains(), startInbox()])
    for (const port of pagePorts) ports.set(port, String(await freePort()))
    tls = String(await freePort())
    const { certificate, key } = makeCertificate(folder, ['wallet.example.com', 'api.example.com'])
    const filling: [RegExp, string][] = [
      ...[...ports].map(([from, to]): [RegExp, string] => [new RegExp(`\\b${from}\\b`, 'g'), to]),
      [/listen 443 /g, `listen 127.0.0.1:${tls} `],
      [/https:\/\/(wallet|api)\.example\.com/g, `$&:${tls}`],
      [/smtps:\/\/<[^>]+>:<password>@<mail host>/g, inbox.url],
      // The page that the test's frame says it is in.
      [/https:\/\/app\.example\.com/g, 'https://app.localhost'],
      [/<settings>/g, settings],
      [/<superuser>/g, new URL(service.url).username],
      [/<owner>/g, 'latchkey_owner'],
      [/<password>/g, env.PGPASSWORD ?? ''],
      [/<keys>/g, settings],
      [/\b(latchkey\.sql|keys\.tar)\b/g, `${folder}/$1`],
      [/<host>/g, new URL(service.url).host],
      [/<certificate>/g, certificate],
      [/<private key>/g, key],
      [/npx latchkey-server/g, 'node apps/server/bin/latchkey-server.js'],
      [/apps\/server\/bin\/latchkey-server\.js/g, await builtServer()],
    ]
    fill = (text) => filling.reduce((filled, [what, to]) => filled.replace(what, to), text)
    shell = createShell(fill, env)
    const { host } = new URL(service.url)
    await superuser.query("create role latchkey_poor login password 'x'")
    const poor = new pg.Client({ connectionString: `postgres://latchkey_poor:x@${host}/postgres` })
    await poor.connect()
    const refused = await poor.query(await runCommand(['grants'])).catch((error) => error)
    await poor.end()
    expect(refused).toMatchObject({
      message: 'The user latchkey_poor may not make the role data_rw',
      hint: 'Run as a superuser: alter role latchkey_poor createrole',
    })

    const commands = [...readFences(page, '## PostgreSQL'), ...readFences(page, '### Roles apart')]
    const blocks = commands.filter(({ language }) => language === 'sh').map(({ text }) => text)
    expect(blocks).toHaveLength(4)
    const [database = '', users = '', files = ''] = blocks
    begin = blocks[3] ?? ''
    expect(blocks.map(fill).join('')).not.toMatch(/<[a-z ]+>|example\.com(?!:|$)|\b30[89]\d\b/m)
    await shell.run(database)
    await shell.run(users)
    const chain = toChainInput(evm.chains[0], { history: true })
    writeFileSync(join(settings, 'chains.json'), JSON.stringify([chain]))
    await shell.run(files)
    await shell.start(begin, roles.length)
    const [site = '', lines = ''] = commands
      .filter(({ language }) => language === 'nginx')
      .map(({ text }) => fill(text))
    proxy = await startNginx({
      program: nginx ?? '',
      folder: join(folder, 'nginx'),
      files: { 'conf.d/latchkey.conf': site, 'latchkey.proxy': lines },
      port: Number(tls),
      certificate,
    })
  }, 300_000)

  afterAll(async () => {
    await shell?.end()
    await proxy?.stop()
    await inbox?.stop()
    await evm?.stop()
    await superuser?.end()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('give each part keys that no other part can read, and the settings that systemd takes', async ({ skip }) => {
    for (const role of ['auth', 'vault', 'recovery']) {
      expect(statSync(join(settings, role)).mode & 0o777).toBe(0o700)
      expect(statSync(join(settings, role, 'keys.json')).mode & 0o777).toBe(0o600)
    }
    const fences = readFences(page, '### Roles apart')
    const unit = fences.find(({ language }) => language === 'ini')?.text ?? ''
    const command = fences.filter(({ language }) => language === 'sh').at(-1)?.text ?? ''
    const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file = '']) => file.replace('%i', '$role'))
    expect([...command.matchAll(/--env-file=(\S+)/g)].map(([, file]) => file)).toEqual(files)
    const [, started = ''] = /^ExecStart=\S+node (.*)$/m.exec(unit) ?? []
    expect(command).toContain(started.replace('%i', '$role'))
    if (!areUsersApart) skip()
    expect(new Set(roles.map((role) => statSync(join(settings, role)).uid)).size).toBe(roles.length)
    await expect(shell.run(`sudo -u latchkey-auth cat ${settings}/vault/keys.json`)).rejects.toThrow(
      /Permission denied/,
    )
    await expect(shell.run(`sudo -u latchkey-vault cat ${settings}/vault/keys.json`)).resolves.toContain('"current"')
  })

  it('sign a person up behind TLS, and tell of mails that cannot be sent meanwhile', async () => {
    const origin = `https://wallet.example.com:${tls}`
    const app = { request: (path: string, init?: RequestInit) => proxy.fetch(`${origin}${path}`, init) }
    const client = await createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })
    const email = 'apart@mail.example'
    const waits = async (role: 'auth' | 'recovery') => {
      const read = await figuresOf(role)
      return {
        waiting: read(`latchkey_outbox_mails{role="${role}"}`),
        failed: (read(`latchkey_mails_failed_total{role="${role}"}`) ?? 0) > 0,
      }
    }
    for (const role of ['auth', 'recovery'] as const)
      expect([role, await waits(role)]).toEqual([role, { waiting: 0, failed: false }])
    inbox.isFull = true
    const started = await client.start(email)
    expect(started).toMatchObject({ status: 200, body: { action: 'VERIFY_DEVICE' } })
    await expect.poll(() => waits('auth')).toEqual({ waiting: 1, failed: true })
    inbox.isFull = false
    await expect.poll(() => inbox.mails.length).toBe(1)
    inbox.isFull = true
    await client.approve(email)
    await expect.poll(() => waits('recovery')).toEqual({ waiting: 1, failed: true })
    inbox.isFull = false
    const verified = await client.verify(started.body.challengeId, await client.readCode(email))
    expect(verified.status).toBe(200)
    client.state.session = verified.body
    const wallet = await createFrame(client).create()
    expect(wallet.walletId).toMatch(/./)
    signedUp = { client, wallet }
    for (const role of ['auth', 'recovery'] as const)
      await expect.poll(() => waits(role)).toEqual({ waiting: 0, failed: true })
  })

  it('carry a message of the relay behind TLS on another port than 443', async () => {
    const url = `wss://api.example.com:${tls}`
    const [from, to] = await Promise.all([1, 2].map(() => openRelayPeer(url, { connect: proxy.connect })))
    const topic = newTopic()
    await to?.call('irn_subscribe', { topic })
    await from?.call('irn_publish', { topic, message: sealed(), ttl: 300, tag: 1100, prompt: false })
    expect(await to?.until(1)).toMatchObject([{ topic }])
    await expect(from?.call('irn_subscribe', { topic: 'no topic' })).rejects.toMatchObject({ data: 'InvalidTopic' })
    await Promise.all([from?.close(), to?.close()])
    expect(await figure('data', 'latchkey_refused_calls_total{api="relay",code="InvalidTopic"}')).toBe(1)
  })

  it('count calls that each part refuses, by code', async () => {
    const refusedBy = {
      auth: `https://wallet.example.com:${tls}/api/auth/session`,
      vault: `https://wallet.example.com:${tls}/api/vault/keys`,
      recovery: `https://wallet.example.com:${tls}/api/recovery/mail/login`,
      data: `https://api.example.com:${tls}/v1?chainId=nothing`,
    }
    for (const role of ['auth', 'vault', 'recovery'] as const) {
      const series = 'latchkey_refused_calls_total{api="wallet",code="ORIGIN_REFUSED"}'
      const before = (await figure(role, series)) ?? 0
      expect((await proxy.fetch(refusedBy[role], { headers: { origin: 'https://evil.example' } })).status).toBe(403)
      expect([role, await figure(role, series)]).toEqual([role, before + 1])
    }
    const call = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }
    expect((await proxy.fetch(refusedBy.data, call)).status).toBe(400)
    expect(await figure('data', 'latchkey_refused_calls_total{api="data",code="INVALID_REQUEST"}')).toBe(1)
  })

  it('tell how many statements wait for a connection, and how far the history is behind', async () => {
    for (const role of roles) {
      const pool = role === 'data' ? 'data' : 'wallet'
      expect([role, await figure(role, `latchkey_pool_waiting{pool="${pool}"}`)]).toEqual([role, 0])
    }
    await expect.poll(() => figure('data', 'latchkey_history_lag_blocks{chain="eip155:31337"}')).toBe(0)
    const url = new URL((postgres as Service).url)
    url.pathname = '/latchkey'
    const lock = new pg.Client({ connectionString: url.href })
    lock.on('error', () => undefined)
    await lock.connect()
    await lock.query('begin; lock table sessions.sessions in access exclusive mode')
    const account = `eip155:31337:0x${'1'.repeat(40)}`
    const asked = Array.from({ length: 20 }, () =>
      proxy.fetch(`https://api.example.com:${tls}/v1/sessions/${account}?projectId=local`),
    )
    await expect.poll(() => figure('data', 'latchkey_pool_waiting{pool="data"}')).toBeGreaterThan(0)
    await lock.query('rollback')
    await lock.end()
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(200)
    expect(await figure('data', 'latchkey_pool_waiting{pool="data"}')).toBe(0)
  })

  it('back everything up, restore it where nothing is, and upgrade: the same person has the same wallet', async () => {
    const [backUp = '', restore = ''] = readFences(page, '## Backup and restore').map(({ text }) => text)
    const [upgrade = ''] = readFences(page, '## Upgrade').map(({ text }) => text)
    const [build = '', ...onDatabase] = upgrade.split('\n')
    expect(build).toBe('git pull && npm ci && npm run build')
    await shell.run(backUp)
    await shell.end()
    await superuser.query('drop database latchkey')
    const rings = ['auth', 'vault', 'recovery'].map((role) => join(settings, role, 'keys.json'))
    const uids = rings.map((ring) => statSync(ring).uid)
    for (const ring of rings) rmSync(ring)
    await shell.run(restore)
    expect(rings.map((ring) => statSync(ring).uid)).toEqual(uids)
    await shell.run(onDatabase.join('\n'))
    await shell.start(begin, roles.length)
    if (signedUp === undefined) throw new Error('Nobody has signed up')
    const { client, wallet } = signedUp
    const session = await client.signIn('apart@mail.example')
    expect(session).toMatchObject({ walletId: wallet.walletId, isNewDevice: false })
    const opened = await createFrame(client).release('vault', wallet.device.factor.factorId, 'unlock')
    expect(opened.body.addresses).toEqual(wallet.request.addresses)
    expect(openSeed(xor(opened.half ?? new Uint8Array(), wallet.device.client), opened.body.blob)).toEqual(wallet.seed)
  }, 180_000)
})

/** Has the cluster ask everyone for a password but its superuser, as an operator's does. */
async function requirePasswords(superuser: pg.Client): Promise<void> {
  const { rows } = await superuser.query('show hba_file')
  const lines = [`host all ${superuser.user} 127.0.0.1/32 trust`, 'host all all 127.0.0.1/32 scram-sha-256']
  writeFileSync(rows[0].hba_file, `${lines.join('\n')}\n`)
  await superuser.query('select pg_reload_conf()')
}
