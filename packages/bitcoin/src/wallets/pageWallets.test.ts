import { connect, getConnection, reconnect, switchChain } from '@latchkey/core'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { bitcoinChainsOf } from '@latchkey/protocol/internal/bitcoin'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import {
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinTestnet,
  familyConfig,
  memoryOf,
  pageWith,
} from '../../../connectors/test/families.js'
import { createStandardWallet } from '../../../solana/test/standardWallet.js'
import { createSatsWallet, createUnisatWallet } from '../../test/bitcoinWallets.js'
import { bitcoin } from '../bitcoin.js'
import { readBitcoinNetwork } from './networks.js'

const namespace = 'bip122'
const psbt = new Uint8Array([0x70, 0x73, 0x62, 0x74])
const isSignedBy = (address: string, message: string, signature: string) =>
  Verifier.verifySignature(address, message, signature)

type Networks = Parameters<typeof familyConfig>[0]['chains']
const allChains: Networks = [bitcoinRegtest, bitcoinMainnet, bitcoinTestnet]

function configOn(target: Window, chains = allChains, items = new Map<string, string>()) {
  return familyConfig({ chains, namespaces: [bitcoin({ target })], storage: memoryOf(items) })
}
function satsPage(wallet: ReturnType<typeof createSatsWallet>, more: { id?: string; name?: string } = {}) {
  const id = more.id ?? 'LarkProviders.Bitcoin'
  const [holder = '', inner] = id.split('.')
  return pageWith({
    btc_providers: [{ id, name: more.name ?? 'Lark', icon: 'data:image/png;base64,AA' }],
    [holder]: inner ? { [inner]: wallet.provider } : wallet.provider,
  })
}
async function withSats(options: Parameters<typeof createSatsWallet>[0] = {}, chains = allChains) {
  const wallet = createSatsWallet(options)
  const items = new Map<string, string>()
  const page = satsPage(wallet, options.leather ? { id: 'LeatherProvider' } : {})
  const config = configOn(page, chains, items)
  const provider = () => config.connectors[0]?.getProvider(namespace) as Promise<BitcoinProvider>
  return { ...wallet, page, config, items, provider, id: 'bip122:lark' }
}
const factsOf = ({ config, id }: Awaited<ReturnType<typeof withSats>>) =>
  Object.values(config.state.connections.get(id)?.facts ?? {})

