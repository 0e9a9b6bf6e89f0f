import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, type LookupFunction } from 'node:net'
import { join } from 'node:path'

/** An nginx with TLS in front of the processes of a test. */
export type Nginx = {
  /** What its certificate is checked with, and how any name leads to this machine. */
  connect: { ca: string; lookup: LookupFunction }
  /** Calls through it, as `fetch` does. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  stop(): Promise<void>
}

/** Where nginx is; undefined when it is not installed, or no openssl is there to make a certificate. */
export function findNginx(): string | undefined {
  const find = (name: string) =>
    [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)
  return find('openssl') === undefined ? undefined : find('nginx')
}

/** Makes a certificate for some names, and gives the paths of its two files. */
export function makeCertificate(folder: string, names: readonly string[]): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'certificate.key')]
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '1', ...curve, ...subject, ...files], { stdio: 'ignore' })
  return { certificate, key }
}

/**
 * Starts nginx and waits until it answers.
 *
 * @param options - Its program, a folder of its own, its files by name, the port that they listen on, and the certificate if it has one.
 */
export async function startNginx(options: {
  program: string
  folder: string
  files: { readonly [name: string]: string }
  port: number
  certificate?: string
}): Promise<Nginx> {
  const { program, folder, files, port } = options
  mkdirSync(join(folder, 'conf.d'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const settings = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'log')};`,
    `events {} http { access_log off; ${temporary.join(' ')} include conf.d/*.conf; }`,
  ]
  const main = join(folder, 'nginx.conf')
  writeFileSync(main, settings.join('\n'))
  const child = spawn(program, ['-e', join(folder, 'log'), '-c', main], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await isOpen(port))) if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
  const ca = options.certificate === undefined ? '' : readFileSync(options.certificate, 'utf8')
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  return {
    connect: { ca, lookup },
    fetch: (url, init = {}) =>
      new Promise((resolve, reject) => {
        const { body, method = 'GET', headers } = init
        const form = body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
        const text = body === undefined ? '' : String(body)
        const length = { 'content-length': String(Buffer.byteLength(text)) }
        const sent = { ...form, ...length, ...Object.fromEntries(new Headers(headers)) }
        const outgoing = request(url, { ca, lookup, method, headers: sent }, async (incoming) => {
          const chunks: Buffer[] = []
          for await (const chunk of incoming) chunks.push(chunk as Buffer)
          resolve(new Response(Buffer.concat(chunks), { status: incoming.statusCode ?? 500 }))
        })
        outgoing.on('error', reject)
        outgoing.end(text)
      }),
    async stop() {
      child.kill()
      await ended
    },
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => setTimeout(() => resolve(false), 20))
    socket.once('connect', () => socket.destroy())
  })
}
