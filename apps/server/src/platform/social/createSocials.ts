import { LatchkeyError } from '@latchkey/protocol/errors'
import { socialProviders } from '@latchkey/protocol/internal/frame'
import * as z from 'zod'
import { callProvider } from './callProvider.js'
import { createFarcaster, type Farcaster } from './createFarcaster.js'
import { createSocialFetch } from './createSocialFetch.js'
import type { LoginName } from './loginName.js'
import { type OAuthProvider, oauthProviders, type SocialName, type SocialProfile } from './oauthProviders.js'
import type { SocialsFile } from './readSocialsFile.js'

/** The parameters that bind a provider's response to the request. */
export type SocialChecks = { state: string; verifier: string; nonce: string }

/** The providers that an operator has set up. */
export type Socials = {
  /** Their names, in the order of the specification's list. */
  readonly names: readonly LoginName[]
  /** Farcaster, which needs no redirect; undefined where it is not set up. */
  readonly farcaster: Farcaster | undefined
  has(name: LoginName): boolean
  /** Creates the secret of one sign-in and its public half (RFC 7636). */
  pkce(): Promise<{ verifier: string; challenge: string }>
  /** The URL of the provider's page. */
  authorizationUrl(name: SocialName, given: { state: string; challenge: string; nonce: string }): Promise<string>
  /**
   * Exchanges the code of a callback for what the provider says of the person, as it stands.
   *
   * @throws LatchkeyError API_UNREACHABLE when the provider does not answer, UNAUTHORIZED when its answer is not one to this question.
   */
  exchange(name: SocialName, answer: URLSearchParams, checks: SocialChecks): Promise<string>
  /**
   * Reads and checks what `exchange` gave; nothing else of the sign-in is needed for it.
   *
   * @throws LatchkeyError API_UNREACHABLE, UNAUTHORIZED.
   */
  profile(name: LoginName, evidence: string, checks: Pick<SocialChecks, 'nonce'>): Promise<SocialProfile>
}

/** The redirect URI of each provider: one each, so that none can respond for another. */
export const callbackPath = (name: SocialName) => `/oauth/cb/${name}`

/** Signatures that need the provider's private key; an unsigned token, or one that our own secret could sign, is none. */
const algorithms = ['RS256', 'ES256', 'PS256', 'RS384', 'ES384', 'RS512', 'ES512'] as const
const claims = z.object({
  sub: z.string().min(1).max(256),
  nonce: z.string(),
  email: z.string().max(320).nullish(),
  // Apple writes it as a text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish(),
  name: z.string().max(200).nullish(),
})

/**
 * Speaks to the providers of social logins by a certified OpenID client, which is loaded at the first sign-in.
 *
 * @param file - The clients that the operator registered.
 * @param options - The wallet's origin, how long a provider may take for an answer, in milliseconds, and the time by which its answers
 * are judged: that of the database, so that a process whose clock is wrong judges like the others.
 */
