import { type AccountId, type ChainId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { revocationCheck } from './revocationCheck.js'

/** The parameters of `tokenVerifier`. */
export type TokenVerifierOptions = {
  /** Base URL of the Latchkey server that signs people in, as the page gives it to `cloudSignIn`. */
  readonly url: string
  /** The origin of the app's page, for example `https://app.example`, or of each of them. */
  readonly origin: string | readonly string[]
  /** The project that the page names. Default: `local`, as that of `cloudSignIn`. */
  readonly projectId?: string
  /** The issuer in the server's tokens. Default: `url` without a trailing slash. */
  readonly issuer?: string
  /** False: only the keys are fetched, and a revoked token stays valid until it expires. Default true. */
  readonly checksRevocation?: boolean
  /** The `fetch` to use. Default: the platform's. */
  readonly fetch?: typeof fetch
}

/** The account that a token was issued to. */
export type VerifiedToken = {
  /** CAIP-10. */
  readonly account: AccountId
  readonly address: string
  readonly chainId: ChainId
  /** The origin of the page where the person signed in. */
  readonly origin: string
  /** The id of this sign-in. */
  readonly id: string
  /** The e-mail address, where the server had it confirmed. */
  readonly email?: string
  readonly expiresAt: Date
}

/** A verifier of tokens; see {@link tokenVerifier}. */
export type TokenVerifier = {
  /**
   * Returns whom a token was given to.
   *
   * @param token - The token, alone or as a header `Authorization` has it; nothing is refused as a wrong one.
   * @returns Who it was given to.
   * @throws LatchkeyError UNAUTHORIZED for a token that does not count; API_UNREACHABLE when the server cannot be asked,
   * API_BAD_ANSWER and RATE_LIMITED for what it answers.
   */
  verify(token: string | null | undefined): Promise<VerifiedToken>
}

/** How long the server's keys are cached, and how soon they may be refetched for an unknown key, in milliseconds. */
const keysLife = 600_000
const keysRest = 30_000
/** Tolerated clock skew, in seconds. */
const skew = 5

/**
 * Checks the tokens that `cloudSignIn` gets from a Latchkey server, on the app's own server: signature by the published keys (ES256
 * and no other algorithm), issuer, site, project and time. Once a minute at most it asks the server whether the person has signed
 * out. Uses nothing of Node.
 *
 * @param options - See {@link TokenVerifierOptions}.
 * @returns The verifier; it keeps the keys, so make one for the whole server.
 * @throws LatchkeyError INVALID_CONFIG for an invalid `url`.
 * @see https://www.rfc-editor.org/rfc/rfc8725
 *
 * @example
 * import { tokenVerifier } from '@latchkey/core/server'
 * const tokens = tokenVerifier({ url: 'https://api.example.com', projectId: 'my-project', origin: 'https://app.example' })
 * export async function GET(request: Request) {
 *   const { account } = await tokens.verify(request.headers.get('authorization'))
 *   return Response.json({ account })
 * }
 */
export function tokenVerifier({
  url,
  origin,
  projectId = 'local',
  issuer = url.replace(/\/$/, ''),
  checksRevocation = true,
  fetch: ask = fetch,
}: TokenVerifierOptions): TokenVerifier {
  if (!URL.canParse(url)) throw new LatchkeyError('INVALID_CONFIG', 'The url of the sign-in service is not a URL.')
  const base = url.endsWith('/') ? url : `${url}/`
  const findKey = createRemoteJWKSet(new URL('.well-known/jwks.json', base), {
    cacheMaxAge: keysLife,
    cooldownDuration: keysRest,
    timeoutDuration: rpcTimeout,
    [customFetch]: (...asked: Parameters<typeof fetch>) => ask(...asked),
  })
  const me = new URL('auth/v1/me', base)
  me.searchParams.set('projectId', projectId)
  const requireHeld = checksRevocation ? revocationCheck(me, ask) : undefined
  const options = {
    typ: 'JWT',
    algorithms: ['ES256'],
    issuer,
    audience: typeof origin === 'string' ? origin : [...origin],
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    clockTolerance: skew,
  }

  return {
    async verify(given) {
      const token = (given ?? '').replace(/^Bearer /i, '')
      if (token === '') throw refused('The token is missing.')
      const { payload } = await jwtVerify(token, findKey, options).catch((cause: unknown) => {
        throw explain(cause)
      })
      const verified = read(payload)
      await requireHeld?.(verified.id, token)
      return verified
    },
  }

  function read({ sub, aud, jti = '', iat = 0, exp = 0, projectIdKey, email }: JWTPayload): VerifiedToken {
    if (projectIdKey !== projectId) throw refused('The token is for another project.')
    if (iat > Date.now() / 1_000 + skew) throw refused('The token is not yet valid.')
    // One of several audiences is not said to be the page, so a token of ours has one.
    if (!isAccountId(sub) || typeof aud !== 'string' || jti === '') throw refused('The token names no account.')
    const { chainId, address } = parseAccountId(sub)
    const expiresAt = new Date(exp * 1_000)
    const verified = { account: sub, address, chainId, origin: aud, id: jti, expiresAt }
    return typeof email === 'string' ? { ...verified, email } : verified
  }
}

function refused(message: string, cause?: unknown): LatchkeyError<'UNAUTHORIZED'> {
  return new LatchkeyError('UNAUTHORIZED', message, { cause, hints: ['Let the person sign in again.'] })
}

/** Maps errors of the library to codes: an invalid token, or a server whose keys cannot be fetched. */
function explain(cause: unknown): LatchkeyError {
  if (cause instanceof errors.JWKSTimeout)
    return new LatchkeyError('API_UNREACHABLE', 'The sign-in service does not answer.', { cause })
  if (cause instanceof errors.JWTExpired) return refused('The token has expired.', cause)
  if (cause instanceof errors.JWKSInvalid || (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC'))
    return new LatchkeyError('API_BAD_ANSWER', 'The sign-in service published no keys.', { cause })
  if (cause instanceof errors.JOSEError) return refused('The token was not issued for this site.', cause)
  return new LatchkeyError('API_UNREACHABLE', 'The sign-in service is not reachable.', { cause })
}
