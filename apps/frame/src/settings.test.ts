import { describe, expect, it } from 'vitest'
import { settings } from '../test/openBrowser.js'
import { readQuery, readSettings, readSites, readTrustedSites } from './settings.js'

const refused = expect.objectContaining({ code: 'INVALID_CONFIG' })

describe('settings', () => {
  it('reads what the server wrote', () => {
    expect(readSettings(JSON.stringify(settings))).toEqual(settings)
    expect(readSettings(JSON.stringify({ ...settings, sites: 'loopback', later: 1 }))).toEqual({
      ...settings,
      sites: 'loopback',
    })
  })

  it.each([
    ['nothing', null],
    ['an empty block', ''],
    ['no JSON', '{'],
    ['no sites', JSON.stringify({ ...settings, sites: undefined })],
    ['a network without a CAIP-2 id', JSON.stringify({ ...settings, chains: [{ ...settings.chains[0], id: '1' }] })],
    ['an API that is no address', JSON.stringify({ ...settings, apiUrl: 'here' })],
  ])('refuses %s', (_, text) => {
    expect(() => readSettings(text)).toThrow(refused)
  })

  it('lets listed sites in, nobody else, and in a local world this machine', () => {
    const isListed = readSites({ sites: ['https://app.example'] })
    expect(['https://app.example', 'http://localhost:4400'].map(isListed)).toEqual([true, false])
    const isLocal = readSites({ sites: 'loopback' })
    expect(['http://localhost:4400', 'http://127.0.0.1:1', 'https://app.example'].map(isLocal)).toEqual([
      true,
      true,
      false,
    ])
    expect(readSites({ sites: [] })('https://app.example')).toBe(false)
    expect(() => readSites({ sites: ['http://app.example'] })).toThrow(refused)
  })

  it('trusts a page only where every page around it is trusted', () => {
    const areTrusted = readTrustedSites({ sites: ['https://app.example'], trustedSites: ['https://app.example'] })
    expect(
      [['https://app.example'], ['https://app.example', 'https://other.example'], ['https://other.example']].map(
        areTrusted,
      ),
    ).toEqual([true, false, false])
    expect(readTrustedSites({ sites: 'loopback', trustedSites: [] })(['http://localhost:4400'])).toBe(false)
    expect(readTrustedSites({ sites: 'loopback', trustedSites: ['http://localhost:*'] })(['http://localhost:1'])).toBe(
      true,
    )
    expect(() => readTrustedSites({ sites: [], trustedSites: ['http://app.example'] })).toThrow(refused)
  })

  it('reads its own address, and leaves out what is not usable', () => {
    const query = '?projectId=p1&chainId=eip155%3A1&version=4&enableLogger=true&rpcUrl=https%3A%2F%2Fevil.example'
    expect(readQuery(query)).toEqual({ projectId: 'p1', chainId: 'eip155:1', isLogging: true })
    expect(readQuery('?chainId=1')).toEqual({ projectId: '', chainId: undefined, isLogging: false })
    expect(readQuery(`?projectId=${'x'.repeat(500)}`).projectId).toHaveLength(128)
  })
})
