import { connect, getConnection, toChain, walletList } from '@latchkey/core'
import { announceHostile, createTestWallet, hostileKinds, hostileMark } from '@latchkey/devnet/wallet'
import { cleanName } from '@latchkey/protocol/internal/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configOn, page } from '../../test/page.js'
import { readAnnouncement } from './announcement.js'

const chain = toChain({
  id: 1,
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
})
const chains = [{ chainId: 1, url: 'http://127.0.0.1:9', name: 'One' }]

function announced(kind: Parameters<typeof announceHostile>[0]) {
  const target = page()
  announceHostile(kind, target)
  return configOn(target, [chain]).connectors
}

function flooded(target: Window) {
  const config = configOn(target, [chain])
  for (let count = 0; count < 10_000; count++) {
    const info = { uuid: 'x', name: 'W', rdns: `a.w${count}`, icon: '' }
    const detail = { info, provider: { request: async () => null } }
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  return config
}

describe('hostile announcements', () => {
  it.each(hostileKinds)(
    '%s: every wallet that is listed has a short clean name, an rdns and a data: image or none',
    (kind) => {
      const connectors = announced(kind)
      for (const { id, rdns, name, icon } of connectors) {
        expect(id).toMatch(/^[a-z0-9.-]+$/)
        expect(rdns).toBe(id)
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}]{1,64}$/u)
        if (icon !== undefined) expect(icon).toMatch(/^data:image\//)
      }
      expect(new Set(connectors.map(({ id }) => id)).size).toBe(connectors.length)
      expect(globalThis).not.toHaveProperty(hostileMark)
    },
  )

  it.each(hostileKinds)('%s: the honest wallet beside it is listed and connects', async (kind) => {
    const target = page()
    announceHostile(kind, target)
    const wallet = createTestWallet({ chains })
    wallet.announce(target)
    const config = configOn(target, [chain])
    await connect(config, { connector: wallet.info.rdns })
    expect(getConnection(config).address).toBe(wallet.accounts[0])
  })

  it('HTML in a name stays text', () => {
    expect(announced('htmlName')[0]?.name).toMatch(/^<img src=x onerror=/)
  })

  it('an SVG with a script is only ever a data: image', () => {
    expect(announced('svgScript')[0]?.icon).toMatch(/^data:image\/svg\+xml,/)
  })

  it.each(['javascriptIcon', 'httpIcon', 'hugeIcon'] as const)('%s: the icon is dropped, the wallet stays', (kind) => {
    expect(announced(kind)).toHaveLength(1)
    expect(announced(kind)[0]).not.toHaveProperty('icon')
  })

  it('of two with one rdns the first is kept', () => {
    expect(announced('duplicateRdns').map(({ name }) => name)).toEqual(['First of two'])
  })

  it('two hundred wallets are listed, ten thousand are not', () => {
    expect(announced('crowd')).toHaveLength(200)
    expect(flooded(page()).connectors).toHaveLength(256)
  })

  it.each(['missingFields', 'wrongTypes', 'noDetail', 'throwingInfo', 'throwingProvider', 'endlessName'] as const)(
    '%s is no wallet',
    (kind) => expect(announced(kind)).toEqual([]),
  )

  it('a frozen detail is a wallet', () => expect(announced('frozenDetail')).toHaveLength(1))

  it('what was checked is what is shown, even when the detail changes with each reading', () => {
    const [connector] = announced('proxyDetail')
    expect(connector).toMatchObject({ name: 'Harmless' })
    expect(connector?.icon ?? 'data:image/').toMatch(/^data:image\//)
  })

  it('property: no name can hide, turn or break what stands beside it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect(cleanName(name)).toMatch(/^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]{0,64}$/u)
      }),
    )
  })

  it('property: whatever is announced, it is read without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (info, provider) => {
        const event = new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })
        expect(readAnnouncement(event)).toBeUndefined()
      }),
    )
  })
})

describe('a bare window.ethereum', () => {
  const bare = () => createTestWallet({ chains }).provider

  it('[S6-04][S6-10] is "Browser Wallet" when nothing announced itself, and connects', async () => {
    const config = configOn(page(bare()), [chain])
    expect(config.connectors).toMatchObject([{ id: 'injected', kind: 'injected', name: 'Browser Wallet' }])
    expect(config.connectors[0]).not.toHaveProperty('rdns')
    await connect(config, { connector: 'injected' })
    expect(getConnection(config).status).toBe('connected')
  })

  it('[S6-10] without any wallet there is no Browser Wallet in the list', () => {
    for (const ethereum of [undefined, null, {}, 'x', { request: 'no function' }])
      expect(walletList(configOn(page(ethereum), [chain]))).toEqual([])
  })

  it('[S6-10] appears when the wallet comes later and says so', () => {
    const target = page()
    const config = configOn(target, [chain])
    Object.assign(target, { ethereum: bare() })
    target.dispatchEvent(new Event('ethereum#initialized'))
    target.dispatchEvent(new Event('ethereum#initialized'))
    expect(config.connectors).toMatchObject([{ name: 'Browser Wallet' }])
  })

  it('[S6-10] is not listed a second time when the wallet announced itself', () => {
    const wallet = createTestWallet({ chains })
    const target = page(wallet.provider)
    wallet.announce(target)
    expect(configOn(target, [chain]).connectors.map(({ id }) => id)).toEqual([wallet.info.rdns])
  })

  it('is no wallet when it throws on being looked at', () => {
    const target = page()
    Object.defineProperty(target, 'ethereum', {
      get() {
        throw new Error('hostile')
      },
    })
    expect(configOn(target, [chain]).connectors).toEqual([])
  })

  it('without a window nothing is found, and after destroy nothing more', async () => {
    const { createConfig } = await import('@latchkey/core')
    const { injected } = await import('./injected.js')
    expect(createConfig({ chains: [chain], connectors: [injected()], storage: null }).connectors).toEqual([])
    const target = page()
    const config = configOn(target, [chain])
    config.destroy()
    createTestWallet({ chains }).announce(target)
    expect(config.connectors).toEqual([])
  })
})