export function createSocials(
  file: SocialsFile,
  {
    origin,
    timeout = 8_000,
    time = async () => new Date(),
  }: { origin: string; timeout?: number; time?: () => Promise<Date> },
): Socials {
  const load = () => import('openid-client')
  const fetchLimited = createSocialFetch(timeout)
  type Server = import('openid-client').ServerMetadata
  const servers = new Map<SocialName, { at: number; server: Promise<Server> }>()
  const keySets = new Map<string, import('jose').RemoteJWKSet>()
  const redirectUri = (name: SocialName) => `${origin}${callbackPath(name)}`
  const clientOf = (name: SocialName) => {
    const client = file[name]
    if (client === undefined)
      throw new LatchkeyError('UNSUPPORTED_METHOD', `${oauthProviders[name].label} is not set up on this server`)
    return client
  }
  /** The dialect with its addresses, which the local world moves. */
  function dialectOf(name: SocialName): OAuthProvider {
    const dialect = oauthProviders[name]
    const { at } = clientOf(name)
    if (at === undefined) return dialect
    return dialect.kind === 'openid'
      ? { ...dialect, issuer: at }
      : { ...dialect, issuer: at, authorize: `${at}/authorize`, token: `${at}/token`, user: `${at}/user` }
  }
  async function discover(name: SocialName): Promise<Server> {
    const client = await load()
    const dialect = dialectOf(name)
    if (dialect.kind === 'oauth')
      return {
        issuer: dialect.issuer,
        authorization_endpoint: dialect.authorize,
        token_endpoint: dialect.token,
      }
    const config = await client.discovery(new URL(dialect.issuer), clientOf(name).clientId, {}, undefined, {
      execute: dialect.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      timeout: timeout / 1_000,
      [client.customFetch]: fetchLimited,
    })
    return config.serverMetadata()
  }
  function serverOf(name: SocialName): Promise<Server> {
    const known = servers.get(name)
    if (known !== undefined && performance.now() - known.at < day) return known.server
    const server = discover(name)
    servers.set(name, { at: performance.now(), server })
    // What failed is asked again the next time.
    server.catch(() => servers.delete(name))
    return server
  }
  async function secretOf(name: SocialName, at: Date): Promise<string> {
    const client = clientOf(name)
    if ('clientSecret' in client) return client.clientSecret
    const { importPKCS8, SignJWT } = await import('jose')
    return new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
      .setIssuer(client.teamId)
      .setSubject(client.clientId)
      .setAudience((await serverOf(name)).issuer)
      .setIssuedAt(at)
      .setExpirationTime(new Date(at.getTime() + secretLife))
      .sign(await importPKCS8(client.privateKey, 'ES256'))
  }
  async function configOf(name: SocialName, at: Date) {
    const client = await load()
    const server = await serverOf(name)
    const secret = await secretOf(name, at)
    const auth = dialectOf(name).secret === 'basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
    const skew = { [client.clockSkew]: Math.round((at.getTime() - Date.now()) / 1_000) }
    const config = new client.Configuration(server, clientOf(name).clientId, skew, auth)
    config.timeout = timeout / 1_000
    config[client.customFetch] = fetchLimited
    if (clientOf(name).at?.startsWith('http:') === true) client.allowInsecureRequests(config)
    return { client, config }
  }
  async function keysOf(uri: string): Promise<import('jose').RemoteJWKSet> {
    const known = keySets.get(uri)
    if (known !== undefined) return known
    const { createRemoteJWKSet, customFetch } = await import('jose')
    const keys = createRemoteJWKSet(new URL(uri), {
      timeoutDuration: timeout,
      // A provider may change its keys at any time; one that is asked for unknown keys is not asked without end.
      cooldownDuration: 5_000,
      [customFetch]: async (url: string, options: object) => {
        const response = await fetchLimited(url, options)
        if (response.status >= 500) throw new LatchkeyError('API_UNREACHABLE', 'The provider is unavailable')
        return response
      },
    })
    keySets.set(uri, keys)
    return keys
  }
  async function readToken(
    name: SocialName,
    token: string,
    { nonce, at }: { nonce: string; at: Date },
  ): Promise<SocialProfile> {
    const { jwtVerify } = await import('jose')
    const { issuer, jwks_uri: uri } = await serverOf(name)
    if (uri === undefined) throw new TypeError('The provider names no keys')
    const { clientId: audience } = clientOf(name)
    const options = {
      issuer,
      audience,
      algorithms: [...algorithms],
      clockTolerance: 60,
      currentDate: at,
      requiredClaims: ['exp', 'iat', 'sub'],
    }
    const { payload } = await jwtVerify(token, await keysOf(uri), options)
    // One that was made for another app and passed on names that app here (OpenID Connect Core 3.1.3.7).
    if ('azp' in payload && payload.azp !== audience) throw new TypeError('The token is for another app')
    const { sub, nonce: said, email, email_verified: verified, name: userName } = claims.parse(payload)
    if (said !== nonce) throw new TypeError('The token belongs to another sign-in')
    return { subject: sub, email: email ?? null, isVerified: verified === true, userName: userName ?? null }
  }
  async function readUser(name: SocialName, access: string): Promise<SocialProfile> {
    const dialect = dialectOf(name)
    const client = clientOf(name)
    if (dialect.kind !== 'oauth' || !('clientSecret' in client)) throw new TypeError('The provider has no such page')
    async function read(url: URL): Promise<unknown> {
      const headers = { authorization: `Bearer ${access}`, accept: 'application/json', 'user-agent': 'latchkey' }
      const response = await fetchLimited(url.href, { headers })
      if (response.status >= 500) throw new LatchkeyError('API_UNREACHABLE', 'The provider is unavailable')
      if (!response.ok) throw new TypeError(`The provider answered ${response.status}`)
      return response.json()
    }
    return dialect.read(read, new URL(dialect.user), { access, secret: client.clientSecret })
  }

  const farcaster = file.farcaster && createFarcaster(file.farcaster, { origin, timeout, time })
  return {
    names: ([...socialProviders, 'farcaster'] as const).filter((name) => file[name] !== undefined),
    farcaster,
    has: (name) => file[name] !== undefined,
    async pkce() {
      const client = await load()
      const verifier = client.randomPKCECodeVerifier()
      return { verifier, challenge: await client.calculatePKCECodeChallenge(verifier) }
    },
    async authorizationUrl(name, { state, challenge, nonce }) {
      const at = await time()
      return callProvider(oauthProviders[name].label, async () => {
        const { client, config } = await configOf(name, at)
        const { scope, extra, kind } = dialectOf(name)
        const parameters = {
          ...extra,
          redirect_uri: redirectUri(name),
          scope,
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(kind === 'openid' ? { nonce } : {}),
        }
        return client.buildAuthorizationUrl(config, parameters).href
      })
    },
    async exchange(name, answer, { state, verifier, nonce }) {
      const at = await time()
      return callProvider(oauthProviders[name].label, async () => {
        const { client, config } = await configOf(name, at)
        const isOpenid = dialectOf(name).kind === 'openid'
        const url = new URL(redirectUri(name))
        url.search = answer.toString()
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          pkceCodeVerifier: verifier,
          ...(isOpenid ? { expectedNonce: nonce, idTokenExpected: true } : {}),
        })
        return isOpenid ? (tokens.id_token ?? '') : tokens.access_token
      })
    },
    async profile(name, evidence, { nonce }) {
      if (name === 'farcaster') {
        if (farcaster) return farcaster.profile(evidence, { nonce })
        throw new LatchkeyError('UNSUPPORTED_METHOD', 'Farcaster is not set up on this server')
      }
      const at = await time()
      return callProvider(oauthProviders[name].label, () =>
        dialectOf(name).kind === 'openid' ? readToken(name, evidence, { nonce, at }) : readUser(name, evidence),
      )
    },
  }
}

const day = 86_400_000
/** How long a client secret that is a signature counts, in milliseconds. */
const secretLife = 5 * 60_000
