import { createServer } from 'node:http'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** A key of a {@link tokenServer}. */
export type TokenKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }

/** Makes a key that signs tokens. */
export async function tokenKey(): Promise<TokenKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid: await calculateJwkThumbprint(await exportJWK(publicKey)), privateKey, publicKey }
}

/** Serves the two routes of a Latchkey server that a verifier asks, over keys and revocations that a test changes. */
export async function tokenServer(...keys: TokenKey[]) {
  const asked: string[] = []
  const revoked = new Set<string>()
  // By path: what is answered in place of the truth.
  const faults = new Map<string, { status: number; body?: string }>()
  const state = { keys, asked, revoked, faults }
  const server = createServer(async ({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://a')
    asked.push(url)
    const [, claims = 'e30'] = (headers.authorization ?? '').split('.')
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isOver = pathname === '/auth/v1/me' && revoked.has(jti)
    const { status, body = '' } = faults.get(pathname) ?? {
      status: isOver ? 401 : 200,
      body: JSON.stringify({ keys: await Promise.all(state.keys.map(publish)) }),
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const claims = (): JWTPayload => ({
    iss: url,
    aud: 'https://app.example',
    sub: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    projectIdKey: 'p-1',
  })
  /** Signs a token; what is `undefined` among the changes is left out. */
  const sign = (change: { readonly [name: string]: unknown } = {}, header: object = {}, key = state.keys[0]) => {
    if (!key) throw new Error('The server has no key')
    const protectedHeader = { alg: 'ES256', typ: 'JWT', kid: key.kid, ...header }
    return new SignJWT({ ...claims(), ...change }).setProtectedHeader(protectedHeader).sign(key.privateKey)
  }
  const countOf = (path: string) => asked.filter((each) => each.startsWith(path)).length
  return { state, asked, revoked, faults, url, claims, sign, countOf, close: () => void server.close() }

  async function publish({ kid, publicKey }: TokenKey) {
    return { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  }
}
