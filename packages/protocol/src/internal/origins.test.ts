import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOriginMatcher, findUnlistedSite, isCanonicalOrigin, loopbackSites } from './origins.js'

const matches = (origin: string, pattern: string, isLocal = false) =>
  createOriginMatcher([pattern], { isLocal })(origin)
const refused = expect.objectContaining({ code: 'INVALID_CONFIG' })

describe('the list of sites', () => {
  it('[SEC-A-01] lets nobody in when it is empty', () => {
    expect(createOriginMatcher([], { isLocal: false })('https://evil.example')).toBe(false)
  })

  it.each([
    ['SEC-A-02', 'http://localhost:9999', 'https://app.example.com', false],
    ['SEC-A-03', 'http://127.0.0.1:1', 'https://app.example.com', false],
    ['SEC-A-05', 'http://app.example.com', 'app.example.com', false],
    ['SEC-A-06', 'http://app.example.com:8080', 'app.example.com', false],
    ['SEC-A-07', 'https://app.example.com:443@evil.example', 'app.example.com', false],
    ['SEC-A-08', 'https://a.example.com:x@evil.example', '*.example.com', false],
    ['SEC-A-09', 'https://a.example.com:8443', 'https://*.example.com', false],
    ['SEC-A-10', 'https://a.example.com', 'https://*.example.com:443', true],
    ['SEC-A-11', 'https://a.b.example.com', 'https://*.example.com', false],
    ['SEC-A-12', 'https://example.com', 'https://*.example.com', false],
    ['SEC-A-13', 'https://notexample.com', 'https://*.example.com', false],
    ['SEC-A-17', 'https://app.example.com.', 'https://app.example.com', false],
    ['SEC-A-18', 'https://EXAMPLE.com', 'https://example.com', false],
    ['SEC-A-19', 'https://xn--exmple-cua.com', 'https://exämple.com', true],
    ['SEC-A-20', 'https://exämple.com', 'https://exämple.com', false],
  ])('[%s] %s against %s: %s', (_, origin, pattern, isAllowed) => {
    expect(matches(origin, pattern)).toBe(isAllowed)
  })

  it('[SEC-A-04] lets this machine in by http, and only in a local world', () => {
    expect(matches('http://[::1]:1', 'http://[::1]:*', true)).toBe(true)
    expect(() => matches('http://[::1]:1', 'http://[::1]:*')).toThrow(refused)
    const isAllowed = createOriginMatcher(loopbackSites, { isLocal: true })
    expect(['http://localhost:4400', 'http://127.0.0.1:80', 'http://localhost'].map(isAllowed)).toEqual([
      true,
      false, // Port 80 is never written.
      true,
    ])
    expect(isAllowed('http://localhost.evil.example:4400')).toBe(false)
  })

  it.each([
    ['SEC-A-14', '*.com'],
    ['SEC-A-15', 'https://*.github.io'],
    ['SEC-A-16', 'null'],
    ['SEC-A', 'https://user@example.com'],
    ['SEC-A', 'https://example.com/path'],
    ['SEC-A', 'https://example.com?query'],
    ['SEC-A', 'https://a*.example.com'],
    ['SEC-A', 'https://*.*.example.com'],
    ['SEC-A', 'https://*'],
    ['SEC-A', 'https://*.127.0.0.1'],
    ['SEC-A', 'http://example.com'],
    ['SEC-A', 'http://*.localhost:*'],
    ['SEC-A', 'ftp://example.com'],
    ['SEC-A', 'https://example.com:99999'],
    ['SEC-A', ''],
  ])('[%s] refuses the pattern %j', (_, pattern) => {
    expect(() => createOriginMatcher([pattern], { isLocal: true })).toThrow(refused)
  })

  it.each([
    ['SEC-A-16', 'null'],
    ['SEC-A-21', 'https://example.com.evil.io'],
    ['SEC-A-22', 'https://examp1e.com'],
    ['SEC-A-23', 'https:/\\evil'],
    ['SEC-A-24', 'https://exam\tple.com'],
    ['SEC-A-25', 'https://example.com\n'],
    ['SEC-A-26', 'https://example%2ecom'],
    ['SEC-A-27', 'https://example．com'],
    ['SEC-A-28', 'https://example.com%00.evil'],
    ['SEC-A-29', 'data:text/html,'],
    ['SEC-A-30', 'blob:https://example.com/1'],
    ['SEC-A-31', 'file://'],
    ['SEC-A-32', `https://${'a'.repeat(64)}.example.com`],
    ['SEC-A-32', `https://${'a.'.repeat(130)}example.com`],
    ['SEC-A-32', 'https://.example.com'],
  ])('[%s] refuses the origin %j', (_, origin) => {
    const isAllowed = createOriginMatcher(['https://example.com', 'https://*.example.com'], { isLocal: false })
    expect(isAllowed(origin)).toBe(false)
  })

  it('[SEC-A] takes names as long as a name may be, and none that is longer', () => {
    const label = 'a'.repeat(63)
    const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`
    expect(longest).toHaveLength(253)
    for (const host of [`${label}.example`, longest]) expect(matches(`https://${host}`, host)).toBe(true)
    for (const host of [`${label}a.example`, `${longest}a`])
      expect(() => matches('https://a.example', host)).toThrow(refused)
    // A star that makes the name too long lets nobody in.
    expect(matches(`https://a.${longest.slice(2)}`, `*.${longest.slice(2)}`)).toBe(true)
    expect(matches(`https://a.${longest}`, `*.${longest}`)).toBe(false)
  })

  it('[SEC-A] takes a star before a name with figures in it, which is no address', () => {
    expect(matches('https://a.1and1.example', '*.1and1.example')).toBe(true)
    expect(matches('https://a.example.web3', '*.example.web3')).toBe(true)
  })

  it('[SEC-A] agrees with a reference that compares label by label', () => {
    const label = fc.constantFrom('a', 'b', 'shop', 'example')
    const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => [...labels, 'com'].join('.'))
    const port = fc.constantFrom('', ':443', ':8443')
    fc.assert(
      fc.property(
        host,
        port,
        host,
        fc.constantFrom('', ':443', ':8443', ':*'),
        fc.boolean(),
        (name, at, base, on, star) => {
          const origin = new URL(`https://${name}${at}`).origin
          const labels = name.split('.')
          const isHost = (star ? labels.slice(1) : labels).join('.') === base
          const isPort = on === ':*' || at.replace(':443', '') === on.replace(':443', '')
          expect(matches(origin, `https://${star ? '*.' : ''}${base}${on}`)).toBe(isHost && isPort)
        },
      ),
    )
  })

  it('[SEC-A] takes only what a browser writes as an origin', () => {
    expect(['https://a.example', 'http://localhost:1', 'https://[::1]'].map(isCanonicalOrigin)).toEqual([
      true,
      true,
      true,
    ])
    expect(['https://a.example/', 'https://a.example:443', 'HTTPS://a.example', ''].some(isCanonicalOrigin)).toBe(false)
  })
})

