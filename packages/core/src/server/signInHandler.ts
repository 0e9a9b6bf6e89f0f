import { toAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { NonceStore } from './memoryNonces.js'
import type { SignedIn, SignInCookie } from './signInCookie.js'
import { type VerifySignInParameters, verifySignIn } from './verifySignIn.js'

/** The parameters of `signInHandler`. */
export type SignInHandlerOptions = Pick<VerifySignInParameters, 'origin' | 'rpcUrls' | 'families'> & {
  /** The cookie that holds the sign-in. */
  readonly cookie: SignInCookie
  /** The nonce store. */
  readonly nonces: NonceStore
  /** The path before `/auth/v1`. Default: none. */
  readonly basePath?: string
}

/** The lifetime of a nonce, in milliseconds. */
const nonceLife = 5 * 60_000
/** The largest body, in bytes. */
const longestBody = 65_536

/**
 * Signs people in on the app's own server, by the wire that `cloudSignIn` speaks: gives out nonces, checks what was signed, and keeps
 * who it was in a cookie. Uses nothing of Node.
 *
 * @param options - See {@link SignInHandlerOptions}.
 * @returns What answers the requests to `/auth/v1`; undefined for any other.
 *
 * @example
 * import { memoryNonces, signInCookie, signInHandler } from '@latchkey/core/server'
 * const cookie = signInCookie({ secret: 'thirty-two characters or more, from the environment' })
 * const signIn = signInHandler({ cookie, nonces: memoryNonces(), origin: 'https://app.example' })
 * export async function handle(request: Request) {
 *   return (await signIn(request)) ?? Response.json({ account: (await cookie.read(request))?.account ?? null })
 * }
 */
export function signInHandler(options: SignInHandlerOptions): (request: Request) => Promise<Response | undefined> {
  const { cookie, nonces, origin, basePath = '', ...rest } = options
  const origins = typeof origin === 'string' ? [origin] : origin
  const routes: { [route: string]: (request: Request) => Promise<Response> } = {
    async 'GET nonce'() {
      const nonce = crypto.randomUUID().replaceAll('-', '')
      await nonces.add(nonce, new Date(Date.now() + nonceLife))
      return answer({ nonce, token: nonce })
    },
    async 'POST authenticate'(request) {
      // A form of another site cannot send this header.
      if (!request.headers.has('x-nonce-jwt')) return refusal(401, 'The nonce is missing.')
      const { message, signature } = await readSigned(request)
      const verified = await verifySignIn({ ...rest, message, signature, nonces, origin })
      const { header, signedIn } = await cookie.create({
        account: toAccountId(verified.chainId, verified.address),
        origin: new URL(verified.message.uri).origin,
      })
      // What signs the person in is the cookie. Its id only tells the page which sign-in that is.
      return answer({ token: signedIn.id }, header)
    },
    async 'GET me'(request) {
      const signedIn = await find(request)
      return signedIn ? answer(describe(signedIn)) : refusal(401, 'Not signed in. Sign in again.')
    },
    async 'DELETE me'(request) {
      return (await find(request)) ? answer({}, await cookie.end(request)) : answer({})
    },
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const start = `${basePath}/auth/v1/`
    if (!pathname.startsWith(start)) return undefined
    const route = routes[`${request.method} ${pathname.slice(start.length)}`]
    if (!route) return refusal(404, 'There is no such route.')
    const from = request.headers.get('origin')
    if (from !== null && !origins.includes(from)) return refusal(401, 'This site is not known here.')
    try {
      return await route(request)
    } catch (error) {
      if (isLatchkeyError(error)) return refusal(statusOf(error), error.message)
      throw error
    }
  }

  /** The sign-in of the cookie, if it is the one that the page refers to. */
  async function find(request: Request): Promise<SignedIn | undefined> {
    const signedIn = await cookie.read(request)
    return signedIn && request.headers.get('authorization') === `Bearer ${signedIn.id}` ? signedIn : undefined
  }
}

async function readSigned(request: Request): Promise<{ message: string; signature: string }> {
  try {
    const { message, signature } = Object(await new Response(limit(request.body)).json())
    if (typeof message === 'string' && typeof signature === 'string') return { message, signature }
  } catch (cause) {
    throw invalid(cause)
  }
  throw invalid()
}

/** Stops reading where no honest body would still go on. */
function limit(body: Request['body']): ReadableStream<Uint8Array> | null {
  let bytes = 0
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
    bytes += chunk.byteLength
    if (bytes > longestBody) throw new RangeError('The body is too long.')
    controller.enqueue(chunk)
  }
  return body === null ? null : body.pipeThrough(new TransformStream({ transform }))
}

function invalid(cause?: unknown): LatchkeyError<'INVALID_PARAMS'> {
  return new LatchkeyError('INVALID_PARAMS', 'The body is not a signed message.', { cause })
}

function statusOf({ code }: LatchkeyError): number {
  if (code === 'SIGNATURE_INVALID' || code === 'INVALID_PARAMS') return 401
  // A chain that cannot be asked, or a family that the app did not give.
  return code === 'INVALID_CONFIG' ? 400 : 503
}

/** In the format of `auth/v1/me` of a Latchkey server. */
function describe({ address, chainId, origin, id, expiresAt }: SignedIn): object {
  const { host: domain, origin: uri } = new URL(origin)
  return { address, caip2Network: chainId, domain, uri, nonce: id, exp: Math.floor(expiresAt.getTime() / 1_000) }
}

function answer(body: object, cookie?: string): Response {
  const headers = { 'cache-control': 'no-store', ...(cookie === undefined ? {} : { 'set-cookie': cookie }) }
  return Response.json(body, { headers })
}

function refusal(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'cache-control': 'no-store' } })
}
