import { type AccountId, type ChainId, isAccountId, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { errors, jwtVerify, SignJWT } from 'jose'

/** CONTRACT: the sign-ins that were ended before their time. With several processes they are in a database that all of them share. */
export type EndedStore = {
  /** Keeps the id of a sign-in until it would have been over by itself. */
  add(id: string, expiresAt: Date): Promise<void>
  has(id: string): Promise<boolean>
}

/** What `signInCookie` takes. */
export type SignInCookieOptions = {
  /** Signs the cookies: 32 characters or more that nobody can guess. Of several the first signs, and those of the others still count. */
  readonly secret: string | readonly string[]
  /** For how long a sign-in holds, in milliseconds. Default: seven days. */
  readonly life?: number
  /** What follows `__Host-` in the name. Default: `sign-in`. */
  readonly name?: string
  /** Where the sign-ins are that were ended. Absent: signing out deletes the cookie, and a copy of it holds until its time is over. */
  readonly ended?: EndedStore
}

/** Who is signed in. */
export type SignedIn = {
  /** CAIP-10. */
  readonly account: AccountId
  readonly address: string
  readonly chainId: ChainId
  /** The origin of the page where the person signed in. */
  readonly origin: string
  /** Of this sign-in, and of no other of the same account. */
  readonly id: string
  readonly expiresAt: Date
}

/** A cookie that says who is signed in; see {@link signInCookie}. */
export type SignInCookie = {
  /** Signs somebody in: gives who it is, and the header `Set-Cookie` for the answer. */
  create(person: Pick<SignedIn, 'account' | 'origin'>): Promise<{ signedIn: SignedIn; header: string }>
  /** Tells from a request who is signed in. Nobody by a cookie that is forged, over or ended. */
  read(request: Pick<Request, 'headers'>): Promise<SignedIn | undefined>
  /** Ends the sign-in of a request, and gives the header `Set-Cookie` that deletes its cookie. */
  end(request: Pick<Request, 'headers'>): Promise<string>
}

/** Apart from every other token that an app signs with the same secret. */
const typ = 'sign-in-cookie'
const shortest = 32

/**
 * Keeps who is signed in in a signed cookie (HS256), which scripts of the page cannot read: `__Host-`, `HttpOnly`, `Secure`,
 * `SameSite=Lax`. Uses nothing of Node.
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