describe('a list within a list', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com', true],
    ['app.example.com', 'https://app.example.com:443', true],
    ['https://app.example.com', 'https://*.example.com', true],
    ['https://*.example.com', 'https://*.example.com', true],
    ['https://app.example.com:8443', 'https://app.example.com:*', true],
    ['http://localhost:*', 'http://localhost:*', true],
    ['https://*.example.com', 'https://app.example.com', false],
    ['https://example.com', 'https://*.example.com', false],
    ['https://a.b.example.com', 'https://*.example.com', false],
    ['https://*.b.example.com', 'https://*.example.com', false],
    ['https://app.example.com:*', 'https://app.example.com', false],
    ['http://localhost:4400', 'https://localhost:4400', false],
  ])('%s is listed by %s: %s', (pattern, listed, isListed) => {
    expect(findUnlistedSite([pattern], [listed], { isLocal: true })).toBe(isListed ? undefined : pattern)
  })

  it('names the first that is not listed, and refuses what is no site', () => {
    const listed = ['https://a.example.com', 'https://b.example.com']
    expect(findUnlistedSite(['b.example.com', 'c.example.com', 'd.example.com'], listed, { isLocal: false })).toBe(
      'c.example.com',
    )
    expect(findUnlistedSite([], [], { isLocal: false })).toBeUndefined()
    expect(() => findUnlistedSite(['null'], listed, { isLocal: false })).toThrow(refused)
  })
})
