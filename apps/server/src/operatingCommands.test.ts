import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleServer } from '../test/bundleServer.js'
import { createFrame, openSeed, xor } from '../test/createFrame.js'
import { createShell, type Shell } from '../test/createShell.js'
import { createWalletClient } from '../test/createWalletClient.js'
import { findPostgres } from '../test/findService.js'
import { readFences } from '../test/readFences.js'
import { type Inbox, startInbox } from '../test/startInbox.js'
import { freePort } from '../test/startProcess.js'
import { wrappedBy } from './custody/envelope.js'

const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
const postgres = process.env.TEST_DATABASE_URL ? undefined : await findPostgres()
if (postgres === undefined)
  console.warn(
    'Skipped: the commands of docs/operating.md for one process (they make users of PostgreSQL; no initdb found)',
  )

describe.skipIf(postgres === undefined)('the commands of docs/operating.md for one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-commands-'))
  const keys = join(folder, 'keys')
  const origin = 'https://wallet.example.com'
  const email = 'somebody@mail.example'
  const address = `0x${randomBytes(20).toString('hex')}`
  const ports = { PORT: '', LATCHKEY_WALLET_PORT: '' }
  let userId = ''
  let owner: pg.Client
  let inbox: Inbox
  let shell: Shell
  const blocks = (heading: string) =>
    readFences(page, heading)
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text)
  const [makeKeys = '', serve = ''] = blocks('## The embedded wallet')

  beforeAll(async () => {
    const url = new URL(postgres?.url ?? '')
    inbox = await startInbox()
    for (const name of ['PORT', 'LATCHKEY_WALLET_PORT'] as const) ports[name] = String(await freePort())
    const home = join(folder, 'home')
    mkdirSync(home)
    // Each command is a start, which takes the sources many times as long.
    const program = await bundleServer(join(folder, 'built'), 'src/main.ts')
    const fill = (text: string) => {
      const filling: [RegExp, string][] = [
        [/LATCHKEY_WALLET_PORT=3081/g, `LATCHKEY_WALLET_PORT=${ports.LATCHKEY_WALLET_PORT}`],
        [/smtps:\/\/<[^>]+>:<password>@<mail host>/g, inbox.url],
        // The page that the test's frame says it is in.
        [/https:\/\/app\.example\.com/g, 'https://app.localhost'],
        [/<superuser>/g, url.username],
        [/<owner>/g, 'latchkey_owner'],
        [/<password>/g, 'word'],
        [/<host>/g, url.host],
        [/<keys>/g, keys],
        [/<e-mail>/g, email],
        [/<id>/g, userId],
        [/<address>/g, address],
        [/\b(export|wallets)\.json\b/g, `${folder}/$&`],
        [/npx latchkey-server/g, `node ${program}`],
      ]
      return filling.reduce((filled, [what, to]) => filled.replace(what, to), text)
    }
    const { PATH = '' } = process.env
    const settings = { PORT: ports.PORT, LATCHKEY_DATA_DIR: join(folder, 'db') }
    shell = createShell(fill, { PATH, HOME: home, ...settings })
    for (const block of blocks('## PostgreSQL')) await shell.run(block)
    owner = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/latchkey' }).href })
    await owner.connect()
    await shell.run(makeKeys)
    await shell.start(serve, 1)
  }, 300_000)

  afterAll(async () => {
    await shell?.end()
    await owner?.end()
    await inbox?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const app = {
    request: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ports.LATCHKEY_WALLET_PORT}${path}`, init),
  }
  const browser = () => createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })

  it('make keys that nobody else reads, serve a wallet with them, and go on when there is another key', async () => {
    expect(statSync(keys).mode & 0o777).toBe(0o700)
    const rings = ['auth', 'vault', 'recovery'].map((name) => join(keys, `${name}.json`))
    for (const ring of rings) expect(statSync(ring).mode & 0o777).toBe(0o600)
    const client = await browser()
    const session = await client.signIn(email)
    userId = session.userId
    const frame = createFrame(client)
    const wallet = await frame.create()
    const current = () => JSON.parse(readFileSync(join(keys, 'vault.json'), 'utf8')).current
    expect(current()).toBe('1')
    for (const block of blocks('## Another key')) await shell.run(block)
    expect(current()).toBe('2')
    await shell.end()
    await shell.start(serve, 1)
    const opened = await frame.release('vault', wallet.device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half ?? new Uint8Array(), wallet.device.client), opened.body.blob)).toEqual(wallet.seed)
    const second = await browser()
    await second.signIn('another@mail.example')
    await createFrame(second).create()
    const { rows } = await owner.query<{ envelope: string }>('select envelope from vault.factors')
    const wrapped = new Set(rows.map(({ envelope }) => wrappedBy(envelope).ref))
    expect([...wrapped].sort()).toEqual(['local:1', 'local:2'])
  }, 120_000)

  it('find, freeze, sign out, export, delete and keep one user', async () => {
    const [block = ''] = blocks('## One user')
    const said = await shell.run(block)
    const parts = [`id +${userId}\n[\\s\\S]*`, 'Frozen', 'Ended \\d+ sessions', '\\{', 'Will be deleted at', 'Kept\n$']
    expect(said).toMatch(new RegExp(parts.join('[\\s\\S]*?\\n?')))
    expect(JSON.parse(said.slice(said.indexOf('\n{') + 1, said.lastIndexOf('\n}') + 2))).toMatchObject({
      email,
      id: userId,
    })
  }, 120_000)

  it('export and delete what is kept by an address', async () => {
    await owner.query(`insert into siwx.accounts (id, project_id, account, connection, created_at, updated_at, signed_in_at)
      values ('one', 'p', 'eip155:1:${address}', '{}', now(), now(), now())`)
    const [, block = ''] = blocks('## One user')
    const said = await shell.run(block)
    expect(JSON.parse(said.slice(0, said.indexOf('\n}') + 2))).toMatchObject({ address, signIns: [{ projectId: 'p' }] })
    expect(said).toContain('accounts at sites: 1 deleted')
  }, 120_000)

  it('make a list of wallets from an export, and serve it', async () => {
    await shell.end()
    const wallet = { id: 'ab'.repeat(32), name: 'Example of an export', mobile_link: 'example://' }
    writeFileSync(join(folder, 'export.json'), JSON.stringify({ count: 1, data: [wallet] }))
    const [list = '', letters = ''] = blocks('## The list of wallets')
    const [make = '', begin = ''] = list
      .replace(/ +#.*$/gm, '')
      .trim()
      .split('\n')
    expect(await shell.run(make)).toContain('Wrote 1 wallets')
    await shell.start(`export ${letters.trim()}\n${begin}`, 1)
    const answer = await fetch(
      `http://127.0.0.1:${ports.PORT}/getWallets?projectId=x&search=Example%20of%20an%20export`,
    )
    expect(await answer.json()).toMatchObject({ count: 1, data: [{ name: wallet.name }] })
  }, 120_000)
})
