import { randomBytes } from 'node:crypto'
import { type AccountId, isAccountId, parseAccountId, toAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { checkSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { JWTPayload } from 'jose'
import { answerRefusal } from '../platform/http/answerRefusal.js'
import { readJsonBody } from '../platform/http/readJsonBody.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Log } from '../platform/log/log.js'
import type { Metrics } from '../platform/metrics/metrics.js'
import type { SignedClaims, TokenKeys } from '../platform/secrets/createTokenKeys.js'
import { randomId } from '../platform/secrets/randomId.js'
import type { EmailCodes } from './createEmailCodes.js'
import type { KeptAccount, SiwxTables } from './createSiwxTables.js'
import { readSignIn } from './readSignIn.js'
import { authenticateRequest, codeRequest, metadataRequest, otpRequest } from './siwxRequests.js'

/** The account, the text and the signature to verify. */
export type Signed = { account: AccountId; message: string; signature: string }

/** The cost of a writing call in the client's rate limit: it adds a row, sends a mail or calls a node. */
const costOfWriting = 20
/** How long a nonce can be signed, in seconds. */
const nonceLife = 300
/** The largest body, in characters. */
const longestBody = 65_536
const longestMetadata = 8_192
const noStore = { 'cache-control': 'no-store' }
const nonceType = 'nonce+jwt'
const sessionType = 'JWT'

/** A sign-in that holds, as a call shows it. */
type Session = { claims: SignedClaims; id: string; account: KeptAccount }

/**
 * `/auth/v1/…`: sign-ins that a backend trusts, on the wire that AppKit's pages speak, and the keys that their tokens are checked
 * with. Refusals are texts, which those pages show.
 */
export function siwxRoutes(options: {
  gate: Gate
  tables: SiwxTables
  /** Absent: signing in is off. */
  keys: TokenKeys | undefined
  /** Absent: no e-mail address is asked for. */
  emailCodes: EmailCodes | undefined
  needsEmail: boolean
  /** For how long a sign-in holds, in seconds. */
  life: number
  isSite: (origin: string) => boolean
  isSigned: (signed: Signed) => Promise<boolean>
  publicUrl: (requestUrl: string) => string
  log: Log
  metrics: Pick<Metrics, 'refused'>
}): Hono<HonoEnv> {
  const { gate, tables, emailCodes, needsEmail, life, isSite, isSigned, publicUrl, log, metrics } = options
  const app = new Hono<HonoEnv>()
  const admit =
    (cost: number): MiddlewareHandler<HonoEnv> =>
    async (c, next) => {
      gate.limit(c.get('ip'), cost)
      await next()
    }

  function requireKeys(): TokenKeys {
    if (options.keys) return options.keys
    throw new Refusal(503, 'key', 'Signing in is off on this server. Its operator can set LATCHKEY_SIWX_KEYS.')
  }

  function projectOf(c: Context<HonoEnv>): string {
    const projectId = c.req.query('projectId') ?? ''
    gate.project(projectId)
    if (!/^[\x20-\x7e]{0,100}$/.test(projectId)) throw new Refusal(400, 'projectId', 'Invalid projectId')
    return projectId
  }

  function verify(c: Context<HonoEnv>, type: string, header: string): Promise<SignedClaims | undefined> {
    const [, token = ''] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header(header) ?? '') ?? []
    return requireKeys().verify(type, token, { issuer: publicUrl(c.req.url) })
  }

  async function findSession(c: Context<HonoEnv>): Promise<Session | undefined> {
    const claims = await verify(c, sessionType, 'authorization')
    const account = claims && (await tables.find(claims.jti, claims.exp))
    return claims && account && { claims, id: claims.jti, account }
  }

  async function requireSession(c: Context<HonoEnv>): Promise<Session> {
    const session = await findSession(c)
    if (session === undefined) throw new Refusal(401, 'authentication', 'This sign-in is over. Sign in again.')
    // A project that was taken off the list loses its sign-ins too.
    gate.project(String(session.claims.projectIdKey))
    return session
  }

  function check(fields: SignInMessage, { isStock, now }: { isStock: boolean; now: Date }): string {
    try {
      return checkSignInMessage(fields, { isOrigin: isSite, now, mayLackExpiry: isStock })
    } catch (cause) {
      if (!isLatchkeyError(cause)) throw cause
      throw new Refusal(401, 'message', cause.message, { cause })
    }
  }

  app.get('/.well-known/jwks.json', admit(1), async (c) =>
    c.json(await requireKeys().jwks(), 200, { 'cache-control': 'public, max-age=60' }),
  )

  app.get('/auth/v1/nonce', admit(1), async (c) => {
    const projectIdKey = projectOf(c)
    const nonce = randomBytes(16).toString('hex')
    const iat = Math.floor((await tables.now()).getTime() / 1000)
    const origin = c.req.header('origin')
    const claims = { iss: publicUrl(c.req.url), jti: nonce, iat, exp: iat + nonceLife, projectIdKey }
    const token = await requireKeys().sign(nonceType, origin === undefined ? claims : { ...claims, origin })
    return c.json({ nonce, token }, 200, noStore)
  })

  app.post('/auth/v1/authenticate', admit(costOfWriting), async (c) => {
    const keys = requireKeys()
    const projectIdKey = projectOf(c)
    const asked = await verify(c, nonceType, 'x-nonce-jwt')
    const now = asked && (await tables.now())
    if (now === undefined || asked?.projectIdKey !== projectIdKey || asked.exp * 1000 <= now.getTime())
      throw new Refusal(401, 'nonce', 'The nonce is not one of this server, or its time is over')
    const { message, signature, data, walletInfo } = await readJsonBody(c.req.raw, authenticateRequest, {
      longest: longestBody,
    })
    const { fields, isStock } = readSignIn(message, data)
    if (fields.nonce !== asked.jti) throw new Refusal(401, 'nonce', 'The message has another nonce')
    const origin = check(fields, { isStock, now })
    // A nonce is valid only for the page that it was issued to.
    for (const told of [asked.origin, c.req.header('origin')])
      if (told !== undefined && told !== origin) throw new Refusal(401, 'origin', 'The message is for another site')
    const written = toAccountId(fields.chainId, fields.accountAddress)
    const account = accountOf(written)
    if (!(await isSigned({ account: written, message, signature })))
      throw new Refusal(401, 'signature', 'The signature is not one of this account over this message')
    const email = emailOf(fields)
    if (email === undefined && needsEmail) throw new Refusal(401, 'email', 'An e-mail address must be confirmed')
    const emailIndex =
      email === undefined
        ? undefined
        : await requireCodes().take(email, { account, projectId: projectIdKey, id: c.req.header('x-otp') })
    const id = randomId()
    const signedIn = {
      id,
      nonce: fields.nonce,
      nonceExpiry: asked.exp,
      projectId: projectIdKey,
      account,
      emailIndex,
    }
    const begun = await tables.signIn({ ...signedIn, connection: walletInfo ?? undefined, life })
    if (begun === undefined) throw new Refusal(401, 'nonce', 'The nonce was used before')
    const { namespace, chainId: caip2Network, reference } = parseAccountId(written)
    const token = await keys.sign(sessionType, {
      iss: publicUrl(c.req.url),
      aud: origin,
      sub: written,
      jti: id,
      iat: begun.at,
      exp: begun.at + life,
      address: fields.accountAddress,
      chainId: namespace === 'eip155' ? Number(reference) : reference,
      chainNamespace: namespace,
      caip2Network,
      uri: fields.uri,
      domain: fields.domain,
      nonce: fields.nonce,
      projectIdKey,
      projectUuid: projectIdKey,
      profileUuid: begun.accountId,
      ...(email === undefined ? {} : { email }),
    })
    return c.json({ token }, 200, noStore)
  })

  app.get('/auth/v1/me', admit(1), async (c) => {
    const { claims, account } = await requireSession(c)
    const { jti: _, iat: __, ...told } = claims
    const more = c.req.query('includeAppKitAccount') === 'true' ? { appKitAccount: toAppKit(account, claims) } : {}
    return c.json({ ...told, ...more }, 200, noStore)
  })

  app.delete('/auth/v1/me', admit(1), async (c) => {
    // A token that is over, or was revoked before, ends as it should.
    const claims = await verify(c, sessionType, 'authorization')
    if (claims === undefined) throw new Refusal(401, 'authentication', 'This is no sign-in')
    await tables.revoke(claims.jti)
    return c.json({}, 200, noStore)
  })

  app.put('/auth/v1/account-metadata', admit(costOfWriting), async (c) => {
    const { account } = await requireSession(c)
    const { metadata } = await readJsonBody(c.req.raw, metadataRequest, { longest: longestBody })
    if (JSON.stringify(metadata).length > longestMetadata)
      throw new Refusal(400, 'metadata', `metadata is longer than ${longestMetadata} characters`)
    await tables.setMetadata(account.id, metadata)
    return c.json({}, 200, noStore)
  })

  function requireCodes(): EmailCodes {
    if (emailCodes) return emailCodes
    throw new Refusal(503, 'email', 'This server asks for no e-mail. Its operator can set LATCHKEY_SIWX_EMAIL.')
  }

  app.post('/auth/v1/otp', admit(costOfWriting), async (c) => {
    const codes = requireCodes()
    const projectId = projectOf(c)
    const { email, account } = await readJsonBody(c.req.raw, otpRequest, { longest: longestBody })
    if (!isAccountId(account)) throw new Refusal(400, 'account', 'account must be a CAIP-10 account')
    const site = c.req.header('origin')
    // A page without an origin, which `null` stands for, could not be named in the mail.
    if (site !== undefined && !(URL.canParse(site) && isSite(site)))
      throw new Refusal(401, 'origin', 'This site is not known here')
    const asked = { email, account: accountOf(account), projectId, ip: c.get('ip'), site }
    const own = (await findSession(c))?.account
    const isOwn = own?.account === asked.account && own.projectId === projectId
    const uuid = await codes.ask({ ...asked, accountId: isOwn ? own.id : undefined })
    return c.json({ uuid: uuid ?? null }, 200, noStore)
  })

  app.put('/auth/v1/otp', admit(costOfWriting), async (c) => {
    const { code } = await readJsonBody(c.req.raw, codeRequest, { longest: longestBody })
    await requireCodes().confirm(c.req.header('x-otp') ?? '', code)
    return c.json({}, 200, noStore)
  })

  app.onError((error, c) => {
    const { body, headers, ...init } = answerRefusal(error, c.get('requestId'), { log, metrics })
    const { reasons } = JSON.parse(body) as { reasons: { description: string }[] }
    const text = reasons[0]?.description ?? ''
    return new Response(text, { ...init, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  })
  return app
}

/** One account is kept once, however its address is written. */
function accountOf(account: AccountId): AccountId {
  return account.startsWith('eip155:') ? (account.toLowerCase() as AccountId) : account
}

function emailOf({ resources = [] }: SignInMessage): string | undefined {
  return resources.find((each) => each.startsWith('email:'))?.slice('email:'.length)
}

function toAppKit(account: KeptAccount, { sub, address }: JWTPayload): object {
  const { chainId } = parseAccountId(sub as AccountId)
  const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
  return {
    uuid: account.id,
    caip2_chain: chainId,
    address,
    profile_uuid: account.id,
    created_at: account.createdAt.toISOString(),
    is_main_account: true,
    verification_status: null,
    connection_method: parse(account.connection),
    metadata: parse(account.metadata),
    last_signed_in_at: account.signedInAt.toISOString(),
    signed_up_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  }
}
