import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMemoryAdapter } from './createMemoryAdapter.js'
import { readText } from './readText.js'
import { type SocialAccount, type SocialName, socialAccounts } from './socialAccounts.js'
import { socialPage } from './socialPage.js'

/** The settings of one provider: an entry of the server's file of social logins. */
export type SocialEntry = { readonly [name: string]: string }

/** One provider, under one name. */
export type SocialProvider = {
  entry: SocialEntry
  /** Answers a request whose path is without the provider's name. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** How long each thing lasts, in seconds. */
const ttl = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  Grant: 3_600,
  IdToken: 3_600,
  Interaction: 3_600,
  RefreshToken: 3_600,
  Session: 3_600,
}

/** Apple's client proves itself by a signed text instead of a secret. */
type SignedSecret = { teamId: string; keyId: string; privateKey: string; publicKey: KeyObject }

/**
 * Creates a provider with the manners of one that people know: Google and Apple by OpenID Connect, Apple by a posted form and with a signed
 * client secret, the others by OAuth alone and pages of their own.
 *
 * @param name - Whose manners.
 * @param at - Its URL.
 * @param options - `walletOrigin`, whose callback it knows: requests wait for one that is not known yet; and the RSA `key` that signs
 * its tokens.
 */
export async function createSocialProvider(
  name: SocialName,
  at: string,
  { walletOrigin, key }: { walletOrigin: string | Promise<string>; key: KeyObject },
): Promise<SocialProvider> {
  const { Provider } = await import('oidc-provider')
  const clientId = `latchkey-${name}`
  const clientSecret = randomBytes(24).toString('base64url')
  const signed = name === 'apple' ? makeSignedSecret() : undefined
  const isOpenid = name === 'google' || name === 'apple'
  const find = (id: string) => socialAccounts.find((account) => account.id === id)
  const open = (origin: string) =>
    new Provider(at, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${origin}/oauth/cb/${name}`],
          token_endpoint_auth_method: name === 'x' ? 'client_secret_basic' : 'client_secret_post',
        },
      ],
      adapter: createMemoryAdapter(),
      ttl,
      jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `${at}/interaction/${uid}` },
      pkce: { required: () => true },
      routes: { authorization: '/authorize', token: '/token', userinfo: '/userinfo', jwks: '/jwks' },
      scopes: [
        'openid',
        'offline_access',
        'read:user',
        'user:email',
        'users.read',
        'tweet.read',
        'identify',
        'public_profile',
        'name',
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'], profile: ['name'] },
      conformIdTokenClaims: false,
      findAccount: (_: unknown, id: string) => {
        const account = find(id)
        if (account === undefined) return undefined
        const { email, isVerified, label } = account
        // Apple hides an address behind one of its own, and says yes and no as texts.
        const apple = { email: `${id}@privaterelay.appleid.example`, email_verified: 'true', is_private_email: 'true' }
        const claims =
          email === undefined
            ? { name: label }
            : name === 'apple'
              ? apple
              : { name: label, email, email_verified: isVerified }
        return { accountId: id, claims: async () => ({ sub: id, ...claims }) }
      },
      renderError: (ctx: { body: unknown }, out: { error: string }) => {
        ctx.body = `This sign-in cannot go on: ${out.error}`
      },
    })
  /** Whether the next exchange of a code fails, by choice on the page. */
  let isUnreachable = false
  const opening = Promise.resolve(walletOrigin).then(open)
  // Without a wallet the request is answered with an error.
  opening.catch(() => {})

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await opening
    const { uid, params } = await provider.interactionDetails(request, response)
    const agreed = /(?:^|; )social-agreed=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
    if (request.method !== 'POST' && agreed === undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      response.end(socialPage(name, `${at}/interaction/${uid}`))
      return
    }
    // Who agreed before is not asked again, as at most providers.
    const chosen = agreed ?? new URLSearchParams(await readText(request)).get('account') ?? ''
    isUnreachable = chosen === 'away'
    const accountId = isUnreachable ? '1001' : chosen
    if (find(accountId) === undefined)
      return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'Refused' })
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(params.scope ?? '')
    const login = { accountId, remember: false }
    await provider.interactionFinished(request, response, { login, consent: { grantId: await grant.save() } })
  }

  async function answerUser(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    const provider = await opening
    const account = find((await provider.AccessToken.find(token))?.accountId ?? '')
    const body = account && socialAnswer(name, path, account)
    response.writeHead(account === undefined ? 401 : body === undefined ? 404 : 200, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(body ?? {}))
  }

  return {
    entry: {
      clientId,
      at,
      ...(signed === undefined
        ? { clientSecret }
        : { teamId: signed.teamId, keyId: signed.keyId, privateKey: signed.privateKey }),
    },
    async answer(request, response) {
      const url = new URL(request.url ?? '/', at)
      if (url.pathname.startsWith('/interaction/')) return interact(request, response)
      if (!isOpenid && url.pathname.startsWith('/user')) return answerUser(request, response, url.pathname)
      if (url.pathname === '/authorize') {
        // The account is chosen at each sign-in; there is no session.
        url.searchParams.set('prompt', 'login')
        request.url = `${url.pathname}${url.search}`
        // It would first ask whether the one before is to be signed out.
        delete request.headers.cookie
      }
      if (isUnreachable && url.pathname === '/token') {
        isUnreachable = false
        return void response.writeHead(503).end()
      }
      if (signed !== undefined && url.pathname === '/token') {
        const body = new URLSearchParams(await readText(request))
        const isRight = isSigned(body.get('client_secret') ?? '', { signed, clientId, audience: at })
        if (isRight) body.set('client_secret', clientSecret)
        Object.assign(request, { body: Object.fromEntries(body) })
      }
      // From this the provider derives its path.
      Object.assign(request, { originalUrl: `/${name}${request.url}` })
      await (await opening).callback()(request, response)
    },
  }
}

function makeSignedSecret(): SignedSecret {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { teamId: 'TEAM000001', keyId: 'KEY0000001', privateKey: pem, publicKey: createPublicKey(privateKey) }
}

/** Checks a client's signed text as Apple does: who signed it, for whom, and whether its time is over. */
function isSigned(
  token: string,
  { signed, clientId, audience }: { signed: SignedSecret; clientId: string; audience: string },
): boolean {
  try {
    const [head = '', claims = '', signature = ''] = token.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    const { alg, kid } = read(head)
    const { iss, sub, aud, exp } = read(claims)
    return (
      alg === 'ES256' &&
      kid === signed.keyId &&
      iss === signed.teamId &&
      sub === clientId &&
      aud === audience &&
      exp * 1_000 > Date.now() &&
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: signed.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    )
  } catch {
    return false
  }
}

/** The answer of a provider's API to an access token, by path; undefined for a path it does not have. */
function socialAnswer(name: SocialName, path: string, account: SocialAccount): unknown {
  const { id, userName, label, email, isVerified } = account
  if (name === 'github' && path === '/user/emails')
    return email === undefined ? [] : [{ email, primary: true, verified: isVerified, visibility: 'private' }]
  if (path !== '/user') return undefined
  switch (name) {
    case 'github':
      return { id: Number(id), login: userName, name: label, email: null }
    case 'x':
      return { data: { id, username: userName, name: label } }
    case 'discord':
      return { id, username: userName, global_name: label, email: email ?? null, verified: isVerified }
    case 'facebook':
      return { id, name: label, ...(email === undefined ? {} : { email }) }
    default:
      return undefined
  }
}
