import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SocialName, socialNames } from './socialAccounts.js'
import { type SocialsHost, startSocials } from './startSocials.js'

let host: SocialsHost
beforeAll(async () => {
  host = await startSocials({ walletOrigin: 'http://localhost:4402' })
})
afterAll(() => host.stop())

const isOpenid = (name: SocialName) => name === 'google' || name === 'apple'
const scopes: { readonly [name in SocialName]: string } = {
  google: 'openid email profile',
  apple: 'openid name email',
  github: 'read:user user:email',
  x: 'users.read tweet.read',
  discord: 'identify email',
  facebook: 'public_profile email',
}

/** Goes through a sign-in as a browser does, with the cookies of one. */
async function goThrough(name: SocialName, account: string, more: { [name: string]: string } = {}) {
  const jar = new Map<string, string>()
  async function go(url: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(key)
      else jar.set(key, value)
    }
    return response
  }
  const verifier = randomBytes(32).toString('base64url')
  const { at = '', clientId = '' } = host.entries[name]
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `http://localhost:4402/oauth/cb/${name}`,
    scope: scopes[name],
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(name === 'apple' ? { response_mode: 'form_post' } : {}),
    ...more,
  })
  let response = await go(`${at}/authorize?${query}`)
  if (response.status !== 303) return { response, verifier }
  const page = new URL(response.headers.get('location') ?? '', at).href
  if (!page.includes('/interaction/')) return { response, verifier }
  const text = await (await go(page)).text()
  response = await go(page, { method: 'POST', body: new URLSearchParams({ account }) })
  while (response.headers.get('location')?.startsWith(at) === true)
    response = await go(response.headers.get('location') ?? '')
  return { response, verifier, text }
}

describe('the local providers', () => {
  it.each(socialNames)('lead back from %s with a code and their issuer, after an account was chosen', async (name) => {
    const { response, text } = await goThrough(name, '1001')
    expect(text).toContain('Ada')
    if (name === 'apple') {
      const form = await response.text()
      expect(form).toMatch(/method="post" action="http:\/\/localhost:4402\/oauth\/cb\/apple"/)
      expect(form).toMatch(/name="code"/)
      return
    }
    const url = new URL(response.headers.get('location') ?? '')
    expect([url.origin, url.pathname]).toEqual(['http://localhost:4402', `/oauth/cb/${name}`])
    expect(url.searchParams.get('state')).toBe('state')
    expect(url.searchParams.get('iss')).toBe(host.entries[name].at)
    expect(url.searchParams.get('code')).toMatch(/./)
  })

  it('lead back with a refusal', async () => {
    const { response } = await goThrough('github', '')
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('access_denied')
  })

  it('know one callback, and take no sign-in without a challenge', async () => {
    const other = await goThrough('google', '1001', { redirect_uri: 'http://localhost:4402/oauth/cb/github' })
    expect(other.response.status).toBe(400)
    const plain = await goThrough('google', '1001', { code_challenge_method: 'plain' })
    expect(new URL(plain.response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })

  it.each([
    ['github', '/user', { id: 1001, login: 'ada' }],
    ['github', '/user/emails', [{ email: 'ada@social.example', primary: true, verified: true }]],
    ['x', '/user', { data: { id: '1001', username: 'ada' } }],
    ['discord', '/user', { id: '1001', email: 'ada@social.example', verified: true }],
    ['facebook', '/user', { id: '1001', name: 'Ada' }],
  ] as const)('tell at %s%s who an access token belongs to', async (name, path, body) => {
    const { response, verifier } = await goThrough(name, '1001')
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { at = '', clientId = '', clientSecret = '' } = host.entries[name]
    const secret = name === 'x' ? {} : { client_id: clientId, client_secret: clientSecret }
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const exchange = () =>
      fetch(`${at}/token`, {
        method: 'POST',
        headers: name === 'x' ? { authorization: `Basic ${basic}` } : {},
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          redirect_uri: `http://localhost:4402/oauth/cb/${name}`,
          code,
          code_verifier: verifier,
          ...secret,
        }),
      })
    const tokens = (await (await exchange()).json()) as { access_token: string; id_token?: string }
    expect(tokens.id_token).toBe(undefined)
    const read = (token: string) => fetch(`${at}${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await read(tokens.access_token)).json()).toMatchObject(body)
    expect((await read('x')).status).toBe(401)
    expect((await exchange()).status).toBe(400)
  })

  it('wait for the origin of a wallet that does not listen yet', async () => {
    let resolveOrigin: (origin: string) => void = () => {}
    const early = await startSocials({
      walletOrigin: new Promise((resolve) => {
        resolveOrigin = resolve
      }),
    })
    try {
      const { at = '', clientId = '' } = early.entries.github
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        redirect_uri: 'http://localhost:4499/oauth/cb/github',
        scope: scopes.github,
        code_challenge: createHash('sha256').update('x').digest('base64url'),
        code_challenge_method: 'S256',
      })
      const asked = fetch(`${at}/authorize?${query}`, { redirect: 'manual' })
      resolveOrigin('http://localhost:4499')
      expect((await asked).status).toBe(303)
    } finally {
      await early.stop()
    }
  })

  it('describe themselves where they speak OpenID Connect', async () => {
    for (const name of socialNames.filter(isOpenid)) {
      const { at = '' } = host.entries[name]
      const found = (await (await fetch(`${at}/.well-known/openid-configuration`)).json()) as object
      expect(found).toMatchObject({ issuer: at, jwks_uri: `${at}/jwks`, authorization_endpoint: `${at}/authorize` })
    }
  })
})
