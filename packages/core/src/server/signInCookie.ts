import { type AccountId, type ChainId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { errors, jwtVerify, SignJWT } from 'jose'

/** INTERFACE: the revoked sign-ins that have not expired. Several processes need a shared database for it. */
export type EndedStore = {
  /** Stores the id of a sign-in until it expires. */
  add(id: string, expiresAt: Date): Promise<void>
  has(id: string): Promise<boolean>
}

/** The parameters of `signInCookie`. */
export type SignInCookieOptions = {
  /** Signs the cookies: 32 random characters or more. With several, the first signs, and cookies of the others stay valid. */
  readonly secret: string | readonly string[]
  /** How long a sign-in is valid, in milliseconds. Default: seven days. */
  readonly life?: number
  /** The name of the cookie after `__Host-`. Default: `sign-in`. */
  readonly name?: string
  /** The store of revoked sign-ins. Absent: signing out deletes the cookie, and a copy of it stays valid until it expires. */
  readonly ended?: EndedStore
}

/** The signed-in account. */
export type SignedIn = {
  /** CAIP-10. */
  readonly account: AccountId
  readonly address: string
  readonly chainId: ChainId
  /** The origin of the page that signed in. */
  readonly origin: string
  /** The id of this sign-in. */
  readonly id: string
  readonly expiresAt: Date
}

/** A cookie that holds a sign-in; see {@link signInCookie}. */
export type SignInCookie = {
  /** Signs an account in; returns the sign-in and the `Set-Cookie` header of the response. */
  create(person: Pick<SignedIn, 'account' | 'origin'>): Promise<{ signedIn: SignedIn; header: string }>
  /** Reads the sign-in of a request; undefined for a forged, expired or revoked cookie. */
  read(request: Pick<Request, 'headers'>): Promise<SignedIn | undefined>
  /** Revokes the sign-in of a request; returns the `Set-Cookie` header that deletes its cookie. */
  end(request: Pick<Request, 'headers'>): Promise<string>
}

/** Distinguishes the cookie from other tokens that an app signs with the same secret. */
const typ = 'sign-in-cookie'
const shortest = 32

/**
 * Keeps a sign-in in a signed cookie (HS256) that scripts of the page cannot read: `__Host-`, `HttpOnly`, `Secure`,
 * `SameSite=Lax`. Needs no Node API.
 *
 * @param options - See {@link SignInCookieOptions}.
 * @returns The cookie.
 * @throws LatchkeyError INVALID_CONFIG for a secret that is too short or a name that no cookie can have.
 * @see https://www.rfc-editor.org/rfc/rfc6265
 *
 * @example
 * import { signInCookie } from '@latchkey/core/server'
 * const cookie = signInCookie({ secret: 'thirty-two characters or more, from the environment' })
 * export async function GET(request: Request) {
 *   const signedIn = await cookie.read(request)
 *   return signedIn ? Response.json({ account: signedIn.account }) : new Response('Sign in first.', { status: 401 })
 * }
 */
export function signInCookie(options: SignInCookieOptions): SignInCookie {
  const { life = 7 * 24 * 3_600_000, name: ending = 'sign-in', ended } = options
  const given = typeof options.secret === 'string' ? [options.secret] : options.secret
  const secrets = given.map((secret) => new TextEncoder().encode(secret))
  const [current] = secrets
  if (!current || secrets.some(({ length }) => length < shortest))
    throw new LatchkeyError('INVALID_CONFIG', `The secret of a cookie needs ${shortest} characters or more.`, {
      hints: ['Make one: openssl rand -base64 32'],
    })
  if (!/^[\w-]+$/.test(ending)) throw new LatchkeyError('INVALID_CONFIG', 'No cookie can have this name.')
  const name = `__Host-${ending}`
  const write = (value: string, seconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`

  return {
    async create({ account, origin }) {
      const id = crypto.randomUUID()
      const seconds = Math.floor(life / 1_000)
      const exp = Math.floor(Date.now() / 1_000) + seconds
      const token = await new SignJWT({ sub: account, aud: origin, jti: id, exp })
        .setProtectedHeader({ alg: 'HS256', typ })
        .sign(current)
      return { signedIn: toSignedIn(account, origin, id, exp), header: write(token, seconds) }
    },
    read,
    async end(request) {
      const signedIn = await read(request)
      if (signedIn) await ended?.add(signedIn.id, signedIn.expiresAt)
      return write('', 0)
    },
  }

  async function read({ headers }: Pick<Request, 'headers'>): Promise<SignedIn | undefined> {
    const cookies = (headers.get('cookie') ?? '').split(/; */)
    const token = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
    for (const secret of token ? secrets : []) {
      const signedIn = await verify(token ?? '', secret)
      if (signedIn) return (await ended?.has(signedIn.id)) ? undefined : signedIn
    }
    return undefined
  }
}

async function verify(token: string, secret: Uint8Array): Promise<SignedIn | undefined> {
  const required = { typ, algorithms: ['HS256'], requiredClaims: ['exp', 'jti', 'sub', 'aud'] }
  try {
    const { sub, aud, jti = '', exp = 0 } = (await jwtVerify(token, secret, required)).payload
    return isAccountId(sub) && typeof aud === 'string' ? toSignedIn(sub, aud, jti, exp) : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function toSignedIn(account: AccountId, origin: string, id: string, exp: number): SignedIn {
  const { chainId, address } = parseAccountId(account)
  return { account, address, chainId, origin, id, expiresAt: new Date(exp * 1_000) }
}
