// Stands where hosts of other people would be: takes what a page sends to them over TLS, hands it to servers of this machine
// as it is, and keeps what they answered.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlainServer, request } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Starts the stand-in.
 *
 * @param {Record<string, string>} targets - Where each host really is: `{ 'api.example': 'http://127.0.0.1:3080' }`.
 * @returns {Promise<{ rules: string, answers: { method: string, url: string, status: number }[], stop: () => Promise<void> }>}
 *   `rules` for Chromium's `--host-resolver-rules`; `answers` in the order of their coming.
 */
export async function mapHosts(targets) {
  const answers = []
  const server = createServer(makeCertificate())
  // Pictures that the server names itself are named as it was called: without TLS.
  const plain = createPlainServer()
  const targetOf = ({ headers }) => new URL(targets[headers.host])
  const keep = ({ method, url, headers, socket }, status) =>
    answers.push({ method, url: `${socket.encrypted ? 'https' : 'http'}://${headers.host}${url}`, status })
  const pass = (incoming, outgoing) => {
    if (!(incoming.headers.host in targets)) return outgoing.writeHead(421).end()
    const { hostname, port } = targetOf(incoming)
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      keep(incoming, answer.statusCode)
      outgoing.writeHead(answer.statusCode, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    passed.on('error', () => {
      keep(incoming, 502)
      outgoing.destroy()
    })
    incoming.pipe(passed)
  }
  server.on('request', pass)
  plain.on('request', pass)
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port } = targetOf(incoming)
    const passed = connect(Number(port), hostname, () => {
      const lines = [`GET ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      passed.write(`${lines.join('\r\n')}\r\n\r\n`)
      passed.write(head)
      passed.once('data', (bytes) => keep(incoming, Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1])))
      passed.pipe(socket).pipe(passed)
    })
    passed.on('error', () => socket.destroy())
    socket.on('error', () => passed.destroy())
  })
  const both = [server, plain]
  await Promise.all(both.map((one) => new Promise((resolve) => one.listen(0, '127.0.0.1', resolve))))
  const [port, plainPort] = both.map((one) => one.address().port)
  return {
    rules: Object.keys(targets)
      .flatMap((host) => [`MAP ${host}:443 127.0.0.1:${port}`, `MAP ${host}:80 127.0.0.1:${plainPort}`])
      .join(' , '),
    answers,
    async stop() {
      const ends = both.map((one) => new Promise((resolve) => one.close(resolve)))
      for (const one of both) one.closeAllConnections()
      await Promise.all(ends)
    },
  }
}

/** A certificate that nobody trusts; the browser is told to take any. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const args = ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=localhost']
  const { status, stderr, error } = spawnSync('openssl', args, { encoding: 'utf8' })
  try {
    if (status !== 0) throw new Error(`openssl made no certificate: ${error?.message ?? stderr}`)
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
