import { describe, expect, it } from 'vitest'
import { readSettings } from './readSettings.js'

const token = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'Test Dai', symbol: 'DAI', decimals: 18 }
const chain = {
  chainId: 31337,
  name: 'Local Ethereum',
  url: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [token],
}
const solana = {
  caipNetworkId: 'solana:2Zr6ADHutokkaLwP2xzPCxMTaPPmk46u',
  name: 'Local Solana',
  url: 'http://127.0.0.1:8899',
  wsUrl: 'ws://127.0.0.1:8900',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  tokens: [{ address: 'BbixtBTvDPACQfCoHP7zLeLAHq4VV5CpVLqD3DMKVDJu', name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
}
const read = (value: unknown) => readSettings(JSON.stringify(value))

describe('readSettings', () => {
  it('reads all that a local start writes', () => {
    const settings = {
      local: true,
      apiUrl: 'http://127.0.0.1:4401',
      frameUrl: 'http://localhost:4402/sdk',
      relayUrl: 'ws://127.0.0.1:4401',
      chains: [chain, { ...chain, chainId: 31338, name: 'Local Base' }],
      families: [solana],
      testWalletUrl: 'http://127.0.0.1:4403/test-wallet.js',
      inboxUrl: 'http://127.0.0.1:4404',
    }
    expect(read({ ...settings, later: 1 })).toEqual(settings)
  })

  it.each([undefined, null, '', '{', '[]', 'null', '"x"', '7'])('falls back to public networks for %j', (text) => {
    expect(readSettings(text)).toEqual({ local: false, chains: [], families: [] })
  })

  it('is not local without a usable chain, and then offers no test wallet', () => {
    const testWalletUrl = 'http://127.0.0.1:4403/test-wallet.js'
    expect(read({ local: true, chains: [], testWalletUrl })).toEqual({ local: false, chains: [], families: [] })
    expect(read({ local: false, chains: [chain], testWalletUrl })).toEqual({ local: false, chains: [], families: [] })
  })

  it.each([
    ['no object', 7],
    ['an id of no chain', { ...chain, chainId: 0 }],
    ['an id in text', { ...chain, chainId: '31338' }],
    ['a fraction for an id', { ...chain, chainId: 1.5 }],
    ['no name', { ...chain, name: '' }],
    ['no url', { ...chain, url: undefined }],
    ['a url that runs', { ...chain, url: 'javascript:alert(1)' }],
  ])('leaves out a chain with %s', (_what, broken) => {
    expect(read({ local: true, chains: [broken, chain] }).chains.map(({ chainId }) => chainId)).toEqual([31337])
  })

  it.each([
    ['no object', 7],
    ['an id of no chain', { ...solana, caipNetworkId: 'solana' }],
    ['an id of EVM', { ...solana, caipNetworkId: 'eip155:1' }],
    ['no name', { ...solana, name: '' }],
    ['a url that runs', { ...solana, url: 'javascript:alert(1)' }],
    ['no coin', { ...solana, nativeCurrency: {} }],
  ])('leaves out a chain of another family with %s', (_what, broken) => {
    const settings = read({ local: true, chains: [chain], families: [broken, solana, { ...solana, name: 'Twin' }] })
    expect(settings.families).toEqual([solana])
  })

  it('has chains of other families only where the page is local, and leaves out what of them is unreadable', () => {
    expect(read({ local: false, chains: [chain], families: [solana] }).families).toEqual([])
    const broken = { ...solana, wsUrl: 'ws://elsewhere.example', tokens: [{ address: 7 }, ...solana.tokens] }
    const { wsUrl: _gone, ...rest } = solana
    expect(read({ local: true, chains: [chain], families: [broken] }).families).toEqual([rest])
  })

  it('keeps the first of two chains with one id', () => {
    const { chains } = read({ local: true, chains: [chain, { ...chain, name: 'Twin' }] })
    expect(chains.map(({ name }) => name)).toEqual(['Local Ethereum'])
  })

  it('leaves out invalid tokens, and takes ether where the coin is unreadable', () => {
    const tokens = [token, { ...token, address: '0x12' }, { ...token, decimals: -1 }, { ...token, symbol: 1 }, null]
    const [read0] = read({ local: true, chains: [{ ...chain, tokens, nativeCurrency: { symbol: 'ETH' } }] }).chains
    expect(read0?.tokens).toEqual([token])
    expect(read0?.nativeCurrency).toEqual({ name: 'Ether', symbol: 'ETH', decimals: 18 })
  })

  it.each(['javascript:alert(1)', 'data:text/javascript,1', '/test-wallet.js', 'ftp://x', 7])(
    'loads no script and asks no service at %j',
    (url) => {
      const settings = read({
        local: true,
        chains: [chain],
        apiUrl: url,
        frameUrl: url,
        testWalletUrl: url,
        inboxUrl: url,
      })
      expect(settings.apiUrl).toBeUndefined()
      expect(settings.frameUrl).toBeUndefined()
      expect(settings.testWalletUrl).toBeUndefined()
      expect(settings.inboxUrl).toBeUndefined()
    },
  )

  it('takes a relay in the open only on this machine', () => {
    const relayOf = (relayUrl: unknown) => read({ relayUrl }).relayUrl
    expect(relayOf('wss://relay.example')).toBe('wss://relay.example')
    expect(relayOf('ws://localhost:4401')).toBe('ws://localhost:4401')
    for (const url of ['ws://relay.example', 'https://relay.example', 'relay', 7, undefined]) {
      expect(relayOf(url)).toBeUndefined()
    }
  })
})