describe('finding wallets', () => {
  it('[S6-04] lists the wallets of both conventions as injected, each by its name', () => {
    const sats = createSatsWallet()
    const { okxwallet } = { okxwallet: { bitcoin: createUnisatWallet().provider } }
    const page = Object.assign(satsPage(sats), { unisat: createUnisatWallet().provider, okxwallet })
    expect(configOn(page).connectors).toMatchObject([
      { id: 'bip122:lark', kind: 'injected', name: 'Lark', icon: 'data:image/png;base64,AA', namespaces: ['bip122'] },
      { id: 'bip122:unisat', kind: 'injected', name: 'UniSat' },
      { id: 'bip122:okx-wallet', name: 'OKX Wallet' },
    ])
  })

  it('searches the page unless it is told not to', () => {
    const page = pageWith({ unisat: createUnisatWallet().provider })
    const ids = (wallets?: boolean) =>
      familyConfig({
        chains: allChains,
        namespaces: [bitcoin({ target: page, ...(wallets === false && { wallets }) })],
      }).connectors.map(({ id }) => id)
    expect(ids()).toEqual(['bip122:unisat'])
    expect(ids(false)).toEqual([])
  })

  it('lists one wallet once: by two conventions, by two names of one object, and beside the Wallet Standard', () => {
    const { provider } = createUnisatWallet()
    const sats = createSatsWallet()
    const page = Object.assign(satsPage(sats), { unisat: provider, bitkeep: { unisat: provider } })
    expect(configOn(page).connectors.map(({ name }) => name)).toEqual(['Lark', 'UniSat'])
    const standard = createStandardWallet({ chains: ['bitcoin:mainnet'] }).wallet
    Object.assign(standard.features, { 'bitcoin:connect': { connect: async () => ({ accounts: [] }) } })
    page.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register(wallet: unknown): void }>).detail.register(standard),
    )
    expect(configOn(page).connectors.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'announced bip122:lark',
      'injected bip122:unisat',
    ])
  })

  it('finds a wallet that is put on the page later, when the page is turned to again', () => {
    const page = pageWith()
    const config = configOn(page)
    Object.assign(page, { unisat: createUnisatWallet().provider })
    page.dispatchEvent(new Event('focus'))
    page.dispatchEvent(new Event('focus'))
    expect(config.connectors.map(({ name }) => name)).toEqual(['UniSat'])
    config.destroy()
    Object.assign(page, { okxwallet: { bitcoin: createUnisatWallet().provider } })
    page.dispatchEvent(new Event('focus'))
    expect(config.connectors).toHaveLength(1)
  })

  it.each([
    ['no list', 'x'],
    ['nothing in it', [null, undefined, 1, {}]],
    ['a path to nothing', [{ id: 'nobody.there', name: 'X' }]],
    [
      'a path into what every object has',
      [
        { id: 'constructor.constructor', name: 'X' },
        { id: '__proto__', name: 'X' },
      ],
    ],
    ['no name', [{ id: 'Lark', name: '\u200b' }]],
    [
      'a trap',
      [
        new Proxy(
          {},
          {
            get: () => {
              throw new Error('hostile')
            },
          },
        ),
      ],
    ],
  ])('hostile: %s is no wallet', (_, listed) => {
    expect(configOn(pageWith({ btc_providers: listed, Lark: createSatsWallet().provider })).connectors).toEqual([])
  })

  it('hostile: a window that throws on being looked at, objects of another shape, and a crowd', () => {
    const page = pageWith({ unisat: { requestAccounts: 'x' }, okxwallet: 1 })
    for (const name of ['btc_providers', 'bitkeep'])
      Object.defineProperty(page, name, {
        get: () => {
          throw new Error('hostile')
        },
      })
    expect(configOn(page).connectors).toEqual([])
    const crowd = Array.from({ length: 1000 }, (_, at) => ({ id: `w${at}`, name: `W ${at}` }))
    const objects = Object.fromEntries(crowd.map(({ id }) => [id, { request: async () => null }]))
    expect(configOn(pageWith({ btc_providers: crowd, ...objects })).connectors).toHaveLength(64)
  })

  it('tells the network of an address by its form, and of a wallet by any of the names in use', () => {
    expect(bitcoinChainsOf('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toEqual(['mainnet'])
    expect(bitcoinChainsOf('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toEqual(['mainnet'])
    expect(bitcoinChainsOf('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toEqual(['testnet', 'testnet4', 'signet'])
    for (const text of ['', 'bc1', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1, null])
      expect(bitcoinChainsOf(text)).toEqual([])
    expect(
      ['Mainnet', 'livenet', 'BITCOIN_TESTNET4', 'FRACTAL_BITCOIN_MAINNET', 'toString'].map(readBitcoinNetwork),
    ).toEqual(['mainnet', 'mainnet', 'testnet4', undefined, undefined])
  })
})

describe.each(['rpc', 'status'] as const)('sats-connect, answers in the form %s', (form) => {
  it('connects: payment first, each with its type and public key; signs, and bip322-js knows by whom', async () => {
    const all = await withSats({ form })
    await connect(all.config, { connector: all.id })
    const { payment, publicKey, xOnly } = all.keys()
    expect(getConnection(all.config, { namespace })).toMatchObject({
      status: 'connected',
      address: payment,
      chainId: bitcoinRegtest.caipNetworkId,
    })
    expect(factsOf(all)).toEqual([
      { type: 'payment', publicKey },
      { type: 'ordinal', publicKey: xOnly },
    ])
    const provider = await all.provider()
    const signature = await provider.signMessage({ address: payment, message: 'Hello', protocol: 'ecdsa' })
    expect(isSignedBy(payment, 'Hello', signature)).toBe(true)
    expect(isSignedBy(payment, 'Hallo', signature)).toBe(false)
    expect(all.calls.at(-1)?.params).toEqual({ address: payment, message: 'Hello', protocol: 'ECDSA' })
    expect(await provider.getAccounts()).toMatchObject([{ type: 'payment', publicKey }, { type: 'ordinal' }])
  })
})

describe('sats-connect', () => {
  it('signs a PSBT, sends it if asked, and pays from the payment account only', async () => {
    const { config, id, keys, provider, calls } = await withSats()
    await connect(config, { connector: id })
    const { payment, ordinal } = keys()
    const bip122 = await provider()
    const chainId = bitcoinRegtest.caipNetworkId
    const inputs = [
      { index: 0, address: payment },
      { index: 1, address: ordinal, sighashTypes: [1] },
      { index: 2, address: payment },
    ]
    expect(await bip122.signPsbt({ chainId, psbt, inputs })).toEqual({ psbt: new Uint8Array([...psbt, 255]) })
    expect(calls.at(-1)?.params).toMatchObject({
      signInputs: { [payment]: [0, 2], [ordinal]: [1] },
      broadcast: false,
      allowedSignHash: 1,
    })
    expect(await bip122.signPsbt({ chainId, psbt, inputs, broadcast: true })).toHaveProperty('txid', 'ab'.repeat(32))
    const transfer = { address: payment, chainId, to: payment, amount: 5n }
    expect(await bip122.sendTransfer?.(transfer)).toBe('ab'.repeat(32))
    await expect(bip122.sendTransfer?.({ ...transfer, address: ordinal })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
  })

  it('an older wallet, Leather: its accounts with their paths, its form of PSBTs, no way to be asked silently', async () => {
    const all = await withSats({ leather: true })
    const { config, id, keys, provider, calls, items, page } = all
    await connect(config, { connector: id })
    expect(factsOf(all)).toMatchObject([
      { type: 'payment', path: "m/84'/1'/0'/0/0" },
      { type: 'ordinal', path: "m/86'/1'/0'/0/0" },
    ])
    const inputs = [{ index: 3, address: keys().payment }]
    const chainId = bitcoinRegtest.caipNetworkId
    expect((await (await provider()).signPsbt({ chainId, psbt, inputs })).psbt).toEqual(new Uint8Array([...psbt, 255]))
    expect(calls.at(-1)?.params).toEqual({ hex: '70736274', network: 'regtest', signAtIndex: [3], broadcast: false })
    config.destroy()
    calls.length = 0
    const next = configOn(page, allChains, items)
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({ status: 'connected', address: keys().payment })
    expect(calls.map(({ method }) => method)).toEqual(['wallet_getAccount'])
  })

  it.each([
    [{ reject: true }, 'CONNECTION_REJECTED'],
    [{ pending: true }, 'CONNECTION_PENDING'],
    [{ nonsense: null }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: { result: { addresses: 'x' } } }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: { result: { addresses: [{ address: 'banana', purpose: 'payment' }] } } }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: { result: { addresses: [] } } }, 'WALLET_BAD_ANSWER'],
    [{ lacks: ['wallet_connect', 'getAddresses'] }, 'UNSUPPORTED_METHOD'],
  ])('error: connect with %j ends in %s, and works again afterwards', async (faulty, code) => {
    const { config, id, faults } = await withSats()
    const before = { ...faults }
    Object.assign(faults, faulty)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    expect(getConnection(config, { namespace }).status).toBe('disconnected')
    Object.assign(faults, before)
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it('error: a wallet on another network than asked is named, with what to do', async () => {
    const { config, id } = await withSats({ network: 'testnet' })
    await expect(connect(config, { connector: id, chainId: bitcoinMainnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      message: 'Lark is not on Bitcoin.',
      hints: [expect.stringContaining('Choose the network in the wallet')],
    })
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).chainId).toBe(bitcoinTestnet.caipNetworkId)
  })

  it('switches the network in the wallet, or says that it must be done there', async () => {
    const { config, id, faults, keys, account } = await withSats()
    await connect(config, { connector: id })
    await switchChain(config, { chainId: bitcoinMainnet.caipNetworkId })
    expect(getConnection(config, { namespace })).toMatchObject({ chainId: bitcoinMainnet.caipNetworkId })
    expect(getConnection(config, { namespace }).address).toMatch(/^bc1q/)
    expect(getConnection(config, { namespace }).address).toBe(keys().payment)
    faults.nonsense = { result: account() }
    await expect(switchChain(config, { chainId: bitcoinTestnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      message: 'Lark is not on Bitcoin Testnet.',
    })
    faults.nonsense = undefined
    faults.lacks = ['wallet_changeNetwork']
    await expect(switchChain(config, { chainId: bitcoinTestnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_SWITCH_REFUSED',
    })
  })

  it('[S4-33] follows account and network, and ends when the wallet says so', async () => {
    const { config, id, say, keys, heard } = await withSats()
    await connect(config, { connector: id })
    say('accountChange', { seed: 2 })
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(keys().payment)
    say('networkChange', { network: 'testnet' })
    await expect.poll(() => getConnection(config, { namespace }).chainId).toBe(bitcoinTestnet.caipNetworkId)
    say('disconnect')
    expect(getConnection(config, { namespace }).status).toBe('disconnected')
    expect(heard()).toBe(0)
  })

  it('error: a reload after the permission was taken back is disconnected, without a prompt', async () => {
    const { config, id, faults, items, calls, page } = await withSats()
    await connect(config, { connector: id })
    config.destroy()
    faults.denied = true
    calls.length = 0
    const next = configOn(page, allChains, items)
    await reconnect(next)
    expect(getConnection(next, { namespace }).status).toBe('disconnected')
    expect(calls.map(({ method }) => method)).toEqual(['wallet_getAccount'])
  })

  it.each([null, { result: null }, { result: {} }, { result: { signature: 7, psbt: '!', txid: 'x' } }])(
    'error: signing answered with %j is a bad answer',
    async (nonsense) => {
      const { config, id, keys, provider, faults } = await withSats()
      await connect(config, { connector: id })
      const bip122 = await provider()
      faults.nonsense = nonsense
      const bad = { code: 'WALLET_BAD_ANSWER' }
      const { payment: address } = keys()
      const chainId = bitcoinRegtest.caipNetworkId
      await expect(bip122.signMessage({ address, message: 'x' })).rejects.toMatchObject(bad)
      await expect(bip122.signPsbt({ chainId, psbt, inputs: [] })).rejects.toMatchObject(bad)
      await expect(bip122.sendTransfer?.({ address, chainId, to: address, amount: 1n })).rejects.toMatchObject(bad)
    },
  )
})
