import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a key service fails on request. */
export type KeyFault = 'none' | 'down' | 'slow' | 'garbage' | 'damaged' | 'old-disabled'

type Answer = { status: number; body: unknown }
type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

/** A key service on this machine that speaks the documented API of a cloud and encrypts for real. */
export type KeyService = {
  url: string
  fault: KeyFault
  /** What was asked, for tests that look for secrets. */
  readonly calls: readonly Call[]
  rotate(): void
  stop(): Promise<void>
}

/** The credentials that the services accept. */
export const keyServiceLogin = {
  accessKeyId: 'AKIDTEST',
  secretAccessKey: 'aws-secret',
  token: 'cloud-token',
  region: 'eu-test-1',
}

/** Starts a service in the manner of AWS KMS, Google Cloud KMS or Vault's transit engine. */
export async function startKeyService(kind: 'aws' | 'gcp' | 'vault'): Promise<KeyService> {
  const keys: Buffer[] = [randomBytes(32)]
  const calls: Call[] = []
  const encrypt = (plain: Buffer, aad: Buffer) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keys.at(-1)!, nonce).setAAD(aad)
    return Buffer.concat([
      Buffer.from([keys.length - 1]),
      nonce,
      cipher.update(plain),
      cipher.final(),
      cipher.getAuthTag(),
    ])
  }
  const decrypt = (ct: Buffer, aad: Buffer): Buffer | undefined => {
    try {
      const cipher = createDecipheriv('aes-256-gcm', keys[ct[0]!]!, ct.subarray(1, 13)).setAAD(aad)
      cipher.setAuthTag(ct.subarray(-16))
      return Buffer.concat([cipher.update(ct.subarray(13, -16)), cipher.final()])
    } catch {
      return undefined
    }
  }
  /** Tells whether a ciphertext is of a version that was switched off. */
  const isOff = (ct: Buffer) => service.fault === 'old-disabled' && ct[0] !== keys.length - 1
  const speak = { aws, gcp, vault }[kind]
  const service = { url: '', fault: 'none' as KeyFault, calls }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    calls.push(call)
    if (service.fault === 'down') return response.writeHead(503).end('{}')
    if (service.fault === 'slow') return
    const answer = speak(call)
    let text = service.fault === 'garbage' ? '<html>' : JSON.stringify(answer.body)
    // One bit of the first base64 value changes on its way.
    if (service.fault === 'damaged')
      text = text.replace(
        /("(?:ciphertext|plaintext|CiphertextBlob|Plaintext)":"(?:vault:v\d+:)?.{20})(.)/,
        (_, head, char) => head + (char === 'A' ? 'B' : 'A'),
      )
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    rotate: () => void keys.push(randomBytes(32)),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })

  function aws({ headers, body, method }: Call): Answer {
    if (!isSigned(headers, body, method)) return { status: 400, body: { __type: 'IncompleteSignatureException' } }
    const input = JSON.parse(body)
    const context = (value: { [name: string]: string } = {}) =>
      Buffer.from(JSON.stringify(Object.entries(value).sort()))
    const refused = { status: 400, body: { __type: 'InvalidCiphertextException' } }
    switch (headers['x-amz-target']) {
      case 'TrentService.Encrypt': {
        const ct = encrypt(Buffer.from(input.Plaintext, 'base64'), context(input.EncryptionContext))
        return { status: 200, body: { CiphertextBlob: ct.toString('base64'), KeyId: input.KeyId } }
      }
      case 'TrentService.Decrypt': {
        const ct = Buffer.from(input.CiphertextBlob, 'base64')
        if (isOff(ct)) return { status: 400, body: { __type: 'DisabledException' } }
        const plain = decrypt(ct, context(input.EncryptionContext))
        return plain ? { status: 200, body: { Plaintext: plain.toString('base64'), KeyId: input.KeyId } } : refused
      }
      case 'TrentService.ReEncrypt': {
        const plain = decrypt(Buffer.from(input.CiphertextBlob, 'base64'), context(input.SourceEncryptionContext))
        if (!plain) return refused
        const ct = encrypt(plain, context(input.DestinationEncryptionContext))
        return { status: 200, body: { CiphertextBlob: ct.toString('base64'), KeyId: input.DestinationKeyId } }
      }
      case 'TrentService.DescribeKey':
        return { status: 200, body: { KeyMetadata: { KeyState: 'Enabled' } } }
      default:
        return { status: 400, body: { __type: 'UnknownOperationException' } }
    }
  }

  function gcp({ headers, body, path }: Call): Answer {
    if (headers.authorization !== `Bearer ${keyServiceLogin.token}`) return { status: 401, body: {} }
    if (!path.includes(':')) return { status: 200, body: { primary: { state: 'ENABLED' } } }
    const input = JSON.parse(body)
    const aad = Buffer.from(input.additionalAuthenticatedData, 'base64')
    const refused = { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } }
    if (String(castagnoli(aad)) !== input.additionalAuthenticatedDataCrc32c) return refused
    if (path.endsWith(':encrypt')) {
      const plain = Buffer.from(input.plaintext, 'base64')
      if (String(castagnoli(plain)) !== input.plaintextCrc32c) return refused
      const ct = encrypt(plain, aad)
      return {
        status: 200,
        body: {
          name: `${path.slice(4, -8)}/cryptoKeyVersions/${keys.length}`,
          ciphertext: ct.toString('base64'),
          ciphertextCrc32c: String(castagnoli(ct)),
          verifiedPlaintextCrc32c: true,
          verifiedAdditionalAuthenticatedDataCrc32c: true,
        },
      }
    }
    const ct = Buffer.from(input.ciphertext, 'base64')
    if (isOff(ct)) return { status: 400, body: { error: { code: 400, status: 'FAILED_PRECONDITION' } } }
    const plain = String(castagnoli(ct)) === input.ciphertextCrc32c ? decrypt(ct, aad) : undefined
    if (!plain) return refused
    return { status: 200, body: { plaintext: plain.toString('base64'), plaintextCrc32c: String(castagnoli(plain)) } }
  }

  function vault({ headers, body, path }: Call): Answer {
    if (path === '/v1/sys/health') return { status: 200, body: { initialized: true, sealed: false } }
    if (headers['x-vault-token'] !== keyServiceLogin.token)
      return { status: 403, body: { errors: ['permission denied'] } }
    const input = JSON.parse(body)
    const aad = Buffer.from(input.associated_data ?? '', 'base64')
    if (path.startsWith('/v1/transit/encrypt/')) {
      const ct = encrypt(Buffer.from(input.plaintext, 'base64'), aad).toString('base64')
      return { status: 200, body: { data: { ciphertext: `vault:v${keys.length}:${ct}` } } }
    }
    const [, version, text = ''] = /^vault:v(\d+):(.+)$/.exec(String(input.ciphertext)) ?? []
    const ct = Buffer.from(text, 'base64')
    const isWhole = ct.toString('base64') === text && Number(version) === ct[0]! + 1
    if (isOff(ct))
      return {
        status: 400,
        body: { errors: ['ciphertext or signature version is disallowed by policy (too old)'] },
      }
    const plain = isWhole ? decrypt(ct, aad) : undefined
    return plain
      ? { status: 200, body: { data: { plaintext: plain.toString('base64') } } }
      : { status: 400, body: { errors: ['cipher: message authentication failed'] } }
  }
}

function isSigned(headers: IncomingMessage['headers'], body: string, method: string): boolean {
  const [, day, region, names = '', signature] =
    /Credential=AKIDTEST\/(\d{8})\/([\w-]+)\/kms\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const required = ['content-type', 'host', 'x-amz-date', 'x-amz-target']
  if (!day || region !== keyServiceLogin.region || !required.every((name) => names.split(';').includes(name)))
    return false
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = `${method}\n/\n\n${lines.join('')}\n${names}\n${hash(body)}`
  let key = Buffer.from(`AWS4${keyServiceLogin.secretAccessKey}`)
  for (const part of [
    day,
    region,
    'kms',
    'aws4_request',
    `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${day}/${region}/kms/aws4_request\n${hash(canonical)}`,
  ])
    key = createHmac('sha256', key).update(part).digest()
  return key.toString('hex') === signature
}

function castagnoli(bytes: Buffer): number {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
    return value >>> 0
  })
  return (bytes.reduce((crc, byte) => (table[(crc ^ byte) & 255]! ^ (crc >>> 8)) >>> 0, 0xffffffff) ^ 0xffffffff) >>> 0
}
