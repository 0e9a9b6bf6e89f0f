import { SignJWT } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryEnded } from './memoryEnded.js'
import { signInCookie } from './signInCookie.js'

const secret = 'a secret of forty characters, for a test'
const other = 'another secret of forty characters, test'
const person = {
  account: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  origin: 'https://app.example',
} as const
const pairOf = (header: string) => header.slice(0, header.indexOf(';'))
const withCookie = (...cookies: string[]) => ({ headers: new Headers({ cookie: cookies.join('; ') }) })

it('keeps who is signed in where no script of the page and no other site can read it', async () => {
  const cookie = signInCookie({ secret })
  const { header, signedIn } = await cookie.create(person)
  expect(header).toMatch(
    /^__Host-sign-in=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await cookie.read(withCookie('theme=dark', pairOf(header), 'a=b'))).toEqual(signedIn)
  expect(signedIn).toMatchObject({ ...person, chainId: 'eip155:1', address: person.account.slice(9) })
  expect(await cookie.read(withCookie('theme=dark'))).toBeUndefined()
  expect(await cookie.read({ headers: new Headers() })).toBeUndefined()
})

it('behavior: holds as long as the app says, by the clock of the server', async () => {
  const cookie = signInCookie({ secret, life: 60_000, name: 'shop' })
  const { header } = await cookie.create(person)
  expect(header).toMatch(/^__Host-shop=.*; Max-Age=60;/)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 58_000)
  expect(await cookie.read(withCookie(pairOf(header)))).toBeDefined()
  vi.setSystemTime(Date.now() + 3_000)
  expect(await cookie.read(withCookie(pairOf(header)))).toBeUndefined()
})

it('behavior: secrets rotate: the first signs, and what the others signed still counts', async () => {
  const before = await signInCookie({ secret: other }).create(person)
  const both = signInCookie({ secret: [secret, other] })
  const after = await both.create(person)
  expect(await both.read(withCookie(pairOf(before.header)))).toEqual(before.signedIn)
  expect(await signInCookie({ secret }).read(withCookie(pairOf(after.header)))).toEqual(after.signedIn)
  expect(await signInCookie({ secret }).read(withCookie(pairOf(before.header)))).toBeUndefined()
})

describe('error: reads nobody from', () => {
  const sign = (claims: object, header: object, key = secret) =>
    new SignJWT({ sub: person.account, aud: person.origin, jti: 'one', exp: 4_000_000_000, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'sign-in-cookie', ...header })
      .sign(new TextEncoder().encode(key))
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each<[string, () => Promise<string>]>([
    ['a cookie that somebody made up', async () => 'me'],
    ['one that another secret signed', () => sign({}, {}, other)],
    ['one without a signature', async () => `${encode({ alg: 'none' })}.${(await sign({}, {})).split('.')[1]}.`],
    [
      'one with another account',
      async () => {
        const [head, , signature] = (await sign({}, {})).split('.')
        return `${head}.${encode({ ...person, sub: 'eip155:1:0x1' })}.${signature}`
      },
    ],
    ['another token of the app', () => sign({}, { typ: 'JWT' })],
    ['one without an end', () => sign({ exp: undefined }, {})],
    ['one without an account', () => sign({ sub: 'ann' }, {})],
    ['one of another algorithm', () => sign({}, { alg: 'HS512' }, `${secret}${other}`)],
  ])('%s', async (_, forge) => {
    const cookie = signInCookie({ secret })
    expect(await cookie.read(withCookie(`__Host-sign-in=${await forge()}`))).toBeUndefined()
    expect(await cookie.read(withCookie(`__Host-sign-in=${await sign({}, {})}`))).toMatchObject({ id: 'one' })
  })

  it('a cookie under another name', async () => {
    expect(await signInCookie({ secret }).read(withCookie(`sign-in=${await sign({}, {})}`))).toBeUndefined()
  })
})

it('behavior: ends one sign-in at once, and no other of the account', async () => {
  const ended = memoryEnded()
  const cookie = signInCookie({ secret, ended })
  const [one, two] = [await cookie.create(person), await cookie.create(person)]
  const request = withCookie(pairOf(one.header))
  expect(await cookie.end(request)).toBe('__Host-sign-in=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax')
  expect(await cookie.read(request)).toBeUndefined()
  // Another process that asks the same store knows too.
  expect(await signInCookie({ secret, ended }).read(request)).toBeUndefined()
  expect(await cookie.read(withCookie(pairOf(two.header)))).toEqual(two.signedIn)
  await ended.add('over', new Date(Date.now() - 1))
  await ended.add('kept', new Date(Date.now() + 60_000))
  expect([await ended.has('over'), await ended.has('kept'), await ended.has(one.signedIn.id)]).toEqual([
    false,
    true,
    true,
  ])
})

it('error: takes no secret that can be guessed, and no invalid name', () => {
  const wrong = expect.objectContaining({ code: 'INVALID_CONFIG' })
  for (const secret of ['', 'short', []]) expect(() => signInCookie({ secret })).toThrow(wrong)
  expect(() => signInCookie({ secret: [secret, 'short'] })).toThrow(wrong)
  expect(() => signInCookie({ secret, name: 'a; b' })).toThrow(wrong)
})
