import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
// biome-ignore-start lint/style/noRestrictedImports: what stands around a server in its tests
import { writeKeyRing } from '../../apps/server/src/custody/keys/writeKeyRing.js'
import { openPostgres } from '../../apps/server/src/platform/db/openPostgres.js'
import { runCommand } from '../../apps/server/src/runCommand.js'
import { bundleServer } from '../../apps/server/test/bundleServer.js'
import type { Service } from '../../apps/server/test/findService.js'
import { readFences } from '../../apps/server/test/readFences.js'
import { type Inbox, startInbox } from '../../apps/server/test/startInbox.js'
import { startNginx } from '../../apps/server/test/startNginx.js'
import { freePort } from '../../apps/server/test/startProcess.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { type Supervised, startSupervised } from './startSupervised.js'

type Role = 'data' | 'auth' | 'vault' | 'recovery'

/** A whole site: processes of each role behind nginx, over a PostgreSQL and a Redis that were started for it. */
export type Site = {
  /** Where the relay and the data API are, and the wallet. */
  relayUrl: string
  apiUrl: string
  walletOrigin: string
  inbox: Inbox
  processes: readonly { name: string; role: Role; process: Supervised }[]
  /** Asks the database as its owner. */
  ask<Row>(sql: string): Promise<Row[]>
  stop(): Promise<void>
}

/** Two of each role but `recovery`, which calls wait for. */
const roles: readonly Role[] = ['recovery', 'vault', 'vault', 'auth', 'auth', 'data', 'data']
const page = readFileSync(fileURLToPath(new URL('../../docs/operating.md', import.meta.url)), 'utf8')

/** Starts the site in a folder. */
export async function startSite(
  folder: string,
  given: { nginx: string; postgres: Service; redis: Service },
): Promise<Site> {
  const { postgres, redis } = given
  const [program] = await Promise.all([
    bundleServer(folder, 'src/main.ts'),
    openPostgres(postgres.url).then((db) => db.close()),
  ])
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  await owner.query(await runCommand(['grants']))
  for (const role of new Set(roles)) await owner.query(`create user soak_${role} in role ${role}_rw`)
  await owner.end()
  const inbox = await startInbox()
  const node = await startNode()
  const [walletPort, dataPort] = [await freePort(), await freePort()]
  const walletOrigin = `http://localhost:${walletPort}`
  const apiUrl = `http://localhost:${dataPort}`
  for (const name of ['auth', 'vault', 'recovery', 'siwx']) writeKeyRing(join(folder, `${name}.json`))
  const chain = {
    caip2: 'eip155:31337',
    name: 'Local',
    rpc: [node.url],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const settings = (role: Role, port: number): { [name: string]: string } => {
    const login = new URL(postgres.url)
    login.username = `soak_${role}`
    const own = {
      data: {
        PORT: String(port),
        LATCHKEY_CHAINS: JSON.stringify([chain]),
        LATCHKEY_SIWX_KEYS: join(folder, 'siwx.json'),
        LATCHKEY_NAME_ZONES: 'soak.example',
      },
      auth: { LATCHKEY_AUTH_KEYS: join(folder, 'auth.json'), LATCHKEY_SMTP_URL: inbox.url },
      vault: { LATCHKEY_VAULT_KEYS: join(folder, 'vault.json') },
      recovery: { LATCHKEY_RECOVERY_KEYS: join(folder, 'recovery.json'), LATCHKEY_RECOVERY_SMTP_URL: inbox.url },
    }[role]
    return {
      ...own,
      ...(role === 'data' ? {} : { LATCHKEY_WALLET_PORT: String(port) }),
      DATABASE_URL: login.href,
      REDIS_URL: redis.url,
      LATCHKEY_PUBLIC_URL: apiUrl,
      LATCHKEY_WALLET_ORIGIN: walletOrigin,
      LATCHKEY_WALLET_SITES: 'https://app.localhost',
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      LATCHKEY_DEVICE_LINK: 'returning',
    }
  }
  const counts = new Map<Role, number>()
  const ports = new Map<Role, number[]>()
  const processes = await Promise.all(
    roles.map(async (role) => {
      const at = (counts.get(role) ?? 0) + 1
      counts.set(role, at)
      const port = await freePort()
      ports.set(role, [...(ports.get(role) ?? []), port])
      const process = await startSupervised(program, { env: settings(role, port), args: ['--roles', role] })
      return { name: `${role} ${at}`, role, process }
    }),
  )
  const upstreams = readFences(page, '### Several processes')
    .filter(({ language }) => language === 'nginx')
    .map(({ text }) =>
      text.replace(/127\.0\.0\.1:3([01])8([0-3])/g, (_, second, role) => {
        const [one, two = one] =
          ports.get((['data', 'auth', 'vault', 'recovery'] as const)[Number(role)] ?? 'data') ?? []
        return `127.0.0.1:${second === '1' ? two : one}`
      }),
    )
  const lines = readFences(page, '### Roles apart').filter(({ language }) => language === 'nginx')[1]?.text ?? ''
  const place = (path: string, role: Role, more = '') =>
    `location ${path} { proxy_pass http://${role}; include latchkey.proxy; ${more} }`
  const files = {
    'conf.d/latchkey.conf': `map $http_upgrade $connection_upgrade { default upgrade; '' close; }
${upstreams.join('\n')}
server { listen 127.0.0.1:${walletPort}; ${place('/api/vault/', 'vault')} ${place('/api/recovery/', 'recovery')} ${place('/', 'auth')} }
server { listen 127.0.0.1:${dataPort}; ${place('/', 'data', 'proxy_read_timeout 10m;')} }
`,
    'latchkey.proxy': lines,
  }
  mkdirSync(join(folder, 'nginx'))
  const nginx = await startNginx({
    program: given.nginx,
    folder: join(folder, 'nginx'),
    files,
    port: dataPort,
  })
  return {
    relayUrl: apiUrl.replace('http', 'ws'),
    apiUrl,
    walletOrigin,
    inbox,
    processes,
    async ask(sql) {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return rows
    },
    async stop() {
      await nginx.stop()
      await Promise.all(processes.map(({ process }) => process.stop()))
      await inbox.stop()
      await node.stop()
    },
  }
}

/** A node of a chain that says which it is. */
async function startNode() {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const asked = JSON.parse(text)
    const answer = ({ id }: { id: unknown }) => ({ jsonrpc: '2.0', id, result: '0x7a69' })
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
