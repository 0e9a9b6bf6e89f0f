import { describe, expect, it } from 'vitest'
import { readBrowserConfig } from './browserConfig.js'

const chain = (chainId: number, name = 'Chain') => ({ chainId, url: 'http://127.0.0.1:8545', name })
const fallback = { chains: [chain(31337)] }
const inQuery = (config: unknown) =>
  `http://127.0.0.1/test-wallet.js?config=${Buffer.from(JSON.stringify(config)).toString('base64url')}`

describe('readBrowserConfig', () => {
  it('behavior: the address wins over the page, the page over the host', () => {
    const page = JSON.stringify({ chains: [chain(31338)], accounts: 3 })
    expect(readBrowserConfig(undefined, undefined, fallback)).toEqual(fallback)
    expect(readBrowserConfig('http://127.0.0.1/test-wallet.js', page, fallback)).toMatchObject({
      chains: [{ chainId: 31338 }],
      accounts: 3,
    })
    const asked = inQuery({ chains: [chain(5, 'Grüße?>~')], switches: { reject: true } })
    expect(readBrowserConfig(asked, page, fallback)).toEqual({
      chains: [chain(5, 'Grüße?>~')],
      switches: { reject: true },
    })
  })

  it('param: the chains of other families may be said, or that there are none', () => {
    const solana = { chainId: 'solana:local', url: 'http://127.0.0.1:8899', name: 'Local Solana' }
    expect(readBrowserConfig(undefined, JSON.stringify({ families: [solana] }), fallback).families).toEqual([solana])
    const host = { ...fallback, families: [{ ...solana, chainId: 'solana:local' as const }] }
    expect(readBrowserConfig(undefined, undefined, host)).toEqual(host)
    expect(readBrowserConfig(inQuery({ families: [] }), undefined, host).families).toEqual([])
  })

  it('error: settings that are torn or name no network are refused', () => {
    const bad = [
      ['http://127.0.0.1/?config=***', undefined],
      ['http://127.0.0.1/?config=e3Rvcm4', undefined],
      [undefined, '{torn'],
      [inQuery({ chains: [] }), undefined],
      [inQuery({ chains: 'all' }), undefined],
      [inQuery({ chains: [{ chainId: '1', url: 'http://a', name: 'A' }] }), undefined],
      [inQuery({ chains: [{ chainId: 1, url: 'javascript:alert(1)', name: 'A' }] }), undefined],
      [undefined, '{"chains":null}'],
      [inQuery({ families: 'all' }), undefined],
      [inQuery({ families: [{ chainId: 'solana', url: 'http://a', name: 'A' }] }), undefined],
      [inQuery({ families: [{ chainId: 'cosmos:hub', url: 'javascript:alert(1)', name: 'A' }] }), undefined],
    ] as const
    for (const [address, embedded] of bad) {
      expect(() => readBrowserConfig(address, embedded, fallback), `${address} ${embedded}`).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIG' }),
      )
    }
  })
})
