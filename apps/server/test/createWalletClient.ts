import { randomBytes } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, hpkeInfo, sealHpke } from '@latchkey/protocol/internal/hpke'
import type { EmailStartAnswer, EmailVerifyAnswer, MailCode } from '@latchkey/protocol/internal/walletApi'
import { type DevicePublicKey, deviceIdOf, mailCodeAad, requestBytes } from '@latchkey/protocol/internal/walletSigning'
import type { WalletWorld } from './startWalletWorld.js'

/** What came back: status and body. */
export type Answer<Body = Record<string, unknown>> = { status: number; body: Body }

/** Which address a sign-in was begun with, as its frame remembers it. */
const begun = new Map<string, string>()

/** A browser with a device key, as the server sees it. */
export type WalletClient = Awaited<ReturnType<typeof createWalletClient>>

/** Makes a browser with a key of its own. */
export async function createWalletClient(
  first: Pick<WalletWorld, 'app' | 'inbox' | 'origin' | 'time'>,
  options: { ip?: string } = {},
) {
  let world = first
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey: DevicePublicKey = { kty: 'EC', crv: 'P-256', x, y }
  const deviceId = deviceIdOf(publicKey)
  const parentOrigin = 'https://app.localhost'
  const env = { incoming: { socket: { remoteAddress: options.ip ?? `10.${randomBytes(3).join('.')}` } } }
  const state: { session?: EmailVerifyAnswer; skew: number; recoveryKey?: string | undefined } = { skew: 0 }

  async function sign(data: Uint8Array<ArrayBuffer>): Promise<string> {
    return Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, data)).toString(
      'base64url',
    )
  }

  /** The request of one call, signed; tests may change it before it is sent. */
  async function prepare(method: string, path: string, input?: unknown) {
    const body = input === undefined ? '' : JSON.stringify(input)
    const nonce = randomBytes(16).toString('base64url')
    const timestamp = world.time() + state.skew
    // Signing in comes before any session.
    const session =
      /^\/api\/(auth\/(email\/(start|resend|verify|device)|code\/verify|passkey|social\/(start|finish|farcaster))|vault\/find|recovery\/mail\/login)/.test(
        path,
      )
        ? undefined
        : state.session
    const sessionId = session?.sessionId
    const headers: Record<string, string> = {
      'x-latchkey-frame': '1',
      origin: world.origin,
      'sec-fetch-site': 'same-origin',
      'user-agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'x-device': deviceId,
      'x-nonce': nonce,
      'x-timestamp': String(timestamp),
      'x-signature': await sign(requestBytes({ method, path, body, nonce, timestamp, sessionId })),
      ...(session === undefined ? {} : { authorization: `Bearer ${session.sessionToken}` }),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    }
    return { path, init: { method, headers, ...(body === '' ? {} : { body }) } }
  }

  async function send<Body = Record<string, unknown>>(request: {
    path: string
    init: RequestInit
  }): Promise<Answer<Body>> {
    const response = await world.app().request(request.path, request.init, env)
    return { status: response.status, body: (await response.json()) as Body }
  }

  async function call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    input?: unknown,
  ): Promise<Answer<Body>> {
    return send<Body>(await prepare(method, path, input ?? (method === 'POST' ? {} : undefined)))
  }

  async function start(email: string, more: object = {}) {
    const started = await call<EmailStartAnswer & { code?: string; retryAfterMs?: number }>(
      'POST',
      '/api/auth/email/start',
      { email, projectId: 'project', parentOrigin, devicePublicKey: publicKey, deviceName: 'Chrome on Linux', ...more },
    )
    begun.set(started.body.challengeId, email)
    return started
  }

  async function approve(email: string): Promise<void> {
    const mail = await world.inbox.next(email, /browser\?/)
    const token = /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    const response = await world.app().request('/device', { method: 'POST', body: new URLSearchParams({ token }) })
    if (response.status !== 200) throw new Error(`The device page answered ${response.status}`)
  }

  async function readCode(email: string): Promise<string> {
    const mail = await world.inbox.next(email, /is your code/)
    return /^(\d{6}) /.exec(mail.subject ?? '')?.[1] ?? ''
  }

  /** Seals what was typed to recovery, as a frame does. */
  async function seal(typed: MailCode, bound: { kind: string; deviceId: string; id: string }): Promise<string> {
    for (let at = 0; state.recoveryKey === undefined && at < 20; at++)
      state.recoveryKey = (await call<{ hpke?: { recovery: string } }>('GET', '/api/vault/keys')).body.hpke?.recovery
    // A server that is down takes nothing, whatever it was sealed to.
    const key = state.recoveryKey === undefined ? createHpkeKeyPair().publicKey : fromBase64Url(state.recoveryKey)
    const text = Uint8Array.from(Buffer.from(JSON.stringify(typed)))
    const binding = { info: hpkeInfo('mail-code'), aad: mailCodeAad(bound) }
    return toBase64Url(sealHpke(key, text, binding))
  }

  /** Seals the code of a sign-in, with the address that its person typed. */
  function sealLogin(challengeId: string, code: string, email = begun.get(challengeId)): Promise<string> {
    return seal({ code, ...(email === undefined ? {} : { email }) }, { kind: 'login', deviceId, id: challengeId })
  }

  /** Gives the code of a sign-in to recovery. */
  async function proveLogin(challengeId: string, code: string, email?: string) {
    const sealed = await sealLogin(challengeId, code, email)
    const body = { challengeId, devicePublicKey: publicKey, sealed }
    return call<EmailVerifyAnswer & { code?: string; retryAfterMs?: number }>('POST', '/api/recovery/mail/login', body)
  }

  /** Gives a code that this session asked for to recovery. */
  async function prove(kind: 'step-up' | 'change-primary' | 'change-secondary', typed: MailCode) {
    const sealed = await seal(typed, { kind, deviceId, id: state.session?.sessionId ?? '' })
    return call('POST', '/api/recovery/mail/session', { kind, sealed })
  }

  async function verify(challengeId: string, code: string, more: object = {}) {
    const proven = await proveLogin(challengeId, code)
    if (proven.status !== 200) return proven
    return call<EmailVerifyAnswer & { code?: string; retryAfterMs?: number }>('POST', '/api/auth/email/verify', {
      challengeId,
      ...more,
    })
  }

  /** Types the code of one side of a change of address; the new address is the one that the person gave. */
  async function change(side: 'primary' | 'secondary', typed: MailCode, more: object = {}) {
    const proven = await prove(`change-${side}`, typed)
    return proven.status === 200 ? call('POST', `/api/auth/email/change/${side}`, more) : proven
  }

  /** The whole way in. */
  async function signIn(email: string, more: object = {}): Promise<EmailVerifyAnswer> {
    const { body, status } = await start(email)
    if (status !== 200) throw new Error(`start answered ${status} ${JSON.stringify(body)}`)
    if (body.action === 'VERIFY_DEVICE') await approve(email)
    const verified = await verify(body.challengeId, await readCode(email), more)
    if (verified.status !== 200) throw new Error(`verify answered ${JSON.stringify(verified)}`)
    state.session = verified.body
    return verified.body
  }

  async function stepUp(email: string): Promise<void> {
    await call('POST', '/api/auth/step-up/start')
    await prove('step-up', { code: await readCode(email) })
    const { body } = await call<{ sessionToken: string }>('POST', '/api/auth/step-up/verify')
    if (state.session) state.session = { ...state.session, sessionToken: body.sessionToken }
  }

  const client = {
    publicKey,
    deviceId,
    parentOrigin,
    env,
    state,
    sign,
    prepare,
    send,
    call,
    start,
    approve,
    readCode,
    sealLogin,
    proveLogin,
    prove,
    verify,
    change,
    signIn,
    stepUp,
    /** Goes on with another server under the same origin. */
    over(next: typeof world) {
      world = next
      state.recoveryKey = undefined
      return client
    },
  }
  return client
}
